//! References, boxes and shared pointers stand for what they hold, provided methods included.

use std::sync::Arc;

use sutra_core::{Embeddings, Encoder, Fingerprint, Result};

/// Encodes queries and passages apart, so that a lost override shows.
struct Apart;

impl Encoder for Apart {
    fn dim(&self) -> usize {
        1
    }
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("apart")
    }
    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        Embeddings::new(1, vec![1.0; texts.len()])
    }
    fn encode_queries(&self, texts: &[&str]) -> Result<Embeddings> {
        Embeddings::new(1, vec![2.0; texts.len()])
    }
}

fn through(encoder: impl Encoder) -> (f32, f32) {
    let first = |embeddings: Embeddings| embeddings.into_vec()[0];
    (first(encoder.encode_passages(&["a"]).unwrap()), first(encoder.encode_queries(&["a"]).unwrap()))
}

#[test]
fn provided_methods_are_forwarded_too() {
    assert_eq!(through(&Apart), (1.0, 2.0));
    assert_eq!(through(Box::new(Apart) as Box<dyn Encoder>), (1.0, 2.0));
    assert_eq!(through(Arc::new(Apart) as Arc<dyn Encoder>), (1.0, 2.0));
}
