//! The house rules that no compiler knows. Each rule is one file with one function over the [`Tree`], and a
//! test in which it fails.

mod file_names;
mod file_size;
mod layers;
mod leftovers;
mod lib_items;
mod licences;
mod line_count;
mod member_manifests;
mod tree;
mod unsafe_code;
mod wording;

use crate::step::Outcome;
use crate::workspace::Workspace;
use tree::{Finding, Tree};

/// A rule: all places where the tree breaks it.
type Rule = fn(&Tree) -> Vec<Finding>;

const RULES: &[(&str, Rule)] = &[
    ("line-count", line_count::check),
    ("unsafe-code", unsafe_code::check),
    ("file-names", file_names::check),
    ("lib-items", lib_items::check),
    ("wording", wording::check),
    ("leftovers", leftovers::check),
    ("file-size", file_size::check),
    ("member-manifests", member_manifests::check),
    ("licences", licences::check),
    ("layers", layers::check),
];

/// Checks every rule and prints every finding.
pub(crate) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let tree = Tree::read(workspace)?;
    let findings = broken(&tree);
    findings.iter().for_each(|line| println!("{line}"));
    match findings.len() {
        0 => Ok(Outcome::passed(format!("{} rules, {} files", RULES.len(), tree.files().len()))),
        broken => Err(format!("places that break a house rule: {broken}")),
    }
}

/// One line for each finding, in the order of the rules.
fn broken(tree: &Tree) -> Vec<String> {
    let lines = |(name, rule): &(&str, Rule)| {
        rule(tree).into_iter().map(|finding| format!("{name}: {finding}")).collect::<Vec<_>>()
    };
    RULES.iter().flat_map(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_repository_is_tidy() {
        let findings = broken(&Tree::read(&Workspace::of_this_build()).unwrap());
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }

    #[test]
    fn a_finding_names_rule_file_and_line() {
        let tree = Tree::of_files(&[("a/src/utils.rs", "fn f() {}\nunsafe fn g() {}\n")]);
        let expected = ["unsafe-code: a/src/utils.rs:2: unsafe", "file-names: a/src/utils.rs: "];
        let found = broken(&tree);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().zip(expected).all(|(line, start)| line.starts_with(start)), "{found:?}");
    }
}
