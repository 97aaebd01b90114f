//! Pieces made of blocks.

use std::ops::Range;

use sutra_core::{Chunker, Piece, Result};

use super::cut::Cut;
use super::scanner::Blocks;
use crate::config::check_budget;
use crate::pack::Budget;
use crate::{ChunkSizer, Language, Unit};

/// Packs the blocks of a Markdown text, section by section.
///
/// - Each heading (`## Setup`, or a title underlined with `===` or `---`) begins a new piece, and
///   [`Piece::context`](sutra_core::Piece) says which headings a piece stands under, its own included:
///   `Guide > Setup`. Titles longer than 200 bytes are shortened there.
/// - A code block, a table, a list or a block of HTML that fits `max` is never cut. A larger one is cut between
///   its lines, rows or items. Paragraphs and quotations are packed sentence by sentence; a piece in whose second
///   half a block ends, ends with that block.
/// - The last `overlap` sentences of running text are repeated at the start of the next piece of the section;
///   never a heading, a line of code, a row or an item.
/// - Front matter is a piece of its own.
/// - What is larger than `max` even so is cut as [`SentenceChunker`](crate::SentenceChunker) cuts a sentence. Only
///   white space between pieces is left out.
///
/// Blocks are those of CommonMark 0.31 at the top level of the text, and the tables of GitHub. Linear in the text
/// for a [`Unit`]. Default: 1,200 bytes, one sentence of overlap, [`Language::Neutral`].
///
/// ```
/// use sutra_chunk::{MarkdownChunker, Unit};
/// use sutra_core::Chunker;
/// let text = "# Guide\nHello there.\n\n```sh\n# not a heading\nrun\n```\n\n## Setup\nInstall it.";
/// let pieces = MarkdownChunker::new(60, Unit::Bytes, 1)?.chunk(text)?;
/// let found: Vec<_> = pieces.iter().map(|piece| (piece.context.as_str(), piece.span.range())).collect();
/// assert_eq!(found, [("Guide", 0..51), ("Guide > Setup", 53..73)]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct MarkdownChunker {
    pub(super) budget: Budget,
    pub(super) overlap: usize,
    pub(super) language: Language,
    pub(super) drops_headings: bool,
    pub(super) table_heads: bool,
}

impl MarkdownChunker {
    /// Pieces of at most `max` units with `overlap` sentences in common.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn new(max: usize, unit: Unit, overlap: usize) -> Result<Self> {
        Self::with_budget(Budget::units(max, unit), overlap)
    }

    /// Pieces whose size, as `sizer` counts it, is at most `max`. Calls `sizer` O(log n) times for a piece of `n`
    /// sentences.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn sized_by(max: usize, sizer: impl ChunkSizer + 'static, overlap: usize) -> Result<Self> {
        Self::with_budget(Budget::sized(max, sizer), overlap)
    }

    fn with_budget(budget: Budget, overlap: usize) -> Result<Self> {
        check_budget(budget.max, overlap, "sentences")?;
        Ok(Self { budget, overlap, ..Self::default() })
    }

    /// The same chunker with the sentence rules of a language.
    #[must_use]
    pub fn with_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// The same chunker leaving out the headings themselves: the dropped bytes are exactly those lines, and the
    /// context still names them. A text of headings alone has no pieces.
    #[must_use]
    pub fn without_heading_lines(mut self) -> Self {
        self.drops_headings = true;
        self
    }

    /// The same chunker giving the head of a table (the names of its columns and the line under them) to the
    /// context of every piece that begins further down in it, behind the headings and a line break.
    ///
    /// ```
    /// use sutra_chunk::{MarkdownChunker, Unit};
    /// use sutra_core::Chunker;
    /// let text = "| Name | Unit |\n|---|---|\n| speed | m/s |\n| mass | kg |";
    /// let pieces = MarkdownChunker::new(45, Unit::Bytes, 0)?.with_table_heads().chunk(text)?;
    /// assert_eq!(pieces[1].span.slice(text)?, "| mass | kg |");
    /// assert_eq!(pieces[1].context, "| Name | Unit |\n|---|---|");
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_table_heads(mut self) -> Self {
        self.table_heads = true;
        self
    }
}

impl Default for MarkdownChunker {
    fn default() -> Self {
        Self {
            budget: Budget::units(1200, Unit::Bytes),
            overlap: 1,
            language: Language::default(),
            drops_headings: false,
            table_heads: false,
        }
    }
}

impl Chunker for MarkdownChunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let mut cut = Cut::new(self, text);
        for block in Blocks::new(text) {
            cut.block(block)?;
        }
        let (mut pieces, tables) = cut.finish()?;
        if self.table_heads {
            add_heads(&mut pieces, &tables, text);
        }
        Ok(pieces)
    }
}

/// A table that is in several pieces.
pub(super) struct CutTable {
    pub(super) span: Range<usize>,
    /// The end of its head.
    pub(super) head: usize,
}

/// Adds the head of a table to the context of the pieces that begin below it.
fn add_heads(pieces: &mut [Piece], tables: &[CutTable], text: &str) {
    let mut tables = tables.iter().peekable();
    for piece in pieces {
        let start = piece.span.start();
        while tables.next_if(|table| table.span.end <= start).is_some() {}
        let Some(table) = tables.peek().filter(|table| table.head <= start) else { continue };
        if !piece.context.is_empty() {
            piece.context.push('\n');
        }
        piece.context.push_str(text.get(table.span.start..table.head).unwrap_or_default());
    }
}
