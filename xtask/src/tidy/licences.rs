//! Every package carries the licences. Cargo packs no file from outside a package's folder and links do not work
//! everywhere, so each published member holds a copy, and the copies are equal.

use super::tree::{Finding, Tree};

/// The licences, in the root.
const FILES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT"];

/// Copies that are missing or differ from the root's.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let text = |path: &str| tree.texts().find(|(own, _)| *own == path).map(|(_, text)| text);
    let mut found = Vec::new();
    for member in tree.members().iter().filter(|member| member.is_published() && !member.folder.is_empty()) {
        for file in FILES {
            let path = format!("{}/{file}", member.folder);
            match text(&path) {
                None => found.push(Finding::in_file(&path, format!("missing: copy {file} here"))),
                copy if copy != text(file) => {
                    found.push(Finding::in_file(&path, format!("not the {file} of the root: copy it again")));
                }
                Some(_) => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_changed_copies_are_found() {
        let files = [
            ("LICENSE-APACHE", "one"),
            ("LICENSE-MIT", "two"),
            ("a/LICENSE-APACHE", "one"),
            ("a/LICENSE-MIT", "two"),
            ("b/LICENSE-MIT", "2"),
        ];
        let members = [("", ""), ("a", ""), ("b", ""), ("tool", "[package]\npublish = false\n")];
        let found: Vec<String> =
            check(&Tree::of_both(&files, &members)).iter().map(ToString::to_string).collect();
        let expected = [
            "b/LICENSE-APACHE: missing: copy LICENSE-APACHE here",
            "b/LICENSE-MIT: not the LICENSE-MIT of the root: copy it again",
        ];
        assert_eq!(found, expected);
    }
}
