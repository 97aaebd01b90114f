//! What goes to a registry.

use crate::command::{capture, cargo, run as run_command};
use crate::package::Package;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// Files that every package holds beside its code.
const OWED: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/"];

/// Packs every crate that may be published, and looks whether each package holds what it owes. Building each from
/// its package compiles every dependency once more, which is for a release: `cargo package --workspace`.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let packages = Package::all(workspace)?;
    let (published, kept): (Vec<_>, Vec<_>) = packages.iter().partition(|package| package.published);
    for package in &published {
        let list = ["package", "--list", "--allow-dirty", "--package", &package.name];
        let files = capture(cargo(workspace, &list))?;
        if let Some(what) = missing(&files) {
            return Err(format!("the package of {} lacks {what}", package.name));
        }
    }
    let mut command =
        cargo(workspace, &["package", "--workspace", "--allow-dirty", "--no-verify", "--quiet"]);
    kept.iter().for_each(|package| {
        command.args(["--exclude", &package.name]);
    });
    run_command(command)?;
    Ok(Outcome::passed(format!("{} crates", published.len())))
}

/// The first file or folder that a package owes and that its list does not name.
fn missing(files: &str) -> Option<&'static str> {
    let names = |owed: &str| {
        files.lines().any(|file| {
            let file = file.replace('\\', "/");
            file == owed || (owed.ends_with('/') && file.starts_with(owed))
        })
    };
    OWED.iter().copied().find(|owed| !names(owed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_missing_file_is_named() {
        let all = "Cargo.toml\nLICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc\\lib.rs\n";
        assert_eq!(missing(all), None);
        for owed in OWED {
            assert_eq!(missing(&all.replace(owed.trim_end_matches('/'), "other")), Some(*owed));
        }
    }
}
