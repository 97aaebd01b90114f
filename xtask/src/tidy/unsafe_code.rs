//! Unchecked code has its places.

use super::tree::{Finding, Tree};
use crate::rust_source::{code_only, lines_with_word};

/// The SIMD kernels, and the one file that maps committed files into memory.
const PLACES: &[&str] = &["sutra-index/src/kernel/", "sutra-model/src/kernel/", "src/mapped_file.rs"];

/// Every line with `unsafe` in code elsewhere.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.rust().filter(|(path, _)| !PLACES.iter().any(|place| path.starts_with(place))) {
        let message = format!("unsafe is for {} alone", PLACES.join(", "));
        let lines = lines_with_word(&code_only(text), "unsafe");
        found.extend(lines.into_iter().map(|line| Finding::at_line(path, line, message.clone())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_counts_and_comments_strings_and_kernels_do_not() {
        let code = "// unsafe\n#![deny(unsafe_code)]\nfn f() { unsafe {} }\nconst S: &str = \"unsafe\";\n";
        let found = check(&Tree::of_files(&[("a/src/b.rs", code), ("sutra-index/src/kernel/avx2.rs", code)]));
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("a/src/b.rs:3: "), "{}", found[0]);
    }
}
