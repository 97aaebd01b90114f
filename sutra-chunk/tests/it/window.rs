//! Windows under a sizer.

use sutra_chunk::{ChunkSizer, Unit, WindowChunker};

use crate::laws::check;

struct Bytes;

impl ChunkSizer for Bytes {
    fn size(&self, text: &str) -> usize {
        text.len()
    }
}

#[test]
fn a_sizer_that_counts_bytes_cuts_as_bytes_do() {
    for text in ["abcdefghijklmnopqrstuvwxy", "a bc  def    ghij\n\nk …… é 👨\u{200D}👩 x", "…"] {
        for (max, overlap) in [(1, 0), (3, 2), (5, 0), (10, 3), (100, 99)] {
            let counted = check(&WindowChunker::new(max, Unit::Bytes, overlap).unwrap(), text);
            let sized = check(&WindowChunker::sized_by(max, Bytes, overlap).unwrap(), text);
            let ends = |spans: &[sutra_core::Span]| spans.iter().map(|span| span.range()).collect::<Vec<_>>();
            assert_eq!(ends(&sized), ends(&counted), "{max}+{overlap} of {text:?}");
        }
    }
}

#[test]
fn a_sizer_is_asked_a_few_times_a_window() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    struct Counting;
    impl ChunkSizer for Counting {
        fn size(&self, text: &str) -> usize {
            CALLS.fetch_add(1, Ordering::Relaxed);
            text.len()
        }
    }
    let text = "word ".repeat(20_000);
    let windows = check(&WindowChunker::sized_by(500, Counting, 50).unwrap(), &text).len();
    // The check cuts the text twice.
    assert!(CALLS.load(Ordering::Relaxed) < windows * 2 * 60, "{} calls", CALLS.load(Ordering::Relaxed));
}
