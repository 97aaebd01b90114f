//! Passages while they are put together.

use sutra_core::{Result, Span};

use crate::SearchHit;

/// A stretch of a document's text on its way into a context.
#[derive(Clone)]
pub(super) struct Draft<'a> {
    /// The best of its hits.
    pub(super) hit: &'a SearchHit,
    /// The headings that its first chunk stands under.
    pub(super) context: &'a str,
    /// The document's whole text.
    pub(super) text: &'a str,
    pub(super) span: Span,
    pub(super) ranks: Vec<usize>,
    /// Where the last of its hits ends: behind the span, if that was cut.
    hits_end: usize,
}

impl<'a> Draft<'a> {
    /// `span` for a hit, in a document whose whole text is `text`.
    pub(super) fn new(hit: &'a SearchHit, text: &'a str, span: Span) -> Self {
        Self { hit, context: &hit.context, text, span, ranks: vec![hit.rank], hits_end: hit.span.end() }
    }

    /// Whether a hit of it stands in it only in part.
    pub(super) fn is_cut(&self) -> bool {
        self.hits_end > self.span.end()
    }

    /// Whether both are of one document, with nothing but white space between them.
    fn touches(&self, other: &Self) -> bool {
        let (first, second) = if self.span <= other.span { (self, other) } else { (other, self) };
        // No such range: they overlap.
        let between = first.text.get(first.span.end()..second.span.start());
        self.hit.id == other.hit.id && between.is_none_or(|between| between.trim().is_empty())
    }

    /// Takes in one that touches it and is not better.
    fn join(&mut self, other: Self) -> Result<()> {
        if other.span.start() < self.span.start() {
            self.context = other.context;
        }
        let start = self.span.start().min(other.span.start());
        self.span = Span::of(self.text, start..self.span.end().max(other.span.end()))?;
        self.hits_end = self.hits_end.max(other.hits_end);
        self.ranks.extend(other.ranks);
        self.ranks.sort_unstable();
        Ok(())
    }
}

/// The passages, best first, with a worse one: joined with those that it touches, in the place of the best of them,
/// or at the end. No two of the result touch, if none did before.
pub(super) fn with<'a>(drafts: &[Draft<'a>], new: Draft<'a>) -> Result<Vec<Draft<'a>>> {
    let (touching, mut all): (Vec<_>, Vec<_>) =
        drafts.iter().cloned().enumerate().partition(|(_, draft)| draft.touches(&new));
    let mut touching = touching.into_iter();
    match touching.next() {
        None => all.push((drafts.len(), new)),
        Some((place, mut best)) => {
            touching.try_for_each(|(_, draft)| best.join(draft))?;
            best.join(new)?;
            let at = all.partition_point(|(other, _)| *other < place);
            all.insert(at, (place, best));
        }
    }
    Ok(all.into_iter().map(|(_, draft)| draft).collect())
}
