//! What a prompt is given.

use sutra_chunk::ChunkSizer;
use sutra_core::Span;

use super::ContextBuilder;

/// The hits of a query as the text of a prompt: numbered passages, each with where it comes from.
///
/// ```
/// use sutra::{Context, Pipeline, chunk::Unit, core::{Document, Query}};
/// let pipeline = Pipeline::builder().build(vec![
///     Document::new("sea", "Harbour walls keep the sea out.").with_title("The harbour"),
///     Document::new("bread", "Bread rises in a warm kitchen."),
/// ])?;
/// let results = pipeline.search(&Query::new("who keeps the sea out?"))?;
/// let context = Context::builder(12, Unit::Words).build(&results, pipeline.generation().corpus())?;
/// assert_eq!(context.text, "[1] The harbour (sea)\nHarbour walls keep the sea out.");
/// assert_eq!((context.passages[0].id.as_str(), context.left_out.as_slice()), ("sea", &[2][..]));
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context {
    /// The whole text, within the budget.
    pub text: String,
    /// The size of the text, in what the budget is counted in.
    pub size: usize,
    /// The passages, in the order of their numbers.
    pub passages: Vec<ContextPassage>,
    /// The ranks of the hits that are not in the text, because the budget left no room for them.
    pub left_out: Vec<usize>,
}

impl Context {
    /// How a context of at most `max` units, as `sizer` counts them, is made: a
    /// [`Unit`](sutra_chunk::Unit), or the tokeniser of the model that will read it.
    #[must_use]
    pub fn builder(max: usize, sizer: impl ChunkSizer + 'static) -> ContextBuilder {
        ContextBuilder::new(max, sizer)
    }

    /// The passage of a number, for whoever follows a citation; `None` where there is none.
    #[must_use]
    pub fn passage(&self, number: usize) -> Option<&ContextPassage> {
        number.checked_sub(1).and_then(|at| self.passages.get(at))
    }
}

/// A numbered passage: one stretch of a document's text, made of one hit or of several that touch.
///
/// ```
/// use sutra::{Context, Pipeline, chunk::Unit, core::{Document, Query}};
/// let pipeline = Pipeline::builder().build(vec![Document::new("a", "Bread rises in a warm kitchen.")])?;
/// let results = pipeline.search(&Query::new("bread"))?;
/// let context = Context::builder(100, Unit::Words).build(&results, pipeline.generation().corpus())?;
/// let passage = context.passage(1).unwrap();
/// assert_eq!((passage.id.as_str(), passage.span.range(), passage.ranks.as_slice()), ("a", 0..30, &[1][..]));
/// assert_eq!(passage.at.slice(&context.text)?, passage.text);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContextPassage {
    /// Its number, from 1.
    pub number: usize,
    /// The document's id.
    pub id: String,
    /// The document's title, or an empty string.
    pub title: String,
    /// Where it stands in the document's text.
    pub span: Span,
    /// Exactly the bytes `span` of the document's text.
    pub text: String,
    /// Where `text` stands in the text of the context.
    pub at: Span,
    /// The ranks of the hits in it, in ascending order.
    pub ranks: Vec<usize>,
    /// Whether it is the beginning of a hit that was too long as a whole.
    pub cut: bool,
}
