//! Documentation.

use crate::command::{cargo, run as run_command};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// What is documented by default, and what only a feature documents.
const RUNS: &[&[&str]] = &[&["--workspace"], &["--package", "sutra-index", "--features", "tantivy"]];

/// `cargo doc --no-deps` of each, where a warning is an error.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    for what in RUNS {
        let mut command = cargo(workspace, &["doc", "--no-deps"]);
        command.args(*what).env("RUSTDOCFLAGS", "-D warnings");
        run_command(command)?;
    }
    Ok(Outcome::passed(""))
}
