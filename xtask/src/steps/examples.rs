//! Examples.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::command::{cargo, run as run_command, run_lines};
use crate::component;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// Crates that use the family as a stranger would, each a workspace of its own.
const CRATES: &[&str] = &["outside", "server"];

/// Runs each `examples/*.rs`, then tests, lints and formats the crates under `examples/`.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let names = names(&workspace.root().join("examples"))?;
    for name in &names {
        run_one(workspace, name)?;
    }
    for name in CRATES {
        check_crate(workspace, name)?;
    }
    Ok(Outcome::passed(format!("{} run, {} crates tested", names.len(), CRATES.len())))
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

/// Tests, lints and checks the format of one crate, with the build folder of the workspace so that git sees no other.
fn check_crate(workspace: &Workspace, name: &str) -> Result<(), String> {
    let manifest = format!("examples/{name}/Cargo.toml");
    let run = |verb: &str, arguments: &[&str]| {
        let mut command = cargo(workspace, &[verb, "--manifest-path", &manifest]);
        command.args(arguments).env("CARGO_TARGET_DIR", workspace.target());
        run_command(command)
    };
    run("test", &["--locked", "--quiet"])?;
    if component::is_there(workspace, "clippy", "clippy") {
        run("clippy", &["--all-targets", "--", "-D", "warnings"])?;
    }
    if component::is_there(workspace, "fmt", "rustfmt") {
        run("fmt", &["--check"])?;
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
