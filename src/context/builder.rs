//! From hits to a context.

use std::borrow::Cow;
use std::sync::Arc;

use sutra_chunk::{ChunkSizer, Language, SentenceSplitter};
use sutra_core::{Corpus, Error, ErrorKind, Result, Span};

use super::draft::{Draft, with};
use super::{Context, ContextPassage, Template};
use crate::{SearchHit, SearchResults};

/// Makes a [`Context`] of the hits of a query.
///
/// - Hits are taken in their order, each with its neighbours where the recipe asked for them and they fit.
/// - Hits of one document that overlap, or have nothing but white space between them, are one passage: the document's
///   text from the first to the last of them, exactly. It stands where its best hit stands.
/// - The size of the whole text, with all that the template adds, never exceeds the budget. A hit for which there is
///   no room is left out, and smaller ones behind it may still come in. Passages are whole, but for the first: where
///   the best hits are larger than the budget, the first of which whole sentences fit is cut behind the last of those.
///
/// The same hits give the same text. Each hit is one rendering of at most the budget and one passage more, and one
/// call of the sizer.
///
/// ```
/// use sutra::{Context, Pipeline, Template, chunk::Unit, core::{Document, Query}};
/// let text = "Bread rises overnight. The oven is lit at four. The first loaves are sold at six.";
/// let pipeline = Pipeline::builder().build(vec![Document::new("bakery", text)])?;
/// let results = pipeline.search(&Query::new("when is the oven lit?"))?;
/// let context = Context::builder(10, Unit::Words)
///     .with_template(Template::new("{text} [{number}]")?)
///     .build(&results, pipeline.generation().corpus())?;
/// assert_eq!(context.text, "Bread rises overnight. The oven is lit at four. [1]");
/// assert!(context.passages[0].cut);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone)]
pub struct ContextBuilder {
    max: usize,
    sizer: Arc<dyn ChunkSizer>,
    template: Template,
    splitter: SentenceSplitter,
}

impl ContextBuilder {
    /// A context of at most `max` units, as `sizer` counts them, in the default [`Template`].
    #[must_use]
    pub fn new(max: usize, sizer: impl ChunkSizer + 'static) -> Self {
        Self {
            max,
            sizer: Arc::new(sizer),
            template: Template::default(),
            splitter: SentenceSplitter::default(),
        }
    }

    /// Writes passages in this template.
    #[must_use]
    pub fn with_template(mut self, template: Template) -> Self {
        self.template = template;
        self
    }

    /// Finds the sentences of a passage that is cut by the rules of this language.
    #[must_use]
    pub fn with_language(mut self, language: Language) -> Self {
        self.splitter = SentenceSplitter::new(language);
        self
    }

    /// The context of the hits that a pipeline found in `corpus`.
    ///
    /// # Errors
    /// [`InvalidConfig`](ErrorKind::InvalidConfig) where the template without passages is larger than the budget;
    /// [`ForeignStamp`](ErrorKind::ForeignStamp) where the hits are not of this corpus.
    pub fn build(&self, results: &SearchResults, corpus: &dyn Corpus) -> Result<Context> {
        let (empty, _) = self.template.render(&results.query, &[])?;
        let size = self.sizer.size(&empty);
        if size > self.max {
            return Err(Error::invalid_config(format!(
                "the template alone has size {size}, and the budget of the context is {}",
                self.max
            )));
        }
        let texts =
            results.hits.iter().map(|hit| text_of(hit, results, corpus)).collect::<Result<Vec<_>>>()?;
        let mut drafts = Vec::new();
        let mut left_out = Vec::new();
        for (hit, text) in results.hits.iter().zip(&texts) {
            match self.add(&results.query, &drafts, hit, text)? {
                Some(more) => drafts = more,
                None => left_out.push(hit.rank),
            }
        }
        self.finish(&results.query, &drafts, left_out)
    }

    /// The passages with those of a hit; `None` where there is no room.
    fn add<'a>(
        &self,
        query: &str,
        drafts: &[Draft<'a>],
        hit: &'a SearchHit,
        text: &'a str,
    ) -> Result<Option<Vec<Draft<'a>>>> {
        let beside = hit.neighbours.iter().map(|neighbour| neighbour.span);
        let (start, end) = beside.fold((hit.span.start(), hit.span.end()), |(start, end), span| {
            (start.min(span.start()), end.max(span.end()))
        });
        let wide = Span::of(text, start..end)?;
        let mut spans = vec![wide, hit.span];
        spans.dedup();
        for span in spans {
            let more = with(drafts, Draft::new(hit, text, span))?;
            if self.fits(query, &more)? {
                return Ok(Some(more));
            }
        }
        if drafts.is_empty() { self.cut(query, hit, text) } else { Ok(None) }
    }

    /// As many sentences of a hit as there is room for; `None` where there is none for the first.
    fn cut<'a>(&self, query: &str, hit: &'a SearchHit, text: &'a str) -> Result<Option<Vec<Draft<'a>>>> {
        let start = hit.span.start();
        let ends: Vec<usize> = self.splitter.sentences(&hit.text).map(|span| start + span.end()).collect();
        let mut best = None;
        let (mut low, mut high) = (0, ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let drafts = vec![Draft::new(hit, text, Span::of(text, start..ends[middle])?)];
            if self.fits(query, &drafts)? {
                best = Some(drafts);
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(best)
    }

    fn fits(&self, query: &str, drafts: &[Draft<'_>]) -> Result<bool> {
        let (text, _) = self.template.render(query, drafts)?;
        Ok(self.sizer.size(&text) <= self.max)
    }

    fn finish(&self, query: &str, drafts: &[Draft<'_>], left_out: Vec<usize>) -> Result<Context> {
        let (text, places) = self.template.render(query, drafts)?;
        let passages = drafts.iter().zip(places).zip(1..).map(|((draft, at), number)| {
            Ok(ContextPassage {
                number,
                id: draft.hit.id.clone(),
                title: draft.hit.title.clone(),
                span: draft.span,
                text: draft.span.slice(draft.text)?.to_owned(),
                at,
                ranks: draft.ranks.clone(),
                cut: draft.is_cut(),
            })
        });
        let passages = passages.collect::<Result<_>>()?;
        Ok(Context { size: self.sizer.size(&text), text, passages, left_out })
    }
}

/// The text of a hit's document, as far as any hit of it reaches, if it is the one that the hit was found in.
fn text_of<'a>(hit: &SearchHit, results: &SearchResults, corpus: &'a dyn Corpus) -> Result<Cow<'a, str>> {
    let foreign = || {
        let message = format!("hit {} of document {:?} is not of {}", hit.rank, hit.id, corpus.stamp());
        Error::new(ErrorKind::ForeignStamp, message)
    };
    let same = results.hits.iter().filter(|other| other.id == hit.id);
    let reach =
        |hit: &SearchHit| hit.neighbours.iter().map(|one| one.span.end()).fold(hit.span.end(), usize::max);
    let end = same.map(reach).fold(0, usize::max);
    let found = corpus.find(&[&hit.id])?.into_iter().flatten().next().ok_or_else(foreign)?;
    let text = corpus.texts(&[(found, Span::from_storage(0, end)?)]).map_err(|_| foreign())?;
    text.into_iter()
        .next()
        .filter(|text| hit.span.slice(text).is_ok_and(|slice| slice == hit.text))
        .filter(|_| results.generation == corpus.stamp().generation())
        .ok_or_else(foreign)
}
