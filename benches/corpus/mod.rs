//! A corpus of made-up sentences, the same at every run.

use sutra::core::Document;

/// A small linear congruential generator: benches need repeatable texts, not good randomness.
pub(crate) struct Words(u64);

impl Words {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A word of a vocabulary of about 20,000 in which frequent words are short, as in a language.
    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 16] = [
            "ka", "ro", "ti", "mel", "an", "sor", "pe", "du", "lin", "go", "ves", "ba", "run", "ci", "fo",
            "ta",
        ];
        let mut rank = (20_000_f64.powf(self.next()) - 1.0) as usize;
        let mut word = String::from(SYLLABLES[rank % 16]);
        while rank >= 16 {
            rank /= 16;
            word.push_str(SYLLABLES[rank % 16]);
        }
        word
    }

    pub(crate) fn sentence(&mut self) -> String {
        let length = 6 + (self.next() * 18.0) as usize;
        let words: Vec<String> = (0..length).map(|_| self.word()).collect();
        let mut sentence = words.join(" ");
        if let Some(first) = sentence.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        sentence.push_str(". ");
        sentence
    }

    pub(crate) fn text(&mut self, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes + 200);
        while text.len() < bytes {
            text.push_str(&self.sentence());
        }
        text
    }
}

/// `count` documents of about `bytes` bytes, each linking to two earlier ones.
pub(crate) fn documents(count: usize, bytes: usize) -> Vec<Document> {
    let mut words = Words::new(7);
    (0..count)
        .map(|index| {
            let document = Document::new(format!("{index:06}"), words.text(bytes));
            let links = [index / 2, index / 3].map(|target| format!("{target:06}"));
            links.into_iter().fold(document, Document::with_link)
        })
        .collect()
}
