//! Lints.

use crate::command::{cargo, run as run_command};
use crate::component;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// What is compiled by default, and what only a feature compiles.
const RUNS: &[&[&str]] =
    &[&["--workspace"], &["--package", "sutra-index", "--package", "sutra-rag", "--features", "tantivy"]];

/// `cargo clippy --all-targets -- -D warnings` of each.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    if !component::is_there(workspace, "clippy", "clippy") {
        return Ok(Outcome::skipped("the toolchain component clippy"));
    }
    for what in RUNS {
        let mut command = cargo(workspace, &["clippy", "--all-targets"]);
        command.args(*what).args(["--", "-D", "warnings"]);
        run_command(command)?;
    }
    Ok(Outcome::passed(""))
}
