//! Scripts that measure beside Python libraries.

use std::fs;
use std::path::Path;

use crate::command::{capture, cargo, command, run as run_command};
use crate::step::Outcome;
use crate::workspace::Workspace;

const FOLDER: &str = "benches/peers";

/// The scripts, which take a number of rows or passages. Each checks that both sides find the same before it measures.
const SCRIPTS: &[&str] = &["flat_peers.py", "bm25_peers.py"];

/// Enough to compare, and done in seconds.
const ROWS: &str = "2000";

/// Runs each script at a small size in a virtual environment of its own.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    if std::env::var_os("SUTRA_DATA").is_none() {
        return Ok(Outcome::skipped("SUTRA_DATA"));
    }
    let environment = workspace.target().join("peers-python");
    if let Err(error) = prepare(workspace, &environment) {
        println!("{error}");
        return Ok(Outcome::skipped(format!("Python 3 and the packages of {FOLDER}/requirements.txt")));
    }
    let manifest = format!("{FOLDER}/Cargo.toml");
    // The binaries come with the benches, which the step before has built.
    let mut build = cargo(workspace, &["bench", "--no-run", "--benches", "--manifest-path", &manifest]);
    build.env("CARGO_TARGET_DIR", workspace.target());
    run_command(build)?;
    let python = python_of(&environment);
    for script in SCRIPTS {
        let mut measure = command(workspace, &python, &[&format!("{FOLDER}/{script}"), ROWS]);
        measure.env("CARGO_TARGET_DIR", workspace.target());
        print!("{}", capture(measure)?);
    }
    Ok(Outcome::passed(format!("{} ran at a small size", SCRIPTS.len())))
}

/// Makes the environment and installs what the scripts import, unless an earlier run did.
fn prepare(workspace: &Workspace, environment: &Path) -> Result<(), String> {
    let wanted = format!("{FOLDER}/requirements.txt");
    let text =
        fs::read_to_string(workspace.root().join(&wanted)).map_err(|error| format!("{wanted}: {error}"))?;
    let installed = environment.join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|found| found == text) {
        return Ok(());
    }
    let folder = environment.to_string_lossy();
    capture(command(workspace, "python3", &["-m", "venv", &folder]))?;
    let pip = ["-m", "pip", "install", "--quiet", "--requirement", &wanted];
    capture(command(workspace, &python_of(environment), &pip))?;
    fs::write(&installed, text).map_err(|error| format!("{}: {error}", installed.display()))
}

/// The interpreter of an environment.
fn python_of(environment: &Path) -> String {
    let name = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    environment.join(name).to_string_lossy().into_owned()
}
