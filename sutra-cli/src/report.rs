//! What an index run tells.

use std::fs::{self, OpenOptions};
use std::path::Path;

use serde_json::{Value, json};
use sutra::FilesReport;
use sutra::core::{Result, ResultExt};

use crate::output::note;

/// How much of what was left out is named on standard error.
const MENTIONED: usize = 5;

/// What was read, changed and left out.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) documents: usize,
    changed: usize,
    removed: usize,
    pub(crate) left_out: Vec<Value>,
}

impl Report {
    /// Adds what became of a source.
    pub(crate) fn add(&mut self, files: &FilesReport) {
        self.documents += files.documents;
        self.changed += files.changed;
        self.removed += files.removed;
        self.left_out.extend(files.left_out.iter().map(|left_out| match left_out.line {
            Some(line) => json!({"path": left_out.path, "line": line, "reason": left_out.reason}),
            None => json!({"path": left_out.path, "reason": left_out.reason}),
        }));
    }

    /// Adds documents that were removed by name, or with their source.
    pub(crate) fn add_removed(&mut self, documents: usize) {
        self.removed += documents;
    }

    /// Names what was left out on standard error, as far as it is little.
    pub(crate) fn tell_left_out(&self) {
        for left_out in self.left_out.iter().take(MENTIONED) {
            let text = |key: &str| left_out[key].as_str().unwrap_or_default();
            let line = left_out["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
            note(format_args!("left out {}{line}: {}", text("path"), text("reason")));
        }
        if self.left_out.len() > MENTIONED {
            note(format_args!("and {} more; --report FILE names all", self.left_out.len() - MENTIONED));
        }
    }

    /// Writes the report to the file that was asked for.
    pub(crate) fn write(&self, path: Option<&Path>) -> Result<()> {
        let Some(path) = path else { return Ok(()) };
        let report = json!({
            "documents": self.documents,
            "changed": self.changed,
            "removed": self.removed,
            "left_out": self.left_out,
        });
        let bytes = serde_json::to_vec_pretty(&report).map_err(std::io::Error::from)?;
        fs::write(path, bytes).with_context(|| format!("writing {}", path.display()))
    }

    /// Checks that a report can be written there, before any work is done. What is there stays.
    pub(crate) fn check(path: Option<&Path>) -> Result<()> {
        let Some(path) = path else { return Ok(()) };
        let there = path.symlink_metadata().is_ok();
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.with_context(|| format!("--report {}: it cannot be written", path.display()))?;
        if !there {
            // It is made when there is something to report.
            let _ = fs::remove_file(path);
        }
        Ok(())
    }

    /// In short on standard error, where there is something new to say.
    pub(crate) fn summarize(&self) {
        if self.changed + self.removed > 0 || (self.documents == 0 && !self.left_out.is_empty()) {
            note(format_args!(
                "{} documents, {} files changed, {} removed, {} left out",
                self.documents,
                self.changed,
                self.removed,
                self.left_out.len()
            ));
        }
    }
}
