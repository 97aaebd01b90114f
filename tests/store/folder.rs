//! What only a folder has: other processes, and a system that refuses.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use sutra::core::ErrorKind;
use sutra::store::{FolderStore, Store};

const CHILD: &str = "SUTRA_TEST_LOCKED_FOLDER";

/// Not a test of its own: the other process of the tests below.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let lock = FolderStore::new(folder).lock("writer").unwrap();
    println!("\nlocked");
    std::thread::park();
    drop(lock);
}

#[test]
fn a_lock_holds_other_processes_and_ends_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let store = FolderStore::new(folder.path());
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "folder::child", "--nocapture"]).env(CHILD, folder.path());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("locked")));

    let error = store.lock("writer").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    if cfg!(unix) {
        assert!(error.to_string().ends_with(&format!("is held by process {}", child.id())), "{error}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let lock = store.lock("writer").unwrap();
    let error = store.lock("writer").unwrap_err();
    if cfg!(unix) {
        assert!(error.to_string().ends_with(&format!("process {}", std::process::id())), "{error}");
    }
    drop(lock);
}

#[test]
fn the_folder_is_made_by_what_writes() {
    let folder = tempfile::tempdir().unwrap();
    let store = FolderStore::new(folder.path().join("a/b"));
    assert!(store.list().unwrap().is_empty());
    assert_eq!(store.read("x").unwrap_err().kind(), ErrorKind::NotFound);
    assert!(!store.path().exists());
    drop(store.lock("x").unwrap());
    assert_eq!(store.list().unwrap(), ["x"]);
    assert_eq!(store.describe(), store.path().display().to_string());
}

#[test]
fn folders_inside_are_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("inner")).unwrap();
    fs::write(folder.path().join("file"), "x").unwrap();
    assert_eq!(FolderStore::new(folder.path()).list().unwrap(), ["file"]);
}

#[test]
fn the_error_of_the_system_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "x").unwrap();
    fs::create_dir(folder.path().join("inner")).unwrap();
    let inside_a_file = FolderStore::new(folder.path().join("file"));
    let whole = FolderStore::new(folder.path());
    let errors = [
        inside_a_file.create("a").map(drop),
        inside_a_file.lock("a").map(drop),
        inside_a_file.list().map(drop),
        whole.read("inner").map(drop),
        whole.clone().without_mapping().read("inner").map(drop),
        whole.create("inner").map(drop),
        whole.rename("file", "inner"),
    ];
    for error in errors.map(|result| result.unwrap_err()) {
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
        let source = std::error::Error::source(&error).unwrap();
        assert!(source.is::<std::io::Error>(), "{source}");
        assert!(error.to_string().contains(&folder.path().display().to_string()), "{error}");
    }
}

#[test]
fn data_that_is_locked_stays_data() {
    let folder = tempfile::tempdir().unwrap();
    let store = FolderStore::new(folder.path());
    for data in ["process", "process 12 and more", "a much longer text than the record of a holder is"] {
        fs::write(folder.path().join("data"), data).unwrap();
        let lock = store.lock("data").unwrap();
        let message = store.lock("data").unwrap_err().to_string();
        assert!(message.ends_with("is held by somebody else"), "{message}");
        drop(lock);
        assert_eq!(fs::read_to_string(folder.path().join("data")).unwrap(), data);
    }
}
