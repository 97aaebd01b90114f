//! Whole sentences, packed up to a budget.

use std::fmt;
use std::sync::Arc;

use sutra_core::{Chunker, Piece, Result, Span};

use crate::config::check_budget;
use crate::headings::Outline;
use crate::parts::{Measure, Part, Parts};
use crate::{ChunkSizer, Language, SentenceSplitter, Unit};

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
/// Default: 1,200 bytes, one sentence of overlap, [`Language::Neutral`]. Linear in the text for a [`Unit`].
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
#[derive(Clone)]
pub struct SentenceChunker {
    max: usize,
    measure: Measure,
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
        Self::with_measure(max, Measure::Unit(unit), overlap)
    }

    /// Pieces whose size, as `sizer` counts it, is at most `max`. Calls `sizer` O(log n) times for a piece of
    /// `n` sentences.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn sized_by(max: usize, sizer: impl ChunkSizer + 'static, overlap: usize) -> Result<Self> {
        Self::with_measure(max, Measure::Sizer(Arc::new(sizer)), overlap)
    }

    fn with_measure(max: usize, measure: Measure, overlap: usize) -> Result<Self> {
        check_budget(max, overlap)?;
        Ok(Self {
            max,
            measure,
            overlap,
            language: Language::default(),
            headings: false,
            drops_headings: false,
        })
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
    /// finds: the dropped bytes are exactly those lines, and the context still names them. A text of headings alone has
    /// no pieces.
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

    /// How many parts the piece that begins with the first of `rest` takes.
    fn fill(&self, text: &str, rest: &[Part]) -> usize {
        let section = rest.first().map_or(0, |part| part.section);
        let same = longest(rest.len(), |count| rest[count - 1].section == section);
        longest(same, |count| self.measure.fits(text, &rest[..count], self.max))
    }

    /// Where the piece after `from..to` begins: with as much overlap as leaves room for the part `to`.
    fn next_start(&self, text: &str, parts: &[Part], from: usize, to: usize) -> usize {
        if parts[to].section != parts[to - 1].section {
            return to;
        }
        let earliest = to.saturating_sub(self.overlap).max(from + 1);
        let wanted = to - earliest;
        to + 1 - longest(wanted + 1, |count| self.measure.fits(text, &parts[to + 1 - count..=to], self.max))
    }
}

impl Default for SentenceChunker {
    fn default() -> Self {
        Self {
            max: 1200,
            measure: Measure::Unit(Unit::Bytes),
            overlap: 1,
            language: Language::default(),
            headings: false,
            drops_headings: false,
        }
    }
}

impl fmt::Debug for SentenceChunker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentenceChunker")
            .field("max", &self.max)
            .field("measure", &self.measure)
            .field("overlap", &self.overlap)
            .field("language", &self.language)
            .field("headings", &self.headings)
            .field("drops_headings", &self.drops_headings)
            .finish()
    }
}

impl Chunker for SentenceChunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let outline = if self.headings { Outline::read(text) } else { Outline::default() };
        let sentences = SentenceSplitter::new(self.language).sentences(text);
        let mut parts = Parts::new(text, &self.measure, self.max).collect(sentences, &outline);
        if self.drops_headings {
            parts.retain(|part| !outline.is_heading(part.section, part.start));
        }
        let mut pieces = Vec::new();
        let mut from = 0;
        while from < parts.len() {
            let to = from + self.fill(text, &parts[from..]);
            let span = Span::of(text, parts[from].start..parts[to - 1].end)?;
            pieces.push(Piece::new(span).with_context(outline.path(parts[from].section)));
            if to == parts.len() {
                break;
            }
            from = self.next_start(text, &parts, from, to);
        }
        Ok(pieces)
    }
}

/// The largest count in `1..=len` that fits, where a smaller count fits whenever a larger one does; 1 if none
/// does. O(log result) calls, none on much more than twice the result.
pub(crate) fn longest(len: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut good, mut step) = (1, 1);
    while good + step <= len && fits(good + step) {
        good += step;
        step *= 2;
    }
    let mut bad = len.saturating_add(1).min(good + step);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if fits(middle) { good = middle } else { bad = middle }
    }
    good
}
