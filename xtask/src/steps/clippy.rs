//! Lints.

use crate::command::{cargo, run as run_command};
use crate::component;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// `cargo clippy --workspace --all-targets -- -D warnings`.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    if !component::is_there(workspace, "clippy", "clippy") {
        return Ok(Outcome::skipped("the toolchain component clippy"));
    }
    run_command(cargo(workspace, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    Ok(Outcome::passed(""))
}
