//! What the rules look at.

use std::fmt;
use std::fs;

use crate::manifest::Manifest;
use crate::workspace::Workspace;

/// Files above this size are not read: the rule on sizes names them.
pub(super) const LARGEST: u64 = 1_000_000;

/// The files and the member crates of a workspace.
pub(super) struct Tree {
    files: Vec<File>,
    members: Vec<Member>,
}

/// One file.
pub(super) struct File {
    /// Relative to the root, with `/`.
    pub(super) path: String,
    /// In bytes.
    pub(super) size: u64,
    /// The content, if it is UTF-8 and not over the size limit.
    pub(super) text: Option<String>,
}

/// One member crate.
pub(super) struct Member {
    /// Its folder; `""` is the root.
    pub(super) folder: String,
    /// Its `Cargo.toml`.
    pub(super) manifest: Manifest,
}

/// A place that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Finding {
    path: String,
    line: Option<usize>,
    message: String,
}

impl Tree {
    /// Reads a workspace.
    pub(super) fn read(workspace: &Workspace) -> Result<Self, String> {
        let mut files = Vec::new();
        for path in workspace.files()? {
            let full = workspace.root().join(&path);
            let size = fs::metadata(&full).map_err(|error| format!("{path}: {error}"))?.len();
            let text = if size > LARGEST { None } else { fs::read_to_string(&full).ok() };
            files.push(File { path, size, text });
        }
        let mut members = Vec::new();
        for folder in workspace.members()? {
            members.push(Member { manifest: workspace.manifest(&folder)?, folder });
        }
        Ok(Self { files, members })
    }

    /// Every file, sorted by path.
    pub(super) fn files(&self) -> &[File] {
        &self.files
    }

    /// Path and text of every text file.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
    }

    /// Path and text of every Rust file.
    pub(super) fn rust(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts().filter(|(path, _)| path.ends_with(".rs"))
    }

    /// Every member crate, the root first.
    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }
}

#[cfg(test)]
impl Tree {
    /// A tree of these files and no members.
    pub(super) fn of_files(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| File {
            path: path.to_string(),
            size: text.len() as u64,
            text: Some(text.to_string()),
        };
        Self { files: files.iter().map(file).collect(), members: Vec::new() }
    }

    /// A tree of members with these manifests and no files.
    pub(super) fn of_members(members: &[(&str, &str)]) -> Self {
        let member = |(folder, text): &(&str, &str)| Member {
            folder: folder.to_string(),
            manifest: Manifest::parse(text),
        };
        Self { files: Vec::new(), members: members.iter().map(member).collect() }
    }

    /// A tree of these files and members.
    pub(super) fn of_both(files: &[(&str, &str)], members: &[(&str, &str)]) -> Self {
        Self { files: Self::of_files(files).files, members: Self::of_members(members).members }
    }
}

impl Member {
    /// The name of the package.
    pub(super) fn name(&self) -> &str {
        self.manifest.get("package", "name").unwrap_or_default()
    }

    /// Whether the package may go to a registry.
    pub(super) fn is_published(&self) -> bool {
        self.manifest.get("package", "publish") != Some("false")
    }

    /// A finding in the manifest.
    pub(super) fn finding(&self, message: impl Into<String>) -> Finding {
        let slash = if self.folder.is_empty() { "" } else { "/" };
        Finding::in_file(&format!("{}{slash}Cargo.toml", self.folder), message)
    }
}

impl Finding {
    /// A finding about a whole file.
    pub(super) fn in_file(path: &str, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: None, message: message.into() }
    }

    /// A finding at a line, counted from 1.
    pub(super) fn at_line(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: Some(line), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}
