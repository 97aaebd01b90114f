//! One check.

use crate::workspace::Workspace;

/// A check with a name, run in the workspace. Its error is a message for people.
pub(crate) struct Step {
    /// The name on the command line and in the summary.
    pub(crate) name: &'static str,
    /// One line for the help.
    pub(crate) about: &'static str,
    /// Does the check.
    pub(crate) run: fn(&Workspace) -> Result<Outcome, String>,
}

/// How a check ended that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything holds.
    Passed {
        /// A few words for the summary; may be empty.
        note: String,
        /// What single tests said they left out.
        skipped: Vec<String>,
    },
    /// The machine lacks what the check needs.
    Skipped {
        /// What it needs.
        needs: String,
    },
}

impl Outcome {
    /// Passed, with a few words.
    pub(crate) fn passed(note: impl Into<String>) -> Self {
        Self::Passed { note: note.into(), skipped: Vec::new() }
    }

    /// Skipped for want of something.
    pub(crate) fn skipped(needs: impl Into<String>) -> Self {
        Self::Skipped { needs: needs.into() }
    }
}
