//! As much of `Cargo.toml` as the rules ask about.
//!
//! Not a TOML reader: it splits a manifest into section, key and value text, which is enough for what stands
//! in this workspace, and needs no dependency.

/// A manifest as a list of entries in file order.
#[derive(Debug)]
pub(crate) struct Manifest {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    section: String,
    key: String,
    value: String,
}

/// One dependency of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// The name of the package.
    pub(crate) name: String,
    /// Whether it is for tests, benches and examples alone.
    pub(crate) dev: bool,
    /// Whether it comes with a feature.
    pub(crate) optional: bool,
}

impl Manifest {
    /// Splits the text of a manifest.
    pub(crate) fn parse(text: &str) -> Self {
        let (mut section, mut pending, mut entries) = (String::new(), String::new(), Vec::new());
        for line in text.lines().map(without_comment) {
            if pending.is_empty() && line.starts_with('[') {
                section = line.trim_matches(['[', ']']).trim().to_string();
                continue;
            }
            pending.push_str(line);
            if depth(&pending) > 0 {
                continue;
            }
            if let Some((key, value)) = pending.split_once('=') {
                let (key, value) = (key.trim().trim_matches('"').to_string(), value.trim().to_string());
                entries.push(Entry { section: section.clone(), key, value });
            }
            pending.clear();
        }
        Self { entries }
    }

    /// The value of a key without its quotes.
    pub(crate) fn get(&self, section: &str, key: &str) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.section == section && entry.key == key)?;
        Some(entry.value.trim_matches('"'))
    }

    /// The strings of an array; none if it is not there.
    pub(crate) fn strings(&self, section: &str, key: &str) -> Vec<String> {
        let list = self.get(section, key).unwrap_or_default().trim_matches(['[', ']']);
        let parts = list.split(',').map(|part| part.trim().trim_matches('"'));
        parts.filter(|part| !part.is_empty()).map(String::from).collect()
    }

    /// Whether a key takes the value of the workspace.
    pub(crate) fn inherits(&self, section: &str, key: &str) -> bool {
        self.get(section, &format!("{key}.workspace")) == Some("true")
            || self.get(section, key).is_some_and(|value| has_flag(value, "workspace"))
    }

    /// The dependencies of the package, in file order, each once a kind.
    pub(crate) fn dependencies(&self) -> Vec<Dependency> {
        let mut found: Vec<Dependency> = Vec::new();
        for entry in &self.entries {
            let Some(dependency) = entry.dependency() else { continue };
            let same = |known: &&mut Dependency| known.name == dependency.name && known.dev == dependency.dev;
            match found.iter_mut().find(same) {
                Some(known) => known.optional |= dependency.optional,
                None => found.push(dependency),
            }
        }
        found
    }
}

impl Entry {
    /// The dependency that this entry speaks of, if it does.
    fn dependency(&self) -> Option<Dependency> {
        if self.section.starts_with("workspace") {
            return None;
        }
        // `[dependencies]`, `[dependencies.NAME]`, and both under `[target.'cfg(..)'.]`.
        let at = self.section.rfind("dependencies")?;
        let kind = self.section[..at].rsplit('.').next().unwrap_or_default();
        let (name, field) = match self.section[at..].split_once('.') {
            Some((_, name)) => (name, self.key.as_str()),
            None => self.key.split_once('.').unwrap_or((&self.key, "")),
        };
        let renamed = match field {
            "package" => Some(self.value.trim_matches('"')),
            _ => self.value.split_once("package = \"").and_then(|(_, rest)| rest.split('"').next()),
        };
        Some(Dependency {
            name: renamed.unwrap_or(name.trim_matches('"')).to_string(),
            dev: kind == "dev-",
            optional: has_flag(&self.value, "optional") || (field == "optional" && self.value == "true"),
        })
    }
}

/// Whether an inline table sets `flag = true`.
fn has_flag(value: &str, flag: &str) -> bool {
    let compact: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    compact.contains(&format!("{flag}=true"))
}

/// The line before a `#` that stands outside quotes.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return line[..at].trim(),
            _ => {}
        }
    }
    line.trim()
}

/// How many brackets stand open outside quotes.
fn depth(text: &str) -> i32 {
    let (mut quoted, mut depth) = (false, 0);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = r##"
[workspace]
members = [ # all of them
    "a",
    "b#c",
]
[workspace.dependencies]
hidden = "1"
[package]
name = "x"
license.workspace = true
rust-version = { workspace = true }
[dependencies]
one.workspace = true
one.optional = true
two = { version = "2", optional = true, features = ["f"] }
three = { package = "real", version = "1" }
[dependencies.four]
version = "4"
optional = true
[target.'cfg(unix)'.build-dependencies]
five = "5"
[dev-dependencies]
one = "1"
"##;

    #[test]
    fn keys_arrays_and_inheritance() {
        let manifest = Manifest::parse(SAMPLE);
        assert_eq!(manifest.get("package", "name"), Some("x"));
        assert_eq!(manifest.get("package", "version"), None);
        assert_eq!(manifest.strings("workspace", "members"), ["a", "b#c"]);
        assert!(manifest.inherits("package", "license") && manifest.inherits("package", "rust-version"));
        assert!(!manifest.inherits("package", "name"));
    }

    #[test]
    fn dependencies_of_every_form() {
        let found = Manifest::parse(SAMPLE).dependencies();
        let shown: Vec<_> = found.iter().map(|d| (d.name.as_str(), d.dev, d.optional)).collect();
        let expected = [
            ("one", false, true),
            ("two", false, true),
            ("real", false, false),
            ("four", false, true),
            ("five", false, false),
            ("one", true, false),
        ];
        assert_eq!(shown, expected);
    }
}
