//! Encoders that are fitted on the texts they will encode.

use crate::forward::forward;
use crate::{Encoder, Observer, Result};

/// A series of texts that can be read more than once, without holding them all in memory.
///
/// ```
/// use sutra_core::Texts;
/// let texts = ["one", "two"];
/// let mut bytes = 0;
/// texts[..].each(&mut |_, text| { bytes += text.len(); Ok(()) })?;
/// assert_eq!((Texts::len(&texts[..]), bytes), (2, 6));
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait Texts: Send + Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with position and text of each, in order, the same at every call.
    ///
    /// # Errors
    /// The first error of `visit`, or of reading.
    fn each(&self, visit: &mut dyn FnMut(usize, &str) -> Result<()>) -> Result<()>;
}

impl<S: AsRef<str> + Send + Sync> Texts for [S] {
    fn len(&self) -> usize {
        <[S]>::len(self)
    }

    fn each(&self, visit: &mut dyn FnMut(usize, &str) -> Result<()>) -> Result<()> {
        self.iter().enumerate().try_for_each(|(index, text)| visit(index, text.as_ref()))
    }
}

impl<S: AsRef<str> + Send + Sync, const N: usize> Texts for [S; N] {
    fn len(&self) -> usize {
        N
    }

    fn each(&self, visit: &mut dyn FnMut(usize, &str) -> Result<()>) -> Result<()> {
        self.as_slice().each(visit)
    }
}

impl<S: AsRef<str> + Send + Sync> Texts for Vec<S> {
    fn len(&self) -> usize {
        <[S]>::len(self)
    }

    fn each(&self, visit: &mut dyn FnMut(usize, &str) -> Result<()>) -> Result<()> {
        self.as_slice().each(visit)
    }
}

/// Makes an encoder out of the texts that it will encode (LSA, for instance).
///
/// A caller may rely on this: the same texts in the same order give an encoder with the same fingerprint and
/// the same vectors, whatever the number of threads; other texts give another fingerprint, which therefore needs a
/// digest of the texts or of all that was fitted; a fit that was cancelled leaves nothing behind.
///
/// ```
/// use sutra_core::{Embeddings, Encoder, EncoderFit, Error, Fingerprint, FittedEncoder, Observer, Result, Texts};
/// /// Says of a text how its length compares to the mean length.
/// struct Length(f32);
/// impl Encoder for Length {
///     fn dim(&self) -> usize { 1 }
///     fn fingerprint(&self) -> Fingerprint { Fingerprint::new(format!("length;mean={}", self.0)) }
///     fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
///         Embeddings::new(1, texts.iter().map(|text| text.len() as f32 / self.0).collect())
///     }
/// }
/// impl FittedEncoder for Length {
///     fn save(&self) -> Result<Vec<u8>> { Ok(self.0.to_le_bytes().to_vec()) }
///     fn unseen(&self, _text: &str) -> f32 { 0.0 }
/// }
/// struct LengthFit;
/// impl EncoderFit for LengthFit {
///     fn fit(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Box<dyn FittedEncoder>> {
///         if texts.is_empty() { return Err(Error::invalid_input("nothing to fit on")); }
///         let mut bytes = 0;
///         texts.each(&mut |_, text| { bytes += text.len(); watch.check() })?;
///         Ok(Box::new(Length(bytes.max(1) as f32 / texts.len() as f32)))
///     }
///     fn load(&self, bytes: &[u8]) -> Result<Box<dyn FittedEncoder>> {
///         let bytes = bytes.try_into().map_err(|_| Error::corrupt("a length encoder has 4 bytes"))?;
///         Ok(Box::new(Length(f32::from_le_bytes(bytes))))
///     }
/// }
/// let fitted = LengthFit.fit(&["ab", "abcd"], &sutra_core::Unwatched)?;
/// assert_eq!(fitted.fingerprint(), LengthFit.load(&fitted.save()?)?.fingerprint());
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait EncoderFit: Send + Sync {
    /// Fits an encoder on `texts`.
    ///
    /// # Errors
    /// [`InvalidInput`](crate::ErrorKind::InvalidInput) if there is nothing to fit on; the observer's error if
    /// it stops the work.
    fn fit(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Box<dyn FittedEncoder>>;

    /// An encoder that [`FittedEncoder::save`] wrote.
    ///
    /// # Errors
    /// [`Corrupt`](crate::ErrorKind::Corrupt) or [`Version`](crate::ErrorKind::Version).
    fn load(&self, bytes: &[u8]) -> Result<Box<dyn FittedEncoder>>;
}

forward!(EncoderFit {
    fn fit(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Box<dyn FittedEncoder>> {
        (**self).fit(texts, watch)
    }
    fn load(&self, bytes: &[u8]) -> Result<Box<dyn FittedEncoder>> {
        (**self).load(bytes)
    }
});

/// An encoder that was fitted; see [`EncoderFit`] for an example.
pub trait FittedEncoder: Encoder {
    /// The encoder as bytes, for [`EncoderFit::load`]. The same fit gives the same bytes.
    ///
    /// # Errors
    /// Whatever the encoder cannot put into bytes.
    fn save(&self) -> Result<Vec<u8>>;

    /// The share of `text`'s terms that the fit has not seen, 0 to 1; 1 where it knows no term of it.
    fn unseen(&self, text: &str) -> f32;
}

// `Encoder` is a supertrait, so its methods are forwarded there.
forward!(FittedEncoder {
    fn save(&self) -> Result<Vec<u8>> {
        (**self).save()
    }
    fn unseen(&self, text: &str) -> f32 {
        (**self).unseen(text)
    }
});
