//! The measures and their names.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use sutra_core::{Error, ErrorKind, Result};

/// A measure of a ranking against judgments, named as in ir-measures and `trec_eval`. Every value lies in [0, 1].
///
/// Below, `rel` is 1 for a grade above 0 and 0 for every other document, judged or not, and R is the number of
/// relevant documents that the judgments know. A query with R = 0 scores 0, except in [`Judged`](Self::Judged).
///
/// ```
/// use sutra_eval::Measure;
/// let measure: Measure = "nDCG@10".parse()?;
/// assert_eq!(measure.to_string(), "nDCG@10");
/// assert_eq!(measure.cutoff().map(|k| k.get()), Some(10));
/// assert_eq!("MAP".parse::<Measure>()?.to_string(), "AP");
/// assert!("F1".parse::<Measure>().unwrap_err().to_string().contains("nDCG@k"));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// `nDCG@k`: normalised discounted cumulative gain, `sum grade_i / log2(i + 1)` over the ranks i up to k,
    /// divided by the same of the ideal ranking. The gain is linear, negative grades gain 0, and the ideal has
    /// exactly the judged documents (`ndcg_cut` of `trec_eval`; Järvelin and Kekäläinen 2002).
    Ndcg(NonZeroUsize),
    /// `RR` or `RR@k`: one divided by the rank of the first relevant document, 0 where there is none up to k.
    ReciprocalRank(Option<NonZeroUsize>),
    /// `AP` or `AP@k`: the precision at the rank of each relevant document up to k, summed and **divided by R**, not
    /// by `min(R, k)` nor by the number of hits (`map` and `map_cut` of `trec_eval`).
    AveragePrecision(Option<NonZeroUsize>),
    /// `P@k`: relevant documents in the first k, divided by k even where fewer were found.
    Precision(NonZeroUsize),
    /// `R@k`: relevant documents in the first k, divided by R.
    Recall(NonZeroUsize),
    /// `Success@k`: 1 where a relevant document is in the first k, else 0.
    Success(NonZeroUsize),
    /// `Judged@k`: the share of the first k documents that have a judgment of any grade, divided by the number of
    /// documents **found** up to k, as in ir-measures; 0 where none was found.
    Judged(NonZeroUsize),
}

impl Measure {
    /// The names that parse, with `k` for a whole number from 1.
    pub const KNOWN: [&'static str; 9] =
        ["nDCG@k", "RR", "RR@k", "AP", "AP@k", "P@k", "R@k", "Success@k", "Judged@k"];

    /// How deep the measure reads a ranking; none where it reads all of it.
    #[must_use]
    pub fn cutoff(self) -> Option<NonZeroUsize> {
        match self {
            Self::ReciprocalRank(cutoff) | Self::AveragePrecision(cutoff) => cutoff,
            Self::Ndcg(k) | Self::Precision(k) | Self::Recall(k) | Self::Success(k) | Self::Judged(k) => {
                Some(k)
            }
        }
    }

    /// The name without the cut-off.
    fn name(self) -> &'static str {
        match self {
            Self::Ndcg(_) => "nDCG",
            Self::ReciprocalRank(_) => "RR",
            Self::AveragePrecision(_) => "AP",
            Self::Precision(_) => "P",
            Self::Recall(_) => "R",
            Self::Success(_) => "Success",
            Self::Judged(_) => "Judged",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cutoff() {
            Some(k) => f.pad(&format!("{}@{k}", self.name())),
            None => f.pad(self.name()),
        }
    }
}

impl FromStr for Measure {
    type Err = Error;

    /// Reads a name of [`KNOWN`](Self::KNOWN), or one of the aliases of ir-measures: `NDCG`, `MRR`, `MAP`,
    /// `Precision`, `Recall`. Upper and lower case count.
    ///
    /// # Errors
    /// [`InvalidConfig`](ErrorKind::InvalidConfig) that lists the known names where the name is none of them, its
    /// cut-off is missing, or is no whole number from 1.
    fn from_str(text: &str) -> Result<Self> {
        let (name, cutoff) = match text.split_once('@') {
            Some((name, digits)) => (name, Some(parse_cutoff(text, digits)?)),
            None => (text, None),
        };
        let needed = || cutoff.ok_or_else(|| unknown(text, "needs a cut-off such as @10"));
        match name {
            "nDCG" | "NDCG" => needed().map(Self::Ndcg),
            "RR" | "MRR" => Ok(Self::ReciprocalRank(cutoff)),
            "AP" | "MAP" => Ok(Self::AveragePrecision(cutoff)),
            "P" | "Precision" => needed().map(Self::Precision),
            "R" | "Recall" => needed().map(Self::Recall),
            "Success" => needed().map(Self::Success),
            "Judged" => needed().map(Self::Judged),
            _ => Err(unknown(text, "is not known")),
        }
    }
}

/// A cut-off: digits only, from 1.
fn parse_cutoff(text: &str, digits: &str) -> Result<NonZeroUsize> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let cutoff = digits.parse().ok().filter(|_| plain);
    cutoff.ok_or_else(|| unknown(text, "has a cut-off that is no whole number from 1"))
}

/// What is wrong with the name of a measure, and which names there are.
fn unknown(text: &str, why: &str) -> Error {
    let known = Measure::KNOWN.join(", ");
    Error::new(ErrorKind::InvalidConfig, format!("measure {text:?} {why}; known: {known}"))
}
