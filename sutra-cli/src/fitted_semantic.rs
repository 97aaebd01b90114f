//! Semantic chunks by an encoder that is fitted on the text itself.

use std::sync::Arc;

use sutra::chunk::{SemanticChunker, SentenceChunker, SentenceSplitter, Unit};
use sutra::core::{Chunker, EncoderFit, ErrorKind, Piece, Result, Unwatched};

/// Fits an encoder on the sentences of each text, then cuts the text by their vectors. A text in which there is nothing
/// to fit on is packed sentence by sentence.
pub(crate) struct FittedSemantic {
    pub(crate) fit: Arc<dyn EncoderFit>,
    pub(crate) max: usize,
    pub(crate) unit: Unit,
    pub(crate) overlap: usize,
}

impl Chunker for FittedSemantic {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let sentences = SentenceSplitter::default().sentences(text);
        let sentences = sentences.map(|span| span.slice(text)).collect::<Result<Vec<_>>>()?;
        match self.fit.fit(&sentences, &Unwatched) {
            Ok(encoder) => SemanticChunker::new(encoder, self.max, self.unit, self.overlap)?.chunk(text),
            Err(error) if error.kind() == ErrorKind::InvalidInput => {
                SentenceChunker::new(self.max, self.unit, self.overlap)?.chunk(text)
            }
            Err(error) => Err(error),
        }
    }
}
