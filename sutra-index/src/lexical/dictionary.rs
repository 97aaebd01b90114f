//! The terms of an index, sorted.

use sutra_core::{Error, Result};

/// Terms in ascending order of their bytes, each once, in one text. A term's number is its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dictionary {
    text: String,
    /// Where each term ends in `text`.
    ends: Vec<u64>,
}

impl Dictionary {
    /// Terms that come sorted and each once.
    pub(crate) fn of<'a>(sorted: impl Iterator<Item = &'a str>) -> Self {
        let mut dictionary = Self::default();
        for term in sorted {
            dictionary.text.push_str(term);
            dictionary.ends.push(dictionary.text.len() as u64);
        }
        dictionary
    }

    /// A dictionary read back from storage, every rule checked.
    pub(crate) fn from_storage(text: &str, ends: Vec<u64>) -> Result<Self> {
        let damaged = |at: usize, what: &str| Error::corrupt(format!("term {at} of the dictionary {what}"));
        let (mut start, mut before) = (0, "");
        for (at, &end) in ends.iter().enumerate() {
            let end = usize::try_from(end).map_err(|_| damaged(at, "ends beyond the text"))?;
            let term = text.get(start..end).ok_or_else(|| damaged(at, "is no range of whole characters"))?;
            if before >= term {
                return Err(damaged(at, "is out of order"));
            }
            (start, before) = (end, term);
        }
        if start != text.len() {
            return Err(Error::corrupt("the dictionary's text goes on after its last term"));
        }
        Ok(Self { text: text.to_owned(), ends })
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn ends(&self) -> &[u64] {
        &self.ends
    }

    /// The number of a term. O(log n).
    pub(crate) fn find(&self, term: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.term(middle).cmp(term) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The terms in order.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|number| self.term(number))
    }

    fn term(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.text[start..self.ends[number] as usize]
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        self.text.len() + size_of_val(&*self.ends)
    }
}
