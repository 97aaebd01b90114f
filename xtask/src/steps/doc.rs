//! Documentation.

use crate::command::{cargo, run as run_command};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// `cargo doc --workspace --no-deps`, where a warning is an error.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let mut command = cargo(workspace, &["doc", "--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run_command(command)?;
    Ok(Outcome::passed(""))
}
