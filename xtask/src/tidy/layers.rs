//! Which crate of the family may stand on which.

use super::tree::{Finding, Member, Tree};
use crate::manifest::Dependency;

/// Each crate below the facade with all crates of the family that it may name, in tests too. The five stages
/// (chunk, encode, index, rerank, graph) have no edges between them: what joins them lives in the facade.
const LAYERS: &[(&str, &[&str])] = &[
    ("sutra-core", &[]),
    ("sutra-static-en", &[]),
    ("sutra-text", &["sutra-core"]),
    ("sutra-model", &["sutra-core"]),
    ("sutra-chunk", &["sutra-core", "sutra-text"]),
    ("sutra-encode", &["sutra-core", "sutra-text", "sutra-model", "sutra-static-en"]),
    ("sutra-index", &["sutra-core", "sutra-text"]),
    ("sutra-rerank", &["sutra-core", "sutra-text", "sutra-model"]),
    ("sutra-graph", &["sutra-core"]),
    ("sutra-eval", &["sutra-core"]),
    ("sutra-feedback", &["sutra-core"]),
    ("sutra-ground", &["sutra-core"]),
    ("sutra-postgres", &["sutra-core", "sutra-text"]),
];

/// The facade, which may name everything below it but evaluation (its tests and benchmarks may).
const FACADE: &str = "sutra-rag";

/// What stands on the facade and may name anything.
const ABOVE: &[&str] = &["sutra-agent", "sutra-mcp", "sutra-cli"];

/// Every edge that the layers forbid.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for member in tree.members() {
        let dependencies = member.manifest.dependencies();
        let forbidden = dependencies.iter().filter(|dependency| !allowed(member, dependency));
        found.extend(forbidden.map(|dependency| {
            member.finding(format!("{} must not depend on {}", member.name(), dependency.name))
        }));
        if member.name().starts_with("sutra-") && !is_known(member.name()) {
            found.push(member.finding(format!("{} has no place in the layers", member.name())));
        }
    }
    found
}

fn allowed(member: &Member, dependency: &Dependency) -> bool {
    let name = dependency.name.as_str();
    if !name.starts_with("sutra-") {
        return member.name() != "sutra-core" || dependency.dev || (name == "serde" && dependency.optional);
    }
    match member.name() {
        FACADE => !ABOVE.contains(&name) && (name != "sutra-eval" || dependency.dev),
        above if ABOVE.contains(&above) => true,
        leaf => LAYERS.iter().any(|(layer, below)| *layer == leaf && below.contains(&name)),
    }
}

fn is_known(name: &str) -> bool {
    name == FACADE || ABOVE.contains(&name) || LAYERS.iter().any(|(layer, _)| *layer == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings about a crate with one dependency.
    fn edge(from: &str, section: &str, dependency: &str) -> usize {
        let manifest = format!("[package]\nname = \"{from}\"\n[{section}]\n{dependency}\n");
        check(&Tree::of_members(&[(from, &manifest)])).len()
    }

    #[test]
    fn core_takes_nothing_but_optional_serde() {
        assert_eq!(edge("sutra-core", "dependencies", "serde = { version = \"1\", optional = true }"), 0);
        assert_eq!(edge("sutra-core", "dependencies", "serde = \"1\""), 1);
        assert_eq!(edge("sutra-core", "build-dependencies", "cc = \"1\""), 1);
        assert_eq!(edge("sutra-core", "dev-dependencies", "proptest = \"1\""), 0);
        assert_eq!(edge("sutra-core", "dev-dependencies", "sutra-text.workspace = true"), 1);
    }

    #[test]
    fn the_five_stages_have_no_edges_between_them() {
        let five = ["sutra-chunk", "sutra-encode", "sutra-index", "sutra-rerank", "sutra-graph"];
        for from in five {
            assert_eq!(edge(from, "dependencies", "sutra-core.workspace = true"), 0);
            for to in five {
                assert_eq!(edge(from, "dependencies", &format!("{to}.workspace = true")), 1, "{from} {to}");
                assert_eq!(
                    edge(from, "dev-dependencies", &format!("{to}.workspace = true")),
                    1,
                    "{from} {to}"
                );
            }
        }
    }

    #[test]
    fn text_eval_and_graph_stand_on_core_alone() {
        for from in ["sutra-text", "sutra-eval", "sutra-graph"] {
            assert_eq!(edge(from, "dependencies", "serde = \"1\"\nsutra-core.workspace = true"), 0);
            assert_eq!(edge(from, "dependencies", "sutra-text.workspace = true"), 1, "{from}");
            assert_eq!(edge(from, "dependencies", "sutra-rag.workspace = true"), 1, "{from}");
        }
    }

    #[test]
    fn the_facade_does_not_ship_evaluation() {
        assert_eq!(edge("sutra-rag", "dependencies", "sutra-eval.workspace = true"), 1);
        assert_eq!(edge("sutra-rag", "dev-dependencies", "sutra-eval.workspace = true"), 0);
        assert_eq!(edge("sutra-rag", "dependencies", "sutra-cli.workspace = true"), 1);
        assert_eq!(edge("sutra-rag", "dependencies", "sutra-index.workspace = true"), 0);
        assert_eq!(edge("sutra-cli", "dependencies", "sutra-eval.workspace = true"), 0);
    }

    #[test]
    fn a_new_crate_needs_a_place_and_tools_stand_apart() {
        assert_eq!(edge("sutra-new", "dependencies", "serde = \"1\""), 1);
        assert_eq!(edge("xtask", "dependencies", "sutra-core.workspace = true"), 1);
    }
}
