//! Pieces that end at the best place within reach.

use sutra_core::{Chunker, Piece, Result};

use crate::config::check_budget;
use crate::pack::{Budget, Ends, Joint, Overlap, Packer, Source, each_sentence};
use crate::{ChunkSizer, Language, SentenceSplitter, Unit};

/// Cuts between paragraphs where it can, else between lines, sentences, words and, last, user-perceived characters.
///
/// From where it begins, a piece reaches as far as `max` allows; it ends at the last of the best places within that
/// reach. The next piece repeats at most `overlap` units, from the best place among them; less where what follows
/// would not fit beside them. Only white space between pieces is left out; a single character larger than `max`
/// stands alone. Linear in the text for a [`Unit`].
///
/// ```
/// use sutra_chunk::{RecursiveChunker, Unit};
/// use sutra_core::Chunker;
/// let text = "One two. Three four.\n\nFive six.\nSeven.";
/// let pieces = RecursiveChunker::new(30, Unit::Characters, 0)?.chunk(text)?;
/// let texts: Vec<_> = pieces.iter().map(|piece| piece.span.slice(text)).collect::<Result<_, _>>()?;
/// assert_eq!(texts, ["One two. Three four.", "Five six.\nSeven."]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecursiveChunker {
    budget: Budget,
    overlap: usize,
    language: Language,
}

impl RecursiveChunker {
    /// Pieces of at most `max` units with at most `overlap` units in common.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn new(max: usize, unit: Unit, overlap: usize) -> Result<Self> {
        Self::with_budget(Budget::units(max, unit), overlap)
    }

    /// Pieces whose size, as `sizer` counts it, is at most `max`, with an overlap of at most `overlap` in the same
    /// measure. Calls `sizer` O(log n) times for a piece of `n` words.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn sized_by(max: usize, sizer: impl ChunkSizer + 'static, overlap: usize) -> Result<Self> {
        Self::with_budget(Budget::sized(max, sizer), overlap)
    }

    fn with_budget(budget: Budget, overlap: usize) -> Result<Self> {
        check_budget(budget.max, overlap, "units")?;
        Ok(Self { budget, overlap, language: Language::default() })
    }

    /// The same chunker with the sentence rules of a language.
    #[must_use]
    pub fn with_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }
}

impl Default for RecursiveChunker {
    /// 1,200 bytes without overlap.
    fn default() -> Self {
        Self { budget: Budget::units(1200, Unit::Bytes), overlap: 0, language: Language::default() }
    }
}

impl Chunker for RecursiveChunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let source = Source::whole(text);
        let splitter = SentenceSplitter::new(self.language);
        let overlap = Overlap::Units(self.overlap);
        let mut packer =
            Packer::new(self.budget.clone(), overlap).with_ends(Ends::Anywhere).with_lumps(splitter);
        each_sentence(source, splitter, &mut packer, |packer, sentence, reached| {
            let mut joint = Joint::of_gap(source.get(reached..sentence.start));
            let mut at = sentence.start;
            for line in source.get(sentence).split_inclusive('\n') {
                let start = at + line.len() - line.trim_start().len();
                let end = at + line.trim_end().len();
                at += line.len();
                if start < end {
                    packer.push(source, start..end, joint, true)?;
                    joint = Joint::LINE;
                }
            }
            Ok(())
        })?;
        packer.finish(source)
    }
}
