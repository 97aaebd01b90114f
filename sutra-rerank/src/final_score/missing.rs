//! What a signal counts where it has no value.

/// What a signal counts for a candidate that it has no value for. There is no silent zero: unless a constant is
/// given, a missing value is an error.
///
/// ```
/// use sutra_rerank::Missing;
/// assert_eq!(Missing::default(), Missing::Error);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Missing {
    /// The search stops with an error naming signal and candidate.
    #[default]
    Error,
    /// This unit score, in [0, 1].
    Constant(f32),
}
