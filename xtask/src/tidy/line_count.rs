//! Files stay small.

use super::tree::{Finding, Tree};

/// The most lines of a Rust file outside tests. There is no list of exceptions: cut the file in two.
const MOST: usize = 400;

/// Rust files outside tests that are too long.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let long = |(path, text): (&str, &str)| {
        let lines = text.lines().count();
        let message = || format!("{lines} lines, and {MOST} is the most outside tests");
        (lines > MOST && !is_test(path)).then(|| Finding::in_file(path, message()))
    };
    tree.rust().filter_map(long).collect()
}

/// Whether a path lies in a `tests` folder or is a `tests.rs` beside the code.
fn is_test(path: &str) -> bool {
    path.split('/').any(|part| part == "tests" || part == "tests.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_outside_tests() {
        let (just, over) = ("x\n".repeat(MOST), "x\n".repeat(MOST + 1));
        let files = [
            ("a/src/just.rs", &*just),
            ("a/src/over.rs", &over),
            ("a/tests/it/over.rs", &over),
            ("a.md", &over),
        ];
        let found = check(&Tree::of_files(&files));
        let message = "401 lines, and 400 is the most outside tests";
        assert_eq!(found, [Finding::in_file("a/src/over.rs", message)]);
    }
}
