//! Tests.

use crate::command::{cargo, run_lines};
use crate::step::Outcome;
use crate::test_output::TestOutput;
use crate::workspace::Workspace;

/// What cargo tests, and the names of the tests: unit, integration and doc tests of the workspace, then those that only
/// a feature compiles.
const RUNS: &[(&[&str], &[&str])] = &[
    (&["--workspace"], &[]),
    (&["--package", "sutra-index", "--features", "tantivy"], &["tantivy"]),
    (&["--package", "sutra-rag", "--features", "tantivy", "--test", "tantivy"], &[]),
];

/// Every run must find tests. Tests that need data which is not there say so in a line `skipped: ...`, which the summary
/// repeats.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let mut output = TestOutput::default();
    for (what, names) in RUNS {
        let before = output.passed();
        let mut command = cargo(workspace, &["test"]);
        // Without --show-output the harness swallows what a passing test prints.
        command.args(*what).args(["--", "--show-output"]).args(*names);
        run_lines(command, |line| {
            if let Some(line) = output.read(line) {
                println!("{line}");
            }
        })?;
        if output.passed() == before {
            return Err(format!("cargo test {} ran no test", what.join(" ")));
        }
    }
    let note = format!("{} tests", output.passed());
    Ok(Outcome::Passed { note, skipped: output.into_skipped() })
}
