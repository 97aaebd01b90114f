//! Windows of a fixed size.

use std::collections::VecDeque;
use std::ops::Range;

use sutra_core::{Chunker, Piece, Result, Span};

use crate::config::check_budget;
use crate::pack::{Budget, Measure};
use crate::sized_window::SizedWindows;
use crate::words::{clusters, words};
use crate::{ChunkSizer, Unit};

/// Cuts a text into windows of at most `max` units, each sharing `overlap` units with the one before.
///
/// Bytes and characters are cut between user-perceived characters (extended grapheme clusters, UAX #29), words
/// between words. White space counts, but for words; at the ends of a window it is left out, and only that.
/// A single character larger than `max` stands alone. Where the next character would not fit beside the
/// overlap, the overlap is shortened. Linear in the text. Under a [`ChunkSizer`] the cuts are those of characters,
/// and the overlap is the longest end of a window that `sizer` says is at most `overlap`.
///
/// ```
/// use sutra_chunk::{Unit, WindowChunker};
/// use sutra_core::Chunker;
/// let pieces = WindowChunker::new(4, Unit::Characters, 2)?.chunk("KLMNOPQRST")?;
/// let spans: Vec<_> = pieces.iter().map(|piece| piece.span.range()).collect();
/// assert_eq!(spans, [0..4, 2..6, 4..8, 6..10]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WindowChunker {
    budget: Budget,
    overlap: usize,
}

impl WindowChunker {
    /// Windows of at most `max` units with `overlap` units in common.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn new(max: usize, unit: Unit, overlap: usize) -> Result<Self> {
        check_budget(max, overlap, "units")?;
        Ok(Self { budget: Budget::units(max, unit), overlap })
    }

    /// Windows whose size, as `sizer` counts it, is at most `max`, with at most `overlap` in common in the same
    /// measure. Calls `sizer` O(log n) times for a window of `n` characters.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn sized_by(max: usize, sizer: impl ChunkSizer + 'static, overlap: usize) -> Result<Self> {
        check_budget(max, overlap, "units")?;
        Ok(Self { budget: Budget::sized(max, sizer), overlap })
    }

    fn windows(&self, text: &str, atoms: impl Iterator<Item = Atom>) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut window = Window::default();
        for atom in atoms {
            if window.size + atom.size > self.budget.max {
                if let Some(span) = window.take() {
                    pieces.push(Piece::new(Span::of(text, span)?));
                }
                window.keep(self.overlap, self.budget.max.saturating_sub(atom.size));
            }
            window.push(atom);
        }
        // What is left over from the last window alone would be a piece that adds nothing.
        if let Some(span) = window.take() {
            pieces.push(Piece::new(Span::of(text, span)?));
        }
        Ok(pieces)
    }
}

impl Chunker for WindowChunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let unit = match &self.budget.measure {
            Measure::Sizer(sizer) => {
                let windows = SizedWindows::new(text, &**sizer, self.budget.max, self.overlap);
                return windows.map(|window| Ok(Piece::new(Span::of(text, window)?))).collect();
            }
            Measure::Unit(Unit::Words) => {
                return self
                    .windows(text, words(text).map(|word| Atom { span: word, size: 1, blank: false }));
            }
            Measure::Unit(unit) => *unit,
        };
        let atoms = clusters(text).map(move |span| {
            let cluster = text.get(span.clone()).unwrap_or_default();
            let size = if cluster.len() == 1 { 1 } else { unit.size(cluster) };
            Atom { span, size, blank: cluster.chars().all(char::is_whitespace) }
        });
        self.windows(text, atoms)
    }
}

/// What is never cut: a grapheme cluster or a word.
#[derive(Clone, Debug)]
struct Atom {
    span: Range<usize>,
    size: usize,
    blank: bool,
}

/// The atoms of the window being filled. The first is never blank.
#[derive(Debug, Default)]
struct Window {
    atoms: VecDeque<Atom>,
    size: usize,
    /// Whether it holds an atom, not blank, that no earlier window holds.
    fresh: bool,
}

impl Window {
    fn push(&mut self, atom: Atom) {
        if self.atoms.is_empty() && atom.blank {
            return;
        }
        self.fresh |= !atom.blank;
        self.size += atom.size;
        self.atoms.push_back(atom);
    }

    /// The span of the window without white space, if it adds anything to the windows before it.
    fn take(&mut self) -> Option<Range<usize>> {
        if !std::mem::take(&mut self.fresh) {
            return None;
        }
        let last = self.atoms.iter().rfind(|atom| !atom.blank)?;
        Some(self.atoms.front()?.span.start..last.span.end)
    }

    /// Keeps as much of the end as `overlap` and `room` allow, and not all of it.
    fn keep(&mut self, overlap: usize, room: usize) {
        self.drop_first();
        while self.size > overlap.min(room) || self.atoms.front().is_some_and(|atom| atom.blank) {
            self.drop_first();
        }
    }

    fn drop_first(&mut self) {
        self.size -= self.atoms.pop_front().map_or(0, |atom| atom.size);
    }
}
