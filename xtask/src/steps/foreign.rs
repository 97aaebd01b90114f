//! Types of other crates in public signatures.

use std::collections::BTreeMap;
use std::fs;

use crate::command::{cargo, run as run_command};
use crate::manifest::Manifest;
use crate::package::Package;
use crate::rustdoc_json::foreign_types;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// What each crate may show, a section a crate.
const ALLOWED: &str = "xtask/foreign-types.toml";

/// Reads what rustdoc knows of each library with all its features, and holds every type of another crate in it
/// against the list. What the list names and no crate shows is an error too.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let text =
        fs::read_to_string(workspace.root().join(ALLOWED)).map_err(|error| format!("{ALLOWED}: {error}"))?;
    let allowed = Manifest::parse(&text);
    let mut packages = Package::published(workspace)?;
    packages.retain(|package| package.library.is_some());
    let family: Vec<String> = packages.iter().filter_map(|package| package.library.clone()).collect();
    let (mut findings, mut shown) = (Vec::new(), 0);
    for package in &packages {
        let found = foreign_types(&rustdoc(workspace, package)?, &family)
            .map_err(|error| format!("{}: {error}", package.name))?;
        shown += found.len();
        findings.extend(compare(&package.name, &found, &allowed.strings(&package.name, "types")));
    }
    findings.iter().for_each(|line| println!("{line}"));
    match findings.len() {
        0 => Ok(Outcome::passed(format!("{} crates, {shown} foreign types allowed", packages.len()))),
        count => Err(format!("differences between public types and {ALLOWED}: {count}")),
    }
}

/// What differs between the types that a crate shows and those that it may.
fn compare(name: &str, found: &BTreeMap<String, String>, allowed: &[String]) -> Vec<String> {
    let leaks = found.iter().filter(|(path, _)| !allowed.contains(path));
    let leaks = leaks.map(|(path, place)| format!("{name}: {path} in public at {place}"));
    let stale = allowed.iter().filter(|path| !found.contains_key(*path));
    leaks.chain(stale.map(|path| format!("{name}: {path} is allowed and not in public"))).collect()
}

/// rustdoc's JSON of a library. The switch opens that output to a stable toolchain; build scripts look at the
/// switch as well, so this build has a folder of its own and leaves the others' alone.
fn rustdoc(workspace: &Workspace, package: &Package) -> Result<String, String> {
    let folder = workspace.target().join("rustdoc-json");
    let name = package.name.as_str();
    let mut command = cargo(workspace, &["rustdoc", "--quiet", "--lib", "--all-features", "--package", name]);
    // Warnings of the documentation are for the step that builds it.
    command.args(["--", "-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"]);
    command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", &folder);
    run_command(command)?;
    let library = package.library.as_deref().unwrap_or(name);
    let path = folder.join("doc").join(format!("{library}.json"));
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaks_and_stale_entries_are_named_and_the_rest_passes() {
        let found =
            BTreeMap::from([("a::B".into(), "src/x.rs:1, function f".into()), ("c::D".into(), "y".into())]);
        let allowed = ["c::D".to_owned(), "e::F".to_owned()];
        let expected =
            ["x: a::B in public at src/x.rs:1, function f", "x: e::F is allowed and not in public"];
        assert_eq!(compare("x", &found, &allowed), expected);
        assert!(compare("x", &BTreeMap::new(), &[]).is_empty());
    }
}
