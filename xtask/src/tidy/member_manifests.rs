//! Every member crate says what it is and takes the workspace's licence, toolchain and lints.

use super::tree::{Finding, Member, Tree};

/// What is missing in the manifests of members.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.members()
        .iter()
        .flat_map(|member| missing(member).into_iter().map(|what| member.finding(what)))
        .collect()
}

fn missing(member: &Member) -> Vec<&'static str> {
    let manifest = &member.manifest;
    let described = manifest.get("package", "description").is_some_and(|text| !text.trim().is_empty());
    let rules = [
        (described, "no description"),
        (manifest.inherits("package", "license"), "license.workspace = true is missing"),
        (manifest.inherits("package", "rust-version"), "rust-version.workspace = true is missing"),
        (manifest.get("lints", "workspace") == Some("true"), "[lints] workspace = true is missing"),
    ];
    rules.into_iter().filter(|(holds, _)| !holds).map(|(_, message)| message).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_manifest_passes() {
        let full = "[package]\nname = \"a\"\ndescription = \"A\"\nlicense.workspace = true\n\
                    rust-version.workspace = true\n[lints]\nworkspace = true\n";
        assert!(check(&Tree::of_members(&[("a", full)])).is_empty());
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
        ];
        assert_eq!(found, expected);
    }
}
