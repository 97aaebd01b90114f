//! Nothing half done is committed.

use super::tree::{Finding, Tree};
use crate::rust_source::{code_only, lines_with_word};

/// Marks of unfinished work, in pieces so that this file does not hold them.
const MARKS: &[[&str; 2]] = &[["TO", "DO"], ["FIX", "ME"]];

/// Every line of a text file with such a mark, and every debug print in Rust code.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.texts() {
        for mark in MARKS.iter().map(|parts| parts.concat()) {
            let lines = lines_with_word(text, &mark).into_iter();
            found.extend(
                lines.map(|line| Finding::at_line(path, line, format!("{mark}: finish it or leave it out"))),
            );
        }
    }
    for (path, text) in tree.rust() {
        let code = code_only(text);
        let lines = code.lines().enumerate().filter(|(_, line)| line.contains("dbg!"));
        found.extend(lines.map(|(at, _)| Finding::at_line(path, at + 1, "a debug print")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_in_any_text_and_debug_prints_in_code() {
        let marks: Vec<String> = MARKS.iter().map(|parts| parts.concat()).collect();
        let text = format!("fine\n# {}: later\n({})\n", marks[0], marks[1]);
        assert_eq!(check(&Tree::of_files(&[("a.py", &text)])).len(), 2);
        let code = "fn f() { dbg!(1); }\n// dbg!\n";
        assert_eq!(check(&Tree::of_files(&[("a.rs", code), ("a.md", code)])).len(), 1);
    }

    #[test]
    fn other_words_pass() {
        let text = format!("{}S todo fixme\n", MARKS[0].concat());
        assert!(check(&Tree::of_files(&[("a.md", &text)])).is_empty());
    }
}
