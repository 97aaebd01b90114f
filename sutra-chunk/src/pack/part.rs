//! What is packed.

/// A stretch of the text that is within the budget, or a single grapheme cluster.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// How many units of the text come before `start` and before `end`; 0 under a sizer.
    pub(crate) count_start: usize,
    pub(crate) count_end: usize,
    /// How well the text may be cut before it.
    pub(crate) joint: Joint,
    /// Whether the next piece may repeat it.
    pub(crate) repeats: bool,
    /// Whether it is several sentences that were not told apart.
    pub(crate) lump: bool,
}

/// How well a text may be cut at a place: the larger, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Joint(pub(crate) u8);

impl Joint {
    /// Within a word.
    pub(crate) const CLUSTER: Self = Self(0);
    /// Within a sentence, or between what belongs together.
    pub(crate) const WORD: Self = Self(1);
    /// Between sentences of a line.
    pub(crate) const SENTENCE: Self = Self(2);
    /// Between lines, rows of a table and items of a list.
    pub(crate) const LINE: Self = Self(3);
    /// Between paragraphs and other blocks.
    pub(crate) const PARAGRAPH: Self = Self(4);

    /// What the white space between two parts says.
    pub(crate) fn of_gap(gap: &str) -> Self {
        let mut breaks = 0;
        let mut bytes = gap.bytes().peekable();
        while let Some(byte) = bytes.next() {
            match byte {
                b'\r' if bytes.peek() == Some(&b'\n') => {}
                b'\n' | b'\r' => breaks += 1,
                _ => {}
            }
        }
        match breaks {
            0 => Self::SENTENCE,
            1 => Self::LINE,
            _ => Self::PARAGRAPH,
        }
    }

    /// The less similar the two sides, from 1 to -1, the better; above [`WORD`](Self::WORD) in any case.
    pub(crate) fn of_similarity(similarity: Option<f32>) -> Self {
        let distance = (1.0 - similarity.unwrap_or(-1.0)).clamp(0.0, 2.0) / 2.0;
        Self(2 + (distance * 253.0).round() as u8)
    }
}
