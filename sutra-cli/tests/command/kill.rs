//! `kill -9` of `sutra index`: one generation or the next, never a mixture.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::Shell;

const FILES: usize = 40;
const KILLS: usize = 50;

/// Writes edition `edition` of the files: every text names it, and some files come and go.
fn write(shell: &Shell, edition: usize) {
    for file in 0..FILES {
        let name = format!("files/{file}.txt");
        if (file + edition).is_multiple_of(5) {
            let _ = std::fs::remove_file(shell.path(&name));
        } else {
            let word = ["harbour", "granite", "bread", "mill"][(file + edition) % 4];
            shell
                .write(&name, format!("Edition e{edition}x of the {word}. See file {file} of the {word}.\n"));
        }
    }
    // Times that lie so far back tell the next change: then a run that changes nothing makes no generation.
    std::thread::sleep(Duration::from_millis(60));
}

/// What the collection answers: every document, and how each score came about.
fn ask(shell: &Shell) -> String {
    let args = ["search", "--in", "made", "edition harbour", "-k", "1000", "--explain", "--json"];
    let ran = shell.run(&args);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out
}

fn index(shell: &Shell) {
    let ran = shell.run(&["index", "--out", "made", "files"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

/// Starts `sutra index` and kills it after a while; says whether it was still running.
fn kill_index(shell: &Shell, after: Duration) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sutra"))
        .args(["index", "--out", "made", "files"])
        .current_dir(shell.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    // On Unix this is SIGKILL, which nothing can catch.
    let running = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

/// Numbers from 0 to 1, the same ones in every run.
struct Shares(u64);

impl Shares {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / (1u64 << 24) as f64
    }
}

#[test]
fn fifty_kills_leave_the_old_or_the_new_generation() {
    let shell = Shell::new();
    write(&shell, 0);
    index(&shell);
    write(&shell, 1);
    let started = Instant::now();
    index(&shell);
    let whole = started.elapsed();
    let mut shares = Shares(7);
    let mut old = ask(&shell);
    let (mut killed, mut kept) = (0, 0);
    for edition in 2..200 {
        write(&shell, edition);
        killed += usize::from(kill_index(&shell, whole.mul_f64(1.5 * shares.next())));

        let verified = shell.run(&["verify", "made"]);
        assert_eq!(verified.code, Some(0), "edition {edition}: {}{}", verified.out, verified.err);
        let found = ask(&shell);
        index(&shell);
        let new = ask(&shell);
        assert!(new.contains(&format!("e{edition}x")) && !new.contains(&format!("e{}x", edition - 1)));
        assert!(found == old || found == new, "edition {edition}: {found}");
        kept += usize::from(found == old);
        old = new;
        if killed == KILLS {
            break;
        }
    }
    assert!(killed == KILLS && kept > 0, "{killed} runs were killed, {kept} times the old generation stood");
}

#[test]
fn a_kill_while_the_first_generation_is_made_leaves_none_or_all() {
    let shell = Shell::new();
    write(&shell, 0);
    let started = Instant::now();
    index(&shell);
    let (whole, complete) = (started.elapsed(), ask(&shell));
    for tenth in 0..10 {
        std::fs::remove_dir_all(shell.path("made")).unwrap();
        kill_index(&shell, whole.mul_f64(f64::from(tenth) / 10.0));
        let verified = shell.run(&["verify", "made"]);
        let left =
            shell.run(&["search", "--in", "made", "edition harbour", "-k", "1000", "--explain", "--json"]);
        if verified.code == Some(0) {
            let none = left.out.contains("\"generation\":0") && left.out.contains("\"hits\":[]");
            assert!(left.out == complete || none, "{}{}", left.out, left.err);
        } else {
            verified.fails_saying(&["made"]);
        }
        index(&shell);
        assert_eq!(ask(&shell), complete);
    }
}
