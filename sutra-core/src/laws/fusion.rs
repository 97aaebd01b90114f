//! Laws of [`Fusion`].

use super::setting::{is_error, near};
use super::{Law, LawCorpus, Outcome};
use crate::{
    ChunkId, ErrorKind, Fusion, Hit, Named, Ranking, Result, ResultExt, Scale, ScoreKind, Stamp, TieOrder,
};

/// A fusion under test, and the names of the three rankings that it is given.
///
/// ```
/// use sutra_core::{Error, Fusion, Named, Ranking, Result, TieOrder, laws::fusion};
/// /// Whatever comes first.
/// struct First;
/// impl Fusion for First {
///     fn fuse(&self, rankings: &[Named<'_>], _: &dyn TieOrder, k: usize) -> Result<Ranking> {
///         let first = rankings.first().ok_or_else(|| Error::invalid_input("no ranking"))?;
///         Ok(first.ranking.clone().truncated(k))
///     }
/// }
/// let error = fusion::check(&fusion::Subject::new(&First)).unwrap_err();
/// assert!(error.to_string().contains("order_of_rankings"), "{error}");
/// ```
pub struct Subject<'a> {
    fusion: &'a dyn Fusion,
    names: [&'a str; 3],
}

impl<'a> Subject<'a> {
    /// A fusion that takes rankings of any name.
    #[must_use]
    pub fn new(fusion: &'a dyn Fusion) -> Self {
        Self { fusion, names: ["first", "second", "third"] }
    }

    /// A fusion that knows these names.
    #[must_use]
    pub fn with_names(mut self, names: [&'a str; 3]) -> Self {
        self.names = names;
        self
    }
}

/// Runs all laws.
///
/// # Errors
/// [`Contract`](ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws of [`Fusion`].
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("only_theirs", "the chunks of the result are in one of the rankings", only_theirs),
        Law::new("all_of_them", "a k large enough gives every chunk of the rankings", all_of_them),
        Law::new("at_most_k", "there are at most k hits", at_most_k),
        Law::new("prefix", "the hits for a smaller k are a prefix of those for a larger one", prefix),
        Law::new("order_of_rankings", "the order of the rankings does not matter", order_of_rankings),
        Law::new("ties", "equal scores are settled by the given order", ties),
        Law::new(
            "ties_at_k",
            "equal scores are settled by the given order also where k cuts them",
            ties_at_k,
        ),
        Law::new("stamp", "the result is of the rankings' generation", stamp),
        Law::new("foreign_stamp", "rankings of two generations are refused", foreign_stamp),
        Law::new(
            "no_ranking",
            "no ranking at all is an error: nobody's chunks are of no generation",
            no_ranking,
        ),
        Law::new("nothing_found", "rankings without hits give a ranking without hits", nothing_found),
        Law::new("empty_ranking", "an empty ranking beside others changes no order", empty_ranking),
        Law::new("maximum", "no score is above the maximum of the scale", maximum),
        Law::new("exhausted", "what k cut, or an input may go on from, is not exhausted", exhausted),
        Law::new("repeatable", "the same rankings give the same result", repeatable),
    ]
}

const STAMP: Stamp = Stamp::new(7, 3);

/// Rankings and the order of ties.
struct Case {
    corpus: LawCorpus,
    rankings: [Ranking; 3],
}

impl Case {
    fn new(lists: [(ScoreKind, &[(u32, f32)]); 3]) -> Result<Self> {
        let corpus = LawCorpus::sample()?;
        let [first, second, third] = lists.map(|list| ranking(STAMP, list, &corpus));
        Ok(Self { rankings: [first?, second?, third?], corpus })
    }

    /// Scores of several kinds, chunks in one, two and three lists.
    fn mixed() -> Result<Self> {
        Self::new([
            (ScoreKind::Bm25, &[(0, 9.5), (3, 7.0), (8, 2.5), (1, 0.5)]),
            (ScoreKind::Cosine, &[(3, 0.9), (2, 0.7), (9, 0.1), (0, -0.3), (10, -0.4)]),
            (ScoreKind::Probability, &[(5, 1.0), (3, 0.8), (4, 0.3)]),
        ])
    }

    /// Pairs of chunks that mirror each other, and several of one score.
    fn tied() -> Result<Self> {
        Self::new([
            (ScoreKind::Bm25, &[(0, 8.0), (7, 6.0), (3, 4.0), (2, 2.0)]),
            (ScoreKind::Bm25, &[(7, 8.0), (0, 6.0), (2, 4.0), (3, 2.0)]),
            (ScoreKind::Bm25, &[(0, 1.0), (3, 1.0), (7, 1.0), (2, 1.0)]),
        ])
    }

    fn empty() -> Result<Self> {
        Self::new([(ScoreKind::Bm25, &[]), (ScoreKind::Cosine, &[]), (ScoreKind::Unit, &[])])
    }

    fn fuse(&self, subject: &Subject<'_>, k: usize) -> std::result::Result<Ranking, String> {
        self.some(subject, &[0, 1, 2], k)
    }

    /// Fuses the rankings with these numbers.
    fn some(&self, subject: &Subject<'_>, which: &[usize], k: usize) -> std::result::Result<Ranking, String> {
        let named: Vec<_> =
            which.iter().map(|&at| Named { name: subject.names[at], ranking: &self.rankings[at] }).collect();
        let fused = subject.fusion.fuse(&named, &self.corpus, k);
        fused.with_context(|| format!("fusing rankings {which:?} with k = {k}")).map_err(|e| e.to_string())
    }

    fn holds(&self, chunk: ChunkId) -> bool {
        self.rankings.iter().any(|ranking| ranking.ids().any(|id| id == chunk))
    }
}

fn ranking(stamp: Stamp, (kind, hits): (ScoreKind, &[(u32, f32)]), ties: &dyn TieOrder) -> Result<Ranking> {
    let hits = hits.iter().map(|&(chunk, score)| Hit { chunk: ChunkId::new(chunk), score }).collect();
    Ranking::new(stamp, Scale::with_max(kind, 10.0), hits, true, ties)
}

fn text<T>(result: Result<T>) -> std::result::Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn only_theirs(subject: &Subject<'_>) -> Outcome {
    let case = text(Case::mixed())?;
    match case.fuse(subject, usize::MAX)?.ids().find(|chunk| !case.holds(*chunk)) {
        Some(chunk) => Err(format!("chunk {chunk} is in none")),
        None => Ok(()),
    }
}

fn all_of_them(subject: &Subject<'_>) -> Outcome {
    let case = text(Case::mixed())?;
    let fused = case.fuse(subject, usize::MAX)?;
    match case.corpus.ids().into_iter().find(|chunk| case.holds(*chunk) && fused.ids().all(|id| id != *chunk))
    {
        Some(chunk) => Err(format!("chunk {chunk} is missing")),
        None => Ok(()),
    }
}

fn at_most_k(subject: &Subject<'_>) -> Outcome {
    let case = text(Case::mixed())?;
    for k in 0..12 {
        let found = case.fuse(subject, k)?.len();
        if found > k {
            return Err(format!("k = {k} gives {found}"));
        }
    }
    Ok(())
}

fn prefix(subject: &Subject<'_>) -> Outcome {
    is_prefix(subject, &text(Case::mixed())?, &[0, 1, 2])
}

fn ties_at_k(subject: &Subject<'_>) -> Outcome {
    let case = text(Case::tied())?;
    [&[0, 1][..], &[2], &[0, 1, 2]].into_iter().try_for_each(|which| is_prefix(subject, &case, which))
}

fn is_prefix(subject: &Subject<'_>, case: &Case, which: &[usize]) -> Outcome {
    let all = case.some(subject, which, usize::MAX)?;
    for k in 1..all.len() {
        let some = case.some(subject, which, k)?;
        // How many there are is another law's business.
        let expected = all.hits().iter().take(some.len());
        if some.is_empty() || !some.hits().iter().eq(expected) {
            return Err(format!("k = {k} gives {:?} of {:?}", some.hits(), all.hits()));
        }
    }
    Ok(())
}

fn order_of_rankings(subject: &Subject<'_>) -> Outcome {
    let case = text(Case::mixed())?;
    let expected = case.fuse(subject, usize::MAX)?;
    for which in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let found = case.some(subject, &which, usize::MAX)?;
        let scores = expected.hits().iter().zip(found.hits());
        if !expected.ids().eq(found.ids()) || scores.into_iter().any(|(a, b)| !near(a.score, b.score)) {
            return Err(format!("{which:?} gives {:?}, not {:?}", found.hits(), expected.hits()));
        }
    }
    Ok(())
}

fn ties(subject: &Subject<'_>) -> Outcome {
    let case = text(Case::tied())?;
    for which in [&[0, 1][..], &[2], &[0, 1, 2]] {
        let fused = case.some(subject, which, usize::MAX)?;
        for pair in fused.hits().windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if a.score == b.score && case.corpus.tie(a.chunk, b.chunk).is_gt() {
                return Err(format!("chunk {} stands before {} at score {}", a.chunk, b.chunk, a.score));
            }
        }
    }
    Ok(())
}

fn stamp(subject: &Subject<'_>) -> Outcome {
    for case in [text(Case::mixed())?, text(Case::empty())?] {
        let found = case.fuse(subject, 3)?.stamp();
        if found != STAMP {
            return Err(format!("rankings of {STAMP} gave one of {found}"));
        }
    }
    Ok(())
}

fn foreign_stamp(subject: &Subject<'_>) -> Outcome {
    let mut case = text(Case::mixed())?;
    let other = Stamp::new(STAMP.corpus(), STAMP.generation() + 1);
    for at in 0..3 {
        let own = case.rankings[at].clone();
        case.rankings[at] = text(ranking(other, (ScoreKind::Cosine, &[(1, 0.5)]), &case.corpus))?;
        let named = [0, 1, 2].map(|at| Named { name: subject.names[at], ranking: &case.rankings[at] });
        let what = format!("ranking {at} of another generation");
        is_error(subject.fusion.fuse(&named, &case.corpus, 5), ErrorKind::ForeignStamp, &what)?;
        case.rankings[at] = own;
    }
    Ok(())
}

fn no_ranking(subject: &Subject<'_>) -> Outcome {
    match subject.fusion.fuse(&[], &text(LawCorpus::sample())?, 5) {
        Ok(ranking) => Err(format!("it gave a ranking of {}", ranking.stamp())),
        Err(_) => Ok(()),
    }
}

fn nothing_found(subject: &Subject<'_>) -> Outcome {
    let fused = text(Case::empty())?.fuse(subject, 5)?;
    if fused.is_empty() { Ok(()) } else { Err(format!("it gave {:?}", fused.hits())) }
}

fn empty_ranking(subject: &Subject<'_>) -> Outcome {
    for empty in 0..3 {
        let mut case = text(Case::mixed())?;
        case.rankings[empty] = Ranking::empty(STAMP, Scale::new(ScoreKind::Cosine));
        let others: Vec<_> = (0..3).filter(|at| *at != empty).collect();
        let (with, without) = (case.fuse(subject, usize::MAX)?, case.some(subject, &others, usize::MAX)?);
        if !with.ids().eq(without.ids()) {
            return Err(format!("it gave {:?}, not {:?}", with.hits(), without.hits()));
        }
    }
    Ok(())
}

fn maximum(subject: &Subject<'_>) -> Outcome {
    for case in [text(Case::mixed())?, text(Case::tied())?] {
        for which in [&[0][..], &[1], &[2], &[0, 1], &[0, 1, 2]] {
            let fused = case.some(subject, which, usize::MAX)?;
            let Some(max) = fused.scale().max() else { continue };
            if let Some(hit) = fused.hits().iter().find(|hit| hit.score > max && !near(hit.score, max)) {
                return Err(format!("chunk {} has {} where the maximum is {max}", hit.chunk, hit.score));
            }
        }
    }
    Ok(())
}

fn exhausted(subject: &Subject<'_>) -> Outcome {
    let mut case = text(Case::mixed())?;
    if case.fuse(subject, 2)?.is_exhausted() {
        return Err("k = 2 leaves chunks out and it says there are no more".to_owned());
    }
    let first = case.rankings[0].clone();
    case.rankings[0] = first.truncated(1);
    if case.fuse(subject, usize::MAX)?.is_exhausted() {
        return Err("a ranking that was cut may go on, and it says there is no more".to_owned());
    }
    Ok(())
}

fn repeatable(subject: &Subject<'_>) -> Outcome {
    let case = text(Case::mixed())?;
    let (first, second) = (case.fuse(subject, usize::MAX)?, case.fuse(subject, usize::MAX)?);
    if first == second { Ok(()) } else { Err(format!("it gave {first:?}, then {second:?}")) }
}
