//! Examples.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::command::{cargo, run as run_command, run_lines};
use crate::component;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// The crate that uses the family as a stranger would: a workspace of its own.
const OUTSIDE: &str = "examples/outside/Cargo.toml";

/// Runs each `examples/*.rs`, then tests and lints the outside crate if there is one.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let names = names(&workspace.root().join("examples"))?;
    for name in &names {
        run_one(workspace, name)?;
    }
    if workspace.root().join(OUTSIDE).is_file() {
        check_outside(workspace)?;
    }
    Ok(Outcome::passed(format!("{} run", names.len())))
}

/// The names of the examples in a folder, sorted: `NAME.rs`, or `NAME/main.rs`.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").is_file() {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// Runs one example; its output is counted, not shown, unless it fails.
fn run_one(workspace: &Workspace, name: &str) -> Result<(), String> {
    let start = Instant::now();
    let mut lines = Vec::new();
    let command = cargo(workspace, &["run", "--quiet", "--package", "sutra-rag", "--example", name]);
    let result = run_lines(command, |line| lines.push(line.to_string()));
    if let Err(message) = result {
        lines.iter().for_each(|line| println!("{line}"));
        return Err(message);
    }
    let printed = lines.iter().filter(|line| !line.trim().is_empty()).count();
    if printed == 0 {
        return Err(format!("example {name} printed nothing"));
    }
    println!("  {printed} lines in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Tests and lints the outside crate, with the build folder of the workspace so that git sees no other.
fn check_outside(workspace: &Workspace) -> Result<(), String> {
    let with_target = |arguments: &[&str]| {
        let mut command = cargo(workspace, arguments);
        if std::env::var_os("CARGO_TARGET_DIR").is_none() {
            command.env("CARGO_TARGET_DIR", workspace.root().join("target"));
        }
        command
    };
    run_command(with_target(&["test", "--quiet", "--manifest-path", OUTSIDE]))?;
    if component::is_there(workspace, "clippy", "clippy") {
        let lint = ["clippy", "--manifest-path", OUTSIDE, "--all-targets", "--", "-D", "warnings"];
        run_command(with_target(&lint))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_with_main_are_examples_and_a_crate_is_not() {
        let folder = std::env::temp_dir().join(format!("xtask-examples-{}", std::process::id()));
        fs::create_dir_all(folder.join("two")).unwrap();
        fs::create_dir_all(folder.join("outside/src")).unwrap();
        for file in ["one.rs", "two/main.rs", "outside/Cargo.toml", "notes.md"] {
            fs::write(folder.join(file), "").unwrap();
        }
        let found = names(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.unwrap(), ["one", "two"]);
        assert!(names(&folder).unwrap().is_empty());
    }
}
