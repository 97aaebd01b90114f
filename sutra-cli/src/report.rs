//! What an index run tells.

use serde_json::{Value, json};

use crate::output::note;

/// What was read, changed and left out.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) documents: usize,
    pub(crate) changed: usize,
    pub(crate) removed: usize,
    pub(crate) left_out: Vec<Value>,
}

impl Report {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "documents": self.documents,
            "changed": self.changed,
            "removed": self.removed,
            "left_out": self.left_out,
        })
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

    pub(crate) fn add(&mut self, path: &str, line: Option<u64>, reason: &str) {
        self.left_out.push(match line {
            Some(line) => json!({"path": path, "line": line, "reason": reason}),
            None => json!({"path": path, "reason": reason}),
        });
    }
}
