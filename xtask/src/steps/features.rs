//! Every feature by itself.

use crate::command::{cargo, run as run_command};
use crate::package::Package;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// The most features that a crate may have, `default` and those for a device apart.
const MOST: usize = 3;

/// Features that choose a device and do not count.
const DEVICES: &[&str] = &["cuda", "metal"];

/// Checks each crate with no feature, with each alone, and with all.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let packages = Package::published(workspace)?;
    let crowded: Vec<String> = packages.iter().filter_map(crowded).collect();
    if !crowded.is_empty() {
        return Err(crowded.join("\n"));
    }
    let mut checks = 0;
    for package in &packages {
        for set in sets(&package.features) {
            let mut command = cargo(workspace, &["check", "--locked", "--quiet", "--package", &package.name]);
            command.args(set);
            run_command(command)?;
            checks += 1;
        }
    }
    Ok(Outcome::passed(format!("{} crates, {checks} checks", packages.len())))
}

/// What is wrong with the number of a crate's features, if anything is.
fn crowded(package: &Package) -> Option<String> {
    let count = package.features.iter().filter(|feature| !DEVICES.contains(&feature.as_str())).count();
    (count > MOST).then(|| format!("{} has {count} features, and {MOST} is the most", package.name))
}

/// The arguments of each check of a crate with these features. A single feature is all of them.
fn sets(features: &[String]) -> Vec<Vec<&str>> {
    let mut sets = vec![vec!["--no-default-features"]];
    sets.extend(features.iter().map(|feature| vec!["--no-default-features", "--features", feature]));
    if features.len() > 1 {
        sets.push(vec!["--all-features"]);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(features: &[&str]) -> Package {
        let features = features.iter().map(ToString::to_string).collect();
        Package { name: "x".into(), published: true, library: None, features }
    }

    #[test]
    fn none_each_and_all() {
        let alone = |name| vec!["--no-default-features", "--features", name];
        let none = vec!["--no-default-features"];
        assert_eq!(sets(&of(&[]).features), [["--no-default-features"]]);
        assert_eq!(sets(&of(&["a"]).features), [none.clone(), alone("a")]);
        let all = vec!["--all-features"];
        assert_eq!(sets(&of(&["a", "b"]).features), [none, alone("a"), alone("b"), all]);
    }

    #[test]
    fn three_features_and_devices_are_enough() {
        assert_eq!(crowded(&of(&["a", "b", "c", "cuda", "metal"])), None);
        assert_eq!(crowded(&of(&["a", "b", "c", "d"])).unwrap(), "x has 4 features, and 3 is the most");
    }
}
