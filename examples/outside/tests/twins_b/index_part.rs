//! Twins of an index part.

mod index;
mod part;

use sutra_core::Fingerprint;
use sutra_core::laws::index_part::{Subject, laws};

use crate::Twin;
use part::Broken;

/// The encoder whose vectors the twins are fed with, and its dimension.
const ENCODER: &str = "words in five places";
const DIM: usize = 5;

const TWINS: [&str; 23] = [
    "same_bytes",
    "provides",
    "segments",
    "deletes",
    "merge",
    "merge_bytes",
    "empty_change",
    "nothing",
    "foreign_stamp",
    "truncated",
    "merge_truncated",
    "missing_blob",
    "other_bytes",
    "flipped",
    "build_stops",
    "merge_stops",
    "after_a_stop",
    "sink",
    "no_vectors",
    "rows",
    "no_space",
    "foreign_space",
    "dimension",
];

#[test]
fn every_law_catches_its_twin() {
    let run = |fault| {
        let twin = Broken::new(fault);
        let subject = Subject::new(&twin).with_space(Fingerprint::new(ENCODER), DIM);
        Twin::new(fault, &[], &laws(), &subject)
    };
    crate::check("index part", &crate::names(&laws()), &run("none"), &TWINS.map(run));
}
