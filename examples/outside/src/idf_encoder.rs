//! Words weighed by how rare they are: an encoder that is fitted.

use std::collections::{BTreeMap, BTreeSet};

use sutra_core::wire::{Reader, Writer};
use sutra_core::{
    Embeddings, Encoder, EncoderFit, Error, ErrorKind, Fingerprint, FittedEncoder, Observer, Progress,
    Result, Texts,
};

use crate::words::{SEED, fnv1a, normalise, words};

const MAGIC: &[u8] = b"OUT-IDF\0";
const VERSION: u32 = 1;

/// Fits an encoder that weighs each word by `ln(1 + texts / texts with the word)`, hashes the weights into a fixed
/// number of places, and scales them to length 1. Words that the fit has not seen count nothing.
///
/// ```
/// use outside::IdfFit;
/// use sutra_core::{Encoder, EncoderFit, Unwatched};
/// let fit = IdfFit::new(64)?;
/// let fitted = fit.fit(&vec!["the sea", "the wall", "the bread"], &Unwatched)?;
/// assert_eq!(fitted.unseen("the whale"), 0.5);
/// assert_eq!(fit.load(&fitted.save()?)?.fingerprint(), fitted.fingerprint());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IdfFit {
    dim: usize,
}

impl IdfFit {
    /// Encoders of vectors of `dim` values, at least 1.
    ///
    /// # Errors
    /// [`InvalidConfig`](ErrorKind::InvalidConfig) for a dimension of 0.
    pub fn new(dim: usize) -> Result<Self> {
        if dim == 0 {
            return Err(Error::invalid_config("an idf encoder needs a dimension of at least 1"));
        }
        Ok(Self { dim })
    }
}

impl EncoderFit for IdfFit {
    fn fit(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Box<dyn FittedEncoder>> {
        if texts.is_empty() {
            return Err(Error::invalid_input("an idf encoder cannot be fitted on no texts"));
        }
        let total = texts.len() as u64;
        let step = (total / 100).max(1);
        let (mut frequencies, mut digest) = (BTreeMap::new(), SEED);
        texts.each(&mut |index, text| {
            watch.check()?;
            if (index as u64).is_multiple_of(step) {
                watch.progress(Progress::new("fit", index as u64, Some(total)));
            }
            // The length keeps "ab", "c" apart from "a", "bc".
            digest = fnv1a(fnv1a(digest, &(text.len() as u64).to_le_bytes()), text.as_bytes());
            for word in words(text).collect::<BTreeSet<_>>() {
                *frequencies.entry(word).or_insert(0) += 1;
            }
            Ok(())
        })?;
        Ok(Box::new(IdfEncoder { dim: self.dim, texts: total, digest, frequencies }))
    }

    fn load(&self, bytes: &[u8]) -> Result<Box<dyn FittedEncoder>> {
        let mut reader = Reader::new("idf encoder", bytes);
        if reader.take("magic", MAGIC.len())? != MAGIC {
            return Err(Error::corrupt("idf encoder: these bytes are of something else"));
        }
        let version = reader.u32("version")?;
        if version != VERSION {
            let message = format!("idf encoder: version {version}, where this build reads {VERSION}");
            return Err(Error::new(ErrorKind::Version, message));
        }
        // Checked before anything is believed: a damaged dimension would ask for any amount of memory.
        let checksum = reader.u64("checksum")?;
        let body = reader.bytes_of("body")?;
        reader.finish()?;
        if fnv1a(SEED, body) != checksum {
            return Err(Error::corrupt("idf encoder: the bytes do not have the checksum that was stored"));
        }
        Ok(Box::new(IdfEncoder::read(body)?))
    }
}

/// What [`IdfFit`] makes.
struct IdfEncoder {
    dim: usize,
    /// How many texts it was fitted on.
    texts: u64,
    /// A digest of those texts.
    digest: u64,
    /// In how many of them each word stands.
    frequencies: BTreeMap<String, u32>,
}

impl IdfEncoder {
    fn body(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.length(self.dim);
        writer.u64(self.texts);
        writer.u64(self.digest);
        writer.length(self.frequencies.len());
        for (word, count) in &self.frequencies {
            writer.str(word);
            writer.u32(*count);
        }
        writer.into_bytes()
    }

    fn read(body: &[u8]) -> Result<Self> {
        let mut reader = Reader::new("idf encoder", body);
        // Not `length`, which expects that many bytes to follow.
        let dim = reader.u64("dimension")?;
        let dim =
            usize::try_from(dim).ok().filter(|dim| *dim > 0).ok_or_else(|| reader.damaged("dimension"))?;
        let (texts, digest) = (reader.u64("texts")?, reader.u64("digest")?);
        let mut frequencies = BTreeMap::new();
        for _ in 0..reader.length("number of words")? {
            let (word, count) = (reader.str("word")?.to_owned(), reader.u32("count")?);
            if count == 0 || u64::from(count) > texts {
                return Err(reader.damaged("count"));
            }
            frequencies.insert(word, count);
        }
        reader.finish()?;
        Ok(Self { dim, texts, digest, frequencies })
    }

    fn encode(&self, text: &str) -> Vec<f32> {
        let mut row = vec![0.0; self.dim];
        for word in words(text) {
            if let Some(count) = self.frequencies.get(&word) {
                let place = fnv1a(SEED, word.as_bytes()) % self.dim as u64;
                row[place as usize] += (self.texts as f64 / f64::from(*count)).ln_1p() as f32;
            }
        }
        normalise(&mut row);
        row
    }
}

impl Encoder for IdfEncoder {
    fn dim(&self) -> usize {
        self.dim
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(format!("outside-idf;dim={};fit={:016x}", self.dim, fnv1a(SEED, &self.body())))
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        Embeddings::new(self.dim, texts.iter().flat_map(|text| self.encode(text)).collect())
    }
}

impl FittedEncoder for IdfEncoder {
    fn save(&self) -> Result<Vec<u8>> {
        let body = self.body();
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(VERSION);
        writer.u64(fnv1a(SEED, &body));
        writer.u8s(&body);
        Ok(writer.into_bytes())
    }

    fn unseen(&self, text: &str) -> f32 {
        let (mut all, mut unknown) = (0_u32, 0_u32);
        for word in words(text) {
            all += 1;
            unknown += u32::from(!self.frequencies.contains_key(&word));
        }
        if all == unknown { 1.0 } else { (f64::from(unknown) / f64::from(all)) as f32 }
    }
}
