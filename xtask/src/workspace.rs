//! The workspace that the checks run in: its root, its files, its members.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::manifest::Manifest;

/// A checked-out workspace.
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The workspace that this program was built from.
    pub(crate) fn of_this_build() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self { root: here.parent().unwrap_or(here).to_path_buf() }
    }

    /// The folder of the root `Cargo.toml`.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder that cargo builds into.
    pub(crate) fn target(&self) -> PathBuf {
        let chosen = std::env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty());
        self.root.join(chosen.unwrap_or_else(|| "target".into()))
    }

    /// The manifest of a member by its folder; `""` is the root.
    pub(crate) fn manifest(&self, member: &str) -> Result<Manifest, String> {
        let path = self.root.join(member).join("Cargo.toml");
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Manifest::parse(&text))
    }

    /// The folders of all members, the root (`""`) first.
    pub(crate) fn members(&self) -> Result<Vec<String>, String> {
        let mut members = vec![String::new()];
        members.extend(self.manifest("")?.strings("workspace", "members"));
        Ok(members)
    }

    /// Relative paths, with `/`, of all files that git tracks or would track; without git, of all files
    /// outside build folders. Sorted.
    pub(crate) fn files(&self) -> Result<Vec<String>, String> {
        let mut files = match self.files_of_git() {
            Some(files) => files,
            None => {
                println!("git does not answer here: reading the folder instead");
                let mut files = Vec::new();
                walk(&self.root, "", &mut files)?;
                files
            }
        };
        files.retain(|file| self.root.join(file).is_file());
        files.sort();
        files.dedup();
        Ok(files)
    }

    fn files_of_git(&self) -> Option<Vec<String>> {
        let output = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&self.root)
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let files: Vec<String> = text.split('\0').filter(|path| !path.is_empty()).map(String::from).collect();
        (output.status.success() && !files.is_empty()).then_some(files)
    }
}

/// Adds the files under `prefix` to `files`, without build output and what belongs to git.
fn walk(folder: &Path, prefix: &str, files: &mut Vec<String>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
        let kind = entry.file_type().map_err(|error| format!("{}: {error}", entry.path().display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if kind.is_file() && !name.ends_with(".profraw") {
            files.push(path);
        } else if kind.is_dir() && !matches!(name.as_str(), "target" | ".git" | ".venv") {
            walk(&entry.path(), &format!("{path}/"), files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_the_workspace_and_lists_this_crate() {
        let workspace = Workspace::of_this_build();
        let members = workspace.members().unwrap();
        assert_eq!(members.first().map(String::as_str), Some(""));
        assert!(members.iter().any(|member| member == "xtask"));
        assert!(workspace.files().unwrap().iter().any(|file| file == "xtask/src/workspace.rs"));
    }

    #[test]
    fn walking_finds_sources_and_leaves_build_output_out() {
        let mut files = Vec::new();
        walk(Workspace::of_this_build().root(), "", &mut files).unwrap();
        assert!(files.iter().any(|file| file == "xtask/src/main.rs"));
        assert!(files.iter().all(|file| !file.starts_with("target/") && !file.starts_with(".git/")));
    }
}
