//! The packages of the workspace as cargo sees them.

use serde_json::Value;

use crate::command::{capture, cargo};
use crate::workspace::Workspace;

/// One member of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    /// Its name on a registry.
    pub(crate) name: String,
    /// Whether it may be published.
    pub(crate) published: bool,
    /// The name that code imports, for a package with a library.
    pub(crate) library: Option<String>,
    /// Its features, `default` apart, sorted.
    pub(crate) features: Vec<String>,
}

impl Package {
    /// The members that may be published, by name.
    pub(crate) fn published(workspace: &Workspace) -> Result<Vec<Self>, String> {
        let mut packages = Self::all(workspace)?;
        packages.retain(|package| package.published);
        Ok(packages)
    }

    /// All members, by name.
    pub(crate) fn all(workspace: &Workspace) -> Result<Vec<Self>, String> {
        Self::parse(&capture(cargo(workspace, &["metadata", "--no-deps", "--format-version", "1"]))?)
    }

    /// Reads the output of `cargo metadata`.
    fn parse(metadata: &str) -> Result<Vec<Self>, String> {
        let metadata: Value =
            serde_json::from_str(metadata).map_err(|error| format!("cargo metadata: {error}"))?;
        let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
        let mut packages: Vec<Self> = packages.iter().map(Self::of).collect();
        packages.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(packages)
    }

    fn of(package: &Value) -> Self {
        let targets = package["targets"].as_array().into_iter().flatten();
        let mut libraries = targets.filter(|target| {
            target["kind"].as_array().into_iter().flatten().any(|kind| kind == "lib" || kind == "proc-macro")
        });
        let features = package["features"].as_object().into_iter().flat_map(|features| features.keys());
        Self {
            name: text(&package["name"]),
            // `publish = false` is an empty list of registries, and no entry is null.
            published: package["publish"].as_array().is_none_or(|registries| !registries.is_empty()),
            library: libraries.next().map(|library| text(&library["name"])),
            features: features.filter(|feature| *feature != "default").cloned().collect(),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_features_and_what_is_not_published_are_read() {
        let metadata = r#"{"packages": [
            {"name": "tool", "publish": [], "features": {}, "targets": [{"kind": ["bin"], "name": "tool"}]},
            {"name": "a-lib", "publish": null, "features": {"b": [], "default": ["b"], "a": []},
             "targets": [{"kind": ["test"], "name": "it"}, {"kind": ["lib"], "name": "a_lib"}]}]}"#;
        let found = Package::parse(metadata).unwrap();
        let library = Package {
            name: "a-lib".into(),
            published: true,
            library: Some("a_lib".into()),
            features: vec!["a".into(), "b".into()],
        };
        let tool = Package { name: "tool".into(), published: false, library: None, features: Vec::new() };
        assert_eq!(found, [library, tool]);
        assert!(Package::parse("{}").is_err() && Package::parse("x").is_err());
    }

    #[test]
    fn this_workspace_publishes_the_family_and_not_its_checks() {
        let names: Vec<String> = Package::published(&Workspace::of_this_build())
            .unwrap()
            .into_iter()
            .map(|package| package.name)
            .collect();
        assert!(names.iter().any(|name| name == "sutra-core") && !names.iter().any(|name| name == "xtask"));
    }
}
