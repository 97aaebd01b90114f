//! Whole sentences, packed up to a budget.

use std::io::Read;

use sutra_core::{Chunker, Error, Piece, Result};

use crate::config::check_budget;
use crate::headings::Outline;
use crate::pack::{Budget, Joint, Overlap, Packer, Source, each_sentence};
use crate::{ChunkSizer, Language, PieceStream, SentenceSplitter, Unit};

/// Packs whole sentences into pieces of at most `max`, the last `overlap` sentences of a piece repeated at the
/// start of the next.
///
/// - A sentence larger than `max` is cut between words; a word larger than `max` between user-perceived
///   characters; a single such character larger than `max` stands alone, the only piece above the budget.
///   Parts of a cut sentence count as sentences.
/// - Overlap gives way: sentences of it are dropped where the next sentence would not fit beside them, so every
///   piece brings at least one new sentence. A piece of a single sentence is not repeated.
/// - Only white space between pieces is left out.
///
/// Default: 1,200 bytes, one sentence of overlap, [`Language::Neutral`]. Linear in the text for a [`Unit`]; nothing is
/// allocated for a sentence, and beside the pieces memory is that of one piece.
///
/// A scan over bytes runs at 2.7 GB/s. Packing up to 512 characters takes about 1.0 to 1.8 GB/s of English prose,
/// half of that with an overlap in text of short paragraphs: every stop and line break is looked at by the rules for
/// sentences, which depend on words before and after. What need not be looked at is not: a blank line ends a sentence
/// in any case, so the sentences before the last blank line within reach of a piece are skipped, not told apart.
///
/// ```
/// use sutra_chunk::{SentenceChunker, Unit};
/// use sutra_core::Chunker;
/// let text = "One. Two. Six. Ten.";
/// let pieces = SentenceChunker::new(14, Unit::Bytes, 2)?.chunk(text)?;
/// let texts: Vec<_> = pieces.iter().map(|piece| piece.span.slice(text)).collect::<Result<_, _>>()?;
/// assert_eq!(texts, ["One. Two. Six.", "Two. Six. Ten."]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SentenceChunker {
    budget: Budget,
    overlap: usize,
    language: Language,
    headings: bool,
    drops_headings: bool,
}

impl SentenceChunker {
    /// Pieces of at most `max` units with `overlap` sentences in common.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn new(max: usize, unit: Unit, overlap: usize) -> Result<Self> {
        Self::with_budget(Budget::units(max, unit), overlap)
    }

    /// Pieces whose size, as `sizer` counts it, is at most `max`. Calls `sizer` O(log n) times for a piece of
    /// `n` sentences.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn sized_by(max: usize, sizer: impl ChunkSizer + 'static, overlap: usize) -> Result<Self> {
        Self::with_budget(Budget::sized(max, sizer), overlap)
    }

    fn with_budget(budget: Budget, overlap: usize) -> Result<Self> {
        check_budget(budget.max, overlap, "sentences")?;
        Ok(Self { budget, overlap, language: Language::default(), headings: false, drops_headings: false })
    }

    /// The same chunker with the sentence rules of a language.
    #[must_use]
    pub fn with_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// The same chunker reading the text as Markdown as far as headings go: each ATX heading (`## Setup`)
    /// outside a fenced code block begins a new piece, nothing overlaps across it, and
    /// [`Piece::context`](sutra_core::Piece) says which headings a piece stands under, its own included:
    /// `Guide > Setup`. Titles longer than 200 bytes are shortened there.
    ///
    /// ```
    /// use sutra_chunk::SentenceChunker;
    /// use sutra_core::Chunker;
    /// let pieces = SentenceChunker::default().with_headings(true).chunk("# Guide\nHello.\n## Setup\nInstall it.")?;
    /// assert_eq!(pieces[1].span.range(), 15..35);
    /// assert_eq!(pieces[1].context, "Guide > Setup");
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_headings(mut self, headings: bool) -> Self {
        self.headings = headings;
        self
    }

    /// The same chunker leaving out the lines of the headings themselves, which [`with_headings`](Self::with_headings)
    /// finds: the dropped bytes are exactly those lines, and the context still names them. A text of headings alone
    /// has no pieces.
    ///
    /// ```
    /// use sutra_chunk::SentenceChunker;
    /// use sutra_core::Chunker;
    /// let chunker = SentenceChunker::default().with_headings(true).without_heading_lines();
    /// let pieces = chunker.chunk("# Guide\nHello.")?;
    /// assert_eq!((pieces[0].span.range(), pieces[0].context.as_str()), (8..14, "Guide"));
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    #[must_use]
    pub fn without_heading_lines(mut self) -> Self {
        self.drops_headings = true;
        self
    }
}

impl SentenceChunker {
    /// The pieces of a text that is read bit by bit: those that [`chunk`](Chunker::chunk) cuts of the whole text.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a chunker that reads headings: they are found in
    /// whole texts only.
    pub fn pieces_of<R: Read>(&self, reader: R) -> Result<PieceStream<R>> {
        if self.headings {
            return Err(Error::invalid_config(
                "a text that is read bit by bit cannot be cut by its headings",
            ));
        }
        let packer = Packer::new(self.budget.clone(), Overlap::Parts(self.overlap));
        Ok(PieceStream::new(reader, SentenceSplitter::new(self.language), packer))
    }

    fn chunk_sections(&self, text: &str) -> Result<Vec<Piece>> {
        let source = Source::whole(text);
        let outline = Outline::read(text);
        let mut packer = Packer::new(self.budget.clone(), Overlap::Parts(self.overlap));
        let mut section = 0;
        for sentence in SentenceSplitter::new(self.language).sentences(text) {
            let now = outline.section_at(section, sentence.start());
            if now != section {
                packer.end_section(source, outline.path(now))?;
                section = now;
            }
            if self.drops_headings && outline.is_heading(now, sentence.start()) {
                continue;
            }
            packer.push(source, sentence.range(), Joint::SENTENCE, true)?;
        }
        packer.finish(source)
    }
}

impl Default for SentenceChunker {
    fn default() -> Self {
        Self {
            budget: Budget::units(1200, Unit::Bytes),
            overlap: 1,
            language: Language::default(),
            headings: false,
            drops_headings: false,
        }
    }
}

impl Chunker for SentenceChunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        if self.headings {
            return self.chunk_sections(text);
        }
        let source = Source::whole(text);
        let splitter = SentenceSplitter::new(self.language);
        let overlap = Overlap::Parts(self.overlap);
        let mut packer = Packer::new(self.budget.clone(), overlap).with_lumps(splitter);
        each_sentence(source, splitter, &mut packer, |packer, sentence, _| {
            packer.push(source, sentence, Joint::SENTENCE, true)
        })?;
        packer.finish(source)
    }
}
