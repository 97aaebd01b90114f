//! Benchmarks beside peers.

use crate::command::{cargo, run as run_command, run_lines};
use crate::component;
use crate::step::Outcome;
use crate::workspace::Workspace;

const MANIFEST: &str = "benches/peers/Cargo.toml";

/// Lints the benchmarks beside peers, and runs each once without measuring.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let command = |verb: &str, arguments: &[&str]| {
        let mut command = cargo(workspace, &[verb, "--manifest-path", MANIFEST]);
        command.args(arguments).env("CARGO_TARGET_DIR", workspace.target());
        command
    };
    if component::is_there(workspace, "fmt", "rustfmt") {
        run_command(command("fmt", &["--check"]))?;
    }
    run_command(command("bench", &["--locked", "--no-run"]))?;
    run_lines(command("bench", &["--benches", "--", "--test"]), |line| {
        if !line.trim().is_empty() {
            println!("{line}");
        }
    })?;
    Ok(Outcome::passed("each ran once"))
}
