//! Every member crate says what it is and takes the workspace's licence, toolchain and lints. One that is published
//! shows the documentation of all its features, and its README is a tested part of it.

use super::tree::{Finding, Member, Tree};

/// The line of a `lib.rs` that makes the README's examples tests.
const TESTED_README: &str = r#"#![cfg_attr(doctest, doc = include_str!("../README.md"))]"#;

/// What is missing in the manifests of members, and READMEs that no test reads.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.members()
        .iter()
        .flat_map(|member| missing(member).into_iter().map(|what| member.finding(what)))
        .chain(tree.members().iter().filter_map(|member| untested_readme(tree, member)))
        .collect()
}

fn missing(member: &Member) -> Vec<&'static str> {
    let manifest = &member.manifest;
    let described = manifest.get("package", "description").is_some_and(|text| !text.trim().is_empty());
    let docs = |key| manifest.get("package.metadata.docs.rs", key);
    let documented = docs("all-features") == Some("true") && docs("rustdoc-args").is_some();
    let rules = [
        (described, "no description"),
        (manifest.inherits("package", "license"), "license.workspace = true is missing"),
        (manifest.inherits("package", "rust-version"), "rust-version.workspace = true is missing"),
        (manifest.get("lints", "workspace") == Some("true"), "[lints] workspace = true is missing"),
        (documented || !member.is_published(), "[package.metadata.docs.rs] with all-features is missing"),
    ];
    rules.into_iter().filter(|(holds, _)| !holds).map(|(_, message)| message).collect()
}

/// A published library whose README is not among its doc tests.
fn untested_readme(tree: &Tree, member: &Member) -> Option<Finding> {
    let lib =
        if member.folder.is_empty() { "src/lib.rs".into() } else { format!("{}/src/lib.rs", member.folder) };
    let (path, text) = tree.texts().find(|(path, _)| *path == lib)?;
    let missing = member.is_published() && !text.lines().any(|line| line == TESTED_README);
    missing.then(|| Finding::in_file(path, format!("the README is not tested: {TESTED_README}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = "[package]\nname = \"a\"\ndescription = \"A\"\nlicense.workspace = true\n\
                        rust-version.workspace = true\n[lints]\nworkspace = true\n\
                        [package.metadata.docs.rs]\nall-features = true\nrustdoc-args = []\n";

    #[test]
    fn a_full_manifest_passes() {
        assert!(check(&Tree::of_members(&[("a", FULL)])).is_empty());
        let tool = FULL.replace("[package]", "[package]\npublish = false").replace("all-features", "other");
        assert!(check(&Tree::of_members(&[("a", &tool)])).is_empty());
    }

    #[test]
    fn a_library_tests_its_readme() {
        let readme = |lib: &str| check(&Tree::of_both(&[("a/src/lib.rs", lib)], &[("a", FULL)])).len();
        assert_eq!(readme(&format!("//! Guide.\n{TESTED_README}\n")), 0);
        assert_eq!(readme("//! Guide.\n"), 1);
    }

    #[test]
    fn each_missing_line_is_named() {
        let bare =
            "[package]\nname = \"a\"\ndescription = \" \"\nlicense = \"MIT\"\nrust-version = \"1.80\"\n";
        let found: Vec<String> =
            check(&Tree::of_members(&[("a", bare)])).iter().map(ToString::to_string).collect();
        let expected = [
            "a/Cargo.toml: no description",
            "a/Cargo.toml: license.workspace = true is missing",
            "a/Cargo.toml: rust-version.workspace = true is missing",
            "a/Cargo.toml: [lints] workspace = true is missing",
            "a/Cargo.toml: [package.metadata.docs.rs] with all-features is missing",
        ];
        assert_eq!(found, expected);
    }
}
