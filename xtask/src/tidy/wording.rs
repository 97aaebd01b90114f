//! The project speaks of itself: not of the machine it was written on, nor of how it was written.

use super::tree::{Finding, Tree};

/// Absolute paths of one machine, in pieces so that this file does not hold them.
const PATHS: &[[&str; 2]] = &[["/", "work/"], ["/", "root/"], ["/tmp", "/t-"]];

/// Words, in any case, in pieces as well.
const WORDS: &[[&str; 2]] = &[["sub", "agent"], ["sub-", "agent"]];

/// Every line of a text file that holds one of them.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.texts() {
        for (at, line) in text.lines().enumerate() {
            if let Some(what) = first_in(line) {
                found.push(Finding::at_line(path, at + 1, format!("`{what}` does not speak of the project")));
            }
        }
    }
    found
}

/// The first forbidden path or word of a line.
fn first_in(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    let path = PATHS.iter().map(|parts| parts.concat()).find(|path| starts_somewhere(&lower, path));
    path.or_else(|| WORDS.iter().map(|parts| parts.concat()).find(|word| lower.contains(word)))
}

/// Whether an absolute path starts somewhere in the line: `a/b/` is a part of a relative one.
fn starts_somewhere(line: &str, path: &str) -> bool {
    let inner = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || "._-})>*~".contains(c));
    line.match_indices(path).any(|(at, _)| !inner(&line[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_and_word_is_found() {
        for parts in PATHS.iter().chain(WORDS) {
            let line = format!("see `{}x`", parts.concat());
            assert_eq!(first_in(&line), Some(parts.concat()), "{line}");
            let found = check(&Tree::of_files(&[("a.md", &format!("fine\n{line}\n"))]));
            assert!(found[0].to_string().starts_with("a.md:2: "));
        }
    }

    #[test]
    fn relative_paths_and_other_words_pass() {
        for line in
            ["target/work/x", "{base}/root/x", "https://example.org/work/", "framework/root", "agents"]
        {
            assert_eq!(first_in(line), None, "{line}");
        }
    }
}
