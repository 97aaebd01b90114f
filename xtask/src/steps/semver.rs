//! Whether the version number says what a change breaks.

use crate::command::{capture, cargo, command, run as run_command};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// Compares every published crate with the newest release that git can reach, a tag such as `v0.1.0`, by
/// `cargo semver-checks`. Installs nothing.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let describe = command(workspace, "git", &["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]);
    let Some(baseline) =
        capture(describe).ok().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty())
    else {
        return Ok(Outcome::skipped("a released baseline"));
    };
    if capture(cargo(workspace, &["semver-checks", "--version"])).is_err() {
        return Ok(Outcome::skipped("cargo-semver-checks: `cargo install cargo-semver-checks --locked`"));
    }
    run_command(cargo(workspace, &["semver-checks", "--workspace", "--baseline-rev", &baseline]))?;
    Ok(Outcome::passed(format!("against {baseline}")))
}
