//! Runs the command.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run left behind.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The only line of standard output, as JSON.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    /// Every line of standard output, as JSON.
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts an error that says each of `words`.
    pub(crate) fn fails_saying(&self, words: &[&str]) {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in: {}", self.err);
        }
    }
}

/// A folder of its own for files and cache, gone afterwards.
pub(crate) struct Shell {
    root: tempfile::TempDir,
}

impl Shell {
    pub(crate) fn new() -> Self {
        let shell = Self { root: tempfile::tempdir().unwrap() };
        std::fs::create_dir(shell.path("files")).unwrap();
        shell
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "")
    }

    pub(crate) fn run_with(&self, args: &[&str], input: &str) -> Ran {
        self.start(self.root.path(), args, input)
    }

    /// Runs in a folder below.
    pub(crate) fn run_in(&self, folder: &str, args: &[&str]) -> Ran {
        self.start(&self.path(folder), args, "")
    }

    fn start(&self, folder: &Path, args: &[&str], input: &str) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sutra"))
            .args(args)
            .current_dir(folder)
            .env("SUTRA_CACHE", self.path("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read its input may be gone by now.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The folder with a test collection, or `None` after saying that `test` needs it.
pub(crate) fn data(test: &str, name: &str) -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("SUTRA_DATA").map_or(default, PathBuf::from).join(name);
    if folder.exists() {
        return Some(folder);
    }
    println!("skipped: {test} needs SUTRA_DATA");
    None
}
