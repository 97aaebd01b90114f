//! The repository stays small.

use super::tree::{Finding, LARGEST, Tree};

/// Files over the size limit: large data is made by a script or named by `SUTRA_DATA`.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let large = tree.files().iter().filter(|file| file.size > LARGEST);
    large
        .map(|file| Finding::in_file(&file.path, format!("{} bytes, and {LARGEST} is the most", file.size)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_too_many_is_found() {
        let just = "x".repeat(1_000_000);
        let found = check(&Tree::of_files(&[("just.txt", &just), ("over.txt", &format!("{just}x"))]));
        assert_eq!(found, [Finding::in_file("over.txt", "1000001 bytes, and 1000000 is the most")]);
    }
}
