//! Fuzz targets.

use std::process::Command;

use crate::command::{cargo, run as run_command};
use crate::component;
use crate::step::Outcome;
use crate::workspace::Workspace;

const MANIFEST: &str = "fuzz/Cargo.toml";

/// Lints the fuzz targets and checks their format; to run them is a matter of hours: see `fuzz/README.md`.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    // The fuzzer's own library is C++.
    if !has_compiler() {
        return Ok(Outcome::skipped("needs a C++ compiler, and there is no c++"));
    }
    let check = |verb: &str, arguments: &[&str]| {
        let mut command = cargo(workspace, &[verb, "--manifest-path", MANIFEST]);
        command.args(arguments).env("CARGO_TARGET_DIR", workspace.target());
        run_command(command)
    };
    if component::is_there(workspace, "fmt", "rustfmt") {
        check("fmt", &["--check"])?;
    }
    if component::is_there(workspace, "clippy", "clippy") {
        check("clippy", &["--locked", "--all-targets", "--", "-D", "warnings"])?;
    }
    Ok(Outcome::passed("the targets build"))
}

fn has_compiler() -> bool {
    Command::new("c++").arg("--version").output().is_ok_and(|output| output.status.success())
}
