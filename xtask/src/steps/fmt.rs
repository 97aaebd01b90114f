//! Formatting.

use crate::command::{cargo, run as run_command};
use crate::component;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// `cargo fmt --all --check`.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    if !component::is_there(workspace, "fmt", "rustfmt") {
        return Ok(Outcome::skipped("the toolchain component rustfmt"));
    }
    run_command(cargo(workspace, &["fmt", "--all", "--check"]))?;
    Ok(Outcome::passed(""))
}
