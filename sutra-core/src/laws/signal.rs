//! Laws of [`Signal`].

use super::setting::{Restamped, is_error, is_stop, near};
use super::{Law, Outcome, Setting};
use crate::{Candidate, ChunkId, Corpus, ErrorKind, Result, Scale, Search, Signal};

/// A signal under test, what it is asked, and what it promises beyond the trait.
///
/// ```
/// use sutra_core::laws::{LawCorpus, Setting, signal};
/// use sutra_core::{Candidate, Query, Result, Scale, ScoreKind, Search, Signal};
/// /// How short a passage is: 1 for an empty one.
/// struct Short;
/// impl Signal for Short {
///     fn kind(&self) -> ScoreKind { ScoreKind::Unit }
///     fn score(&self, _: &Search<'_>, candidates: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
///         for (candidate, out) in candidates.iter().zip(out) {
///             *out = Some(1.0 / (1.0 + candidate.text.len() as f32));
///         }
///         Ok(Scale::new(ScoreKind::Unit))
///     }
/// }
/// let corpus = LawCorpus::sample()?;
/// signal::check(&signal::Subject::new(&Short, Setting::new(&corpus, Query::new("a tall oak"))))?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub struct Subject<'a> {
    signal: &'a dyn Signal,
    setting: Setting<'a>,
    missing: Vec<ChunkId>,
    holds_ids: bool,
    stops: bool,
}

impl<'a> Subject<'a> {
    /// A signal that has a value for every chunk of the setting's corpus.
    #[must_use]
    pub fn new(signal: &'a dyn Signal, setting: Setting<'a>) -> Self {
        Self { signal, setting, missing: Vec::new(), holds_ids: false, stops: false }
    }

    /// It has no value for these chunks.
    #[must_use]
    pub fn with_missing(mut self, chunks: impl IntoIterator<Item = ChunkId>) -> Self {
        self.missing = chunks.into_iter().collect();
        self
    }

    /// It holds ids of the corpus, so that another generation must be refused.
    #[must_use]
    pub fn holding_ids(mut self) -> Self {
        self.holds_ids = true;
        self
    }

    /// It takes long, so that a query's cancellation must stop it.
    #[must_use]
    pub fn stopping(mut self) -> Self {
        self.stops = true;
        self
    }

    fn score(&self, candidates: &[Candidate<'_>]) -> std::result::Result<Values, String> {
        let search = self.setting.search().map_err(|error| error.to_string())?;
        self.score_in(&search, candidates).map_err(|error| error.to_string())
    }

    fn score_in(&self, search: &Search<'_>, candidates: &[Candidate<'_>]) -> Result<Values> {
        let mut raw = vec![None; candidates.len()];
        let scale = self.signal.score(search, candidates, &mut raw)?;
        Ok(Values { raw, scale })
    }

    fn all(&self) -> std::result::Result<Vec<Candidate<'_>>, String> {
        self.setting.candidates().map_err(|error| error.to_string())
    }
}

/// What a signal said of a list of candidates.
struct Values {
    raw: Vec<Option<f32>>,
    scale: Scale,
}

/// Runs all laws.
///
/// # Errors
/// [`Contract`](ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws of [`Signal`].
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("others", "a value does not depend on the candidates after it", others),
        Law::new("order", "a value does not depend on the order of the candidates", order),
        Law::new("scale", "the scale does not depend on the candidates", scale),
        Law::new("finite", "every value is finite", finite),
        Law::new("kind", "the scale is of the kind that the signal says", kind),
        Law::new("has_unit", "a signal that has a map maps every value, one without a map none", has_unit),
        Law::new("unit", "a unit score is in [0, 1]", unit),
        Law::new("monotone", "a unit score grows with the value", monotone),
        Law::new("missing", "a candidate without a value has none, and every other has one", missing),
        Law::new("foreign_stamp", "a signal that holds ids refuses another generation", foreign_stamp),
        Law::new("no_candidates", "no candidates are no error", no_candidates),
        Law::new("threads", "every thread gets the same values", threads),
        Law::new("stops", "a signal that takes long stops with the query's own error", stops),
    ]
}

fn same(a: Option<f32>, b: Option<f32>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => near(a, b) || (a.is_nan() && b.is_nan()),
        (None, None) => true,
        _ => false,
    }
}

fn compare(
    candidates: &[Candidate<'_>],
    expected: &[Option<f32>],
    found: &[Option<f32>],
    how: &str,
) -> Outcome {
    for ((candidate, expected), found) in candidates.iter().zip(expected).zip(found) {
        if !same(*expected, *found) {
            return Err(format!(
                "chunk {} has {found:?} {how}, and {expected:?} in the list",
                candidate.chunk
            ));
        }
    }
    Ok(())
}

fn others(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    let expected = subject.score(&all)?.raw;
    for count in 1..all.len() {
        let found = subject.score(&all[..count])?.raw;
        compare(&all, &expected, &found, &format!("in a list of {count}"))?;
    }
    Ok(())
}

fn order(subject: &Subject<'_>) -> Outcome {
    let mut all = subject.all()?;
    let mut expected = subject.score(&all)?.raw;
    all.reverse();
    expected.reverse();
    compare(&all, &expected, &subject.score(&all)?.raw, "in the reversed list")
}

fn scale(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    let expected = subject.score(&all)?.scale;
    for candidate in &all {
        let found = subject.score(std::slice::from_ref(candidate))?.scale;
        if !same(found.max(), expected.max()) {
            return Err(format!("chunk {} alone gives {found:?}, all give {expected:?}", candidate.chunk));
        }
    }
    Ok(())
}

fn finite(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    let values = subject.score(&all)?.raw;
    match all.iter().zip(values).find(|(_, raw)| raw.is_some_and(|raw| !raw.is_finite())) {
        Some((candidate, raw)) => Err(format!("chunk {} has {raw:?}", candidate.chunk)),
        None => Ok(()),
    }
}

fn kind(subject: &Subject<'_>) -> Outcome {
    let (said, found) = (subject.signal.kind(), subject.score(&subject.all()?)?.scale.kind());
    if said == found { Ok(()) } else { Err(format!("it says {said} and gives {found}")) }
}

/// The finite values, ascending, with one between each two of them.
fn raw_values(values: &Values) -> Vec<f32> {
    let mut raw: Vec<f32> = values.raw.iter().flatten().copied().filter(|raw| raw.is_finite()).collect();
    raw.sort_unstable_by(f32::total_cmp);
    let between: Vec<f32> = raw.windows(2).map(|pair| pair[0] / 2.0 + pair[1] / 2.0).collect();
    raw.extend(between);
    raw.sort_unstable_by(f32::total_cmp);
    raw
}

fn has_unit(subject: &Subject<'_>) -> Outcome {
    let values = subject.score(&subject.all()?)?;
    let says = subject.signal.has_unit();
    match raw_values(&values)
        .into_iter()
        .find(|raw| subject.signal.unit(values.scale, *raw).is_some() != says)
    {
        Some(raw) => {
            Err(format!("it says {says}, and {raw} gives {:?}", subject.signal.unit(values.scale, raw)))
        }
        None => Ok(()),
    }
}

fn unit(subject: &Subject<'_>) -> Outcome {
    let values = subject.score(&subject.all()?)?;
    for raw in raw_values(&values) {
        if let Some(unit) = subject.signal.unit(values.scale, raw)
            && !(0.0..=1.0).contains(&unit)
        {
            return Err(format!("{raw} gives {unit}"));
        }
    }
    Ok(())
}

fn monotone(subject: &Subject<'_>) -> Outcome {
    let values = subject.score(&subject.all()?)?;
    let raw = raw_values(&values);
    for pair in raw.windows(2) {
        let unit = |raw| subject.signal.unit(values.scale, raw);
        if let (Some(low), Some(high)) = (unit(pair[0]), unit(pair[1]))
            && low > high
        {
            return Err(format!("{} gives {low} and {} gives {high}", pair[0], pair[1]));
        }
    }
    Ok(())
}

fn missing(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    for (candidate, raw) in all.iter().zip(subject.score(&all)?.raw) {
        if subject.missing.contains(&candidate.chunk) == raw.is_some() {
            return Err(format!("chunk {} has {raw:?}", candidate.chunk));
        }
    }
    Ok(())
}

fn foreign_stamp(subject: &Subject<'_>) -> Outcome {
    if !subject.holds_ids {
        return Ok(());
    }
    let other = Restamped(subject.setting.corpus);
    let search = subject.setting.search_in(&other, &subject.setting.query).map_err(|e| e.to_string())?;
    let result = subject.score_in(&search, &subject.all()?);
    is_error(result, ErrorKind::ForeignStamp, &format!("a search of {}", other.stamp()))
}

fn no_candidates(subject: &Subject<'_>) -> Outcome {
    subject.score(&[]).map(|_| ())
}

fn threads(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    let expected = subject.score(&all)?.raw;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(|| subject.score(&all))).collect();
        for worker in workers {
            let found = worker.join().map_err(|_| "a thread panicked".to_owned())??.raw;
            compare(&all, &expected, &found, "in another thread")?;
        }
        Ok(())
    })
}

fn stops(subject: &Subject<'_>) -> Outcome {
    if !subject.stops {
        return Ok(());
    }
    let query = subject.setting.stopped();
    let search = subject.setting.search_in(subject.setting.corpus, &query).map_err(|e| e.to_string())?;
    is_stop(subject.score_in(&search, &subject.all()?), "scoring")
}
