//! Tests.

use crate::command::{cargo, run_lines};
use crate::step::Outcome;
use crate::test_output::TestOutput;
use crate::workspace::Workspace;

/// `cargo test --workspace`: unit, integration and doc tests. Tests that need data which is not there say so
/// in a line `skipped: ...`, which the summary repeats.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    // Without --show-output the harness swallows what a passing test prints.
    let command = cargo(workspace, &["test", "--workspace", "--", "--show-output"]);
    let mut output = TestOutput::default();
    run_lines(command, |line| {
        if let Some(line) = output.read(line) {
            println!("{line}");
        }
    })?;
    match output.passed() {
        0 => Err("cargo test ran no test".into()),
        passed => Ok(Outcome::Passed { note: format!("{passed} tests"), skipped: output.into_skipped() }),
    }
}
