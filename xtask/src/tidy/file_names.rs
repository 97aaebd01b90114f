//! A file is named for what is in it.

use super::tree::{Finding, Tree};

/// Names under which anything would fit.
const DRAWERS: &[&str] = &["types.rs", "util.rs", "utils.rs"];

/// Rust files with such a name.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let named =
        tree.rust().filter(|(path, _)| path.rsplit('/').next().is_some_and(|name| DRAWERS.contains(&name)));
    named.map(|(path, _)| Finding::in_file(path, "name the file for the one thing in it")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawers_are_found_and_longer_names_are_not() {
        let files =
            [("a/src/types.rs", ""), ("utils.rs", ""), ("a/src/score_types.rs", ""), ("a/utils.py", "")];
        let found: Vec<String> = check(&Tree::of_files(&files)).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("a/src/types.rs: ") && found[1].starts_with("utils.rs: "));
    }
}
