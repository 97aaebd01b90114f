//! The oldest toolchain that the workspace promises to compile with.

use crate::command::{capture, cargo, command, run as run_command};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// Compiles with the toolchain that `rust-version` names: the present one if it is that, else one that
/// rustup has. Installs none.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let manifest = workspace.manifest("")?;
    let Some(wanted) = manifest.get("workspace.package", "rust-version") else {
        return Err("Cargo.toml: [workspace.package] has no rust-version".into());
    };
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let present = capture(command(workspace, &rustc, &["--version"]))?;
    if satisfies(version_of(&present), wanted) {
        run_command(cargo(workspace, &["check", "--workspace"]))?;
        return Ok(Outcome::passed(format!("{wanted}, the present toolchain")));
    }
    let installed = capture(command(workspace, "rustup", &["toolchain", "list"])).unwrap_or_default();
    match installed_for(&installed, wanted) {
        Some(toolchain) => {
            let check = ["run", toolchain, "cargo", "check", "--workspace"];
            run_command(command(workspace, "rustup", &check))?;
            Ok(Outcome::passed(format!("{wanted}, by rustup")))
        }
        None => Ok(Outcome::skipped(format!("toolchain {wanted}"))),
    }
}

/// The version in `rustc 1.95.0 (...)`.
fn version_of(output: &str) -> &str {
    output.split_whitespace().nth(1).unwrap_or_default()
}

/// Whether `version` is `wanted`, where `wanted` may leave the patch number out.
fn satisfies(version: &str, wanted: &str) -> bool {
    version == wanted
        || (wanted.split('.').count() == 2
            && version.rsplit_once('.').is_some_and(|(minor, _)| minor == wanted))
}

/// The first toolchain in `rustup toolchain list` that is `wanted`.
fn installed_for<'a>(list: &'a str, wanted: &str) -> Option<&'a str> {
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.into_iter().find(|name| name.split('-').next().is_some_and(|version| satisfies(version, wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_release_is_its_minor_version_and_a_newer_one_is_not() {
        assert!(satisfies("1.95.0", "1.95") && satisfies("1.95.1", "1.95") && satisfies("1.95.1", "1.95.1"));
        assert!(
            !satisfies("1.96.0", "1.95") && !satisfies("1.9.5", "1.95") && !satisfies("1.95.0", "1.95.1")
        );
        assert!(!satisfies("1.95.0-nightly", "1.95.0"));
        assert_eq!(version_of("rustc 1.95.0 (59807616e 2026-04-14)\n"), "1.95.0");
        assert_eq!(version_of(""), "");
    }

    #[test]
    fn installed_toolchains_are_found_by_version() {
        let list = "stable-x86_64-unknown-linux-gnu (active, default)\n1.95.0-x86_64-unknown-linux-gnu\n";
        assert_eq!(installed_for(list, "1.95"), Some("1.95.0-x86_64-unknown-linux-gnu"));
        assert_eq!(installed_for(list, "1.94"), None);
    }
}
