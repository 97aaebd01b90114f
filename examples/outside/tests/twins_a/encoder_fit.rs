//! Fits that break a law each.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ThreadId};

use sutra_core::laws::encoder_fit::laws;
use sutra_core::{
    Embeddings, Encoder, EncoderFit, Error, Fingerprint, FittedEncoder, Observer, Progress, Result, Texts,
};

const TWINS: [&str; 12] = [
    "refit",
    "bytes",
    "stored",
    "other-texts",
    "nothing",
    "cancelled",
    "no-trace",
    "progress",
    "cut-short",
    "damaged",
    "unseen-range",
    "unseen-zero",
];

const DIM: usize = 8;

/// FNV-1a.
fn digest(bytes: &[u8], start: u64) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Counts in how many places each word of the texts stands.
struct CountFit {
    fault: &'static str,
    home: ThreadId,
    stops: AtomicU64,
}

/// Weighs words by their counts, in a few fields.
struct Counts {
    fault: &'static str,
    digest: u64,
    counts: BTreeMap<String, u32>,
    saves: AtomicU64,
}

impl CountFit {
    fn read(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Counts> {
        let (mut hash, mut counts) = (1, BTreeMap::new());
        texts.each(&mut |at, text| {
            watch.check()?;
            if self.fault == "progress" || at % 100 == 0 {
                watch.progress(Progress::new("read", at as u64, Some(texts.len() as u64)));
            }
            hash = digest(text.as_bytes(), hash);
            text.split_whitespace().for_each(|word| *counts.entry(word.to_owned()).or_insert(0) += 1);
            Ok(())
        })?;
        Ok(Counts { fault: self.fault, digest: hash, counts, saves: AtomicU64::new(0) })
    }

    /// Reads what [`Counts::save`] wrote.
    fn parse(&self, bytes: &[u8]) -> Option<Counts> {
        let (length, rest) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
        let (sum, body) = rest.split_once('\n')?;
        let is_whole = length.parse() == Ok(body.len());
        let is_sound = self.fault == "damaged" || sum == format!("{:x}", digest(body.as_bytes(), 2));
        if !is_whole || !is_sound {
            return None;
        }
        let mut lines = body.lines();
        let (digest, _nonce) = lines.next()?.split_once(' ')?;
        let digest = digest.parse().ok()?;
        let more = u32::from(self.fault == "stored");
        let counts = lines.map(|line| {
            let (word, count) = line.split_once(' ')?;
            Some((word.to_owned(), count.parse::<u32>().ok()?.checked_add(more)?))
        });
        Some(Counts {
            fault: self.fault,
            digest,
            counts: counts.collect::<Option<_>>()?,
            saves: AtomicU64::new(0),
        })
    }
}

impl EncoderFit for CountFit {
    fn fit(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Box<dyn FittedEncoder>> {
        if texts.is_empty() && self.fault != "nothing" {
            return Err(Error::invalid_input("no texts to count words in"));
        }
        let mut counts = self.read(texts, watch).map_err(|error| {
            self.stops.fetch_add(1, Ordering::Relaxed);
            if self.fault == "cancelled" { Error::cancelled() } else { error }
        })?;
        match self.fault {
            "refit" if thread::current().id() != self.home => counts.digest += 1,
            "other-texts" => counts.digest = 0,
            "no-trace" => counts.digest ^= self.stops.load(Ordering::Relaxed),
            _ => {}
        }
        Ok(Box::new(counts))
    }

    fn load(&self, bytes: &[u8]) -> Result<Box<dyn FittedEncoder>> {
        let mut counts = self.parse(bytes);
        if let ("cut-short", None, [start @ .., _]) = (self.fault, &counts, bytes) {
            counts = self.parse(start);
        }
        let counts = counts.ok_or_else(|| Error::corrupt("these are no counts of words"))?;
        Ok(Box::new(counts))
    }
}

impl Encoder for Counts {
    fn dim(&self) -> usize {
        DIM
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(format!("counts;{:x}", self.digest))
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let mut values = vec![0.0; texts.len() * DIM];
        for (text, row) in texts.iter().zip(values.chunks_exact_mut(DIM)) {
            for word in text.split_whitespace() {
                let count = self.counts.get(word).copied().unwrap_or(0);
                row[(digest(word.as_bytes(), 3) % DIM as u64) as usize] += count as f32;
            }
        }
        Embeddings::new(DIM, values)
    }
}

impl FittedEncoder for Counts {
    fn save(&self) -> Result<Vec<u8>> {
        let nonce = if self.fault == "bytes" { self.saves.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let mut body = format!("{} {nonce}\n", self.digest);
        self.counts.iter().for_each(|(word, count)| body += &format!("{word} {count}\n"));
        Ok(format!("{}\n{:x}\n{body}", body.len(), digest(body.as_bytes(), 2)).into_bytes())
    }

    fn unseen(&self, text: &str) -> f32 {
        let words: Vec<_> = text.split_whitespace().collect();
        let known = words.iter().filter(|word| self.counts.contains_key(**word)).count();
        match (self.fault, known) {
            ("unseen-zero", _) => 0.5,
            (_, 0) => 1.0,
            ("unseen-range", _) => -(known as f32),
            _ => 1.0 - known as f32 / words.len() as f32,
        }
    }
}

#[test]
fn every_law_catches_its_twin() {
    crate::check(&laws(), &TWINS, |fault| {
        Box::new(CountFit { fault, home: thread::current().id(), stops: AtomicU64::new(0) })
    });
}
