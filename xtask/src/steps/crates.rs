//! The number of crates in a default build.

use std::collections::HashSet;

use crate::command::{capture, cargo};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// The most crates that a default build of the facade may take, itself included.
const MOST: usize = 150;

/// Counts the crates of `sutra-rag` with default features, without what only tests need.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome, String> {
    let tree = cargo(workspace, &["tree", "-p", "sutra-rag", "-e", "no-dev", "--prefix", "none"]);
    judge(count(&capture(tree)?))
}

/// Distinct lines of the tree, where ` (*)` marks a repetition:
/// `cargo tree -p sutra-rag -e no-dev --prefix none | sed 's/ (\*)//' | sort -u | wc -l`.
fn count(tree: &str) -> usize {
    tree.lines().map(|line| line.replacen(" (*)", "", 1)).collect::<HashSet<_>>().len()
}

fn judge(count: usize) -> Result<Outcome, String> {
    if count > MOST {
        return Err(format!("sutra-rag takes {count} crates by default, and {MOST} is the most"));
    }
    println!("{count} crates, at most {MOST}");
    Ok(Outcome::passed(format!("{count} crates")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_count_once_and_versions_apart() {
        let tree = "a v1.0.0 (x)\nb v1.0.0\nc v1.0.0\nb v1.0.0 (*)\nb v2.0.0\nc v1.0.0\n";
        assert_eq!(count(tree), 4);
        assert_eq!(count(""), 0);
    }

    #[test]
    fn the_limit_holds() {
        assert!(judge(MOST).is_ok());
        assert!(judge(MOST + 1).unwrap_err().contains("151"));
    }
}
