//! Benchmarks.

use std::fs;

use crate::command::{cargo, run as run_command, run_lines};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// Compiles the benchmarks of the root package as they are measured, then runs each once without measuring.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let count = fs::read_dir(workspace.root().join("benches")).map_or(0, |entries| {
        entries.flatten().filter(|entry| entry.path().extension().is_some_and(|end| end == "rs")).count()
    });
    if count == 0 {
        return Ok(Outcome::passed("no benchmarks"));
    }
    run_command(cargo(workspace, &["bench", "--package", "sutra-rag", "--benches", "--no-run"]))?;
    let once = cargo(workspace, &["bench", "--package", "sutra-rag", "--benches", "--", "--test"]);
    run_lines(once, |line| {
        if !line.trim().is_empty() {
            println!("{line}");
        }
    })?;
    Ok(Outcome::passed(format!("{count} files")))
}
