//! Sentences of a text that is too large for memory.

use std::io::Read;

use sutra_core::{Error, ErrorKind, Result, Span};

use super::rules::Rules;
use super::scanner::{Place, Sentences};

/// The sentences of a text that is read bit by bit, as byte spans of the whole text.
///
/// They are the very sentences that [`SentenceSplitter::sentences`](crate::SentenceSplitter::sentences) finds with
/// the whole text in memory. What is held is about 64 KiB, or three times the longest sentence where that is more.
/// Time is linear. As an iterator it gives spans; [`next_sentence`](Self::next_sentence) gives the text as well.
/// After an error it gives nothing more.
///
/// ```
/// use sutra_chunk::{Language, SentenceSplitter};
/// let file = "Dr. Smith slept. 为什么？".as_bytes();
/// let mut sentences = SentenceSplitter::new(Language::English).sentences_of(file);
/// while let Some((span, sentence)) = sentences.next_sentence()? {
///     println!("{}: {sentence}", span.start());
/// }
/// let spans: Vec<_> = SentenceSplitter::default().sentences_of(file).collect::<Result<_, _>>()?;
/// assert_eq!(spans[1].range(), 17..29);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Debug)]
pub struct SentenceStream<R> {
    reader: R,
    rules: &'static Rules,
    /// The text at hand.
    text: String,
    /// The first bytes of a character whose last bytes have not come yet.
    torn: Vec<u8>,
    /// Where the text at hand begins in the whole text.
    base: usize,
    place: Place,
    /// The fewest bytes to read at once.
    least: usize,
    ended: bool,
}

/// The fewest bytes to read at once.
const LEAST: usize = 1 << 16;

impl<R: Read> SentenceStream<R> {
    pub(super) fn new(reader: R, rules: &'static Rules) -> Self {
        Self {
            reader,
            rules,
            text: String::new(),
            torn: Vec::new(),
            base: 0,
            place: Place::default(),
            least: LEAST,
            ended: false,
        }
    }

    /// The same stream that reads `bytes` at once, at least one: 64 KiB unless set.
    #[must_use]
    pub fn with_buffer(self, bytes: usize) -> Self {
        Self { least: bytes.max(1), ..self }
    }

    /// The next sentence and where it stands in the whole text, or `None` after the last.
    ///
    /// # Errors
    /// [`Io`](ErrorKind::Io) if the reader fails, [`InvalidInput`](ErrorKind::InvalidInput) with the byte where the
    /// text is not UTF-8.
    pub fn next_sentence(&mut self) -> Result<Option<(Span, &str)>> {
        loop {
            let mut sentences = Sentences::resume(&self.text, self.rules, self.place);
            let found = sentences.next();
            if self.ended || !sentences.depends_on(self.text.len()) {
                self.place = sentences.place;
                let Some(span) = found else { return Ok(None) };
                let whole = Span::from_storage(self.base + span.start(), self.base + span.end())?;
                return Ok(Some((whole, span.slice(&self.text)?)));
            }
            self.read_on()?;
        }
    }

    /// Drops what has been read and reads on: as much again as is kept, so that a long sentence is looked at a few
    /// times only.
    fn read_on(&mut self) -> Result<()> {
        self.drop_text(self.place.at);
        let wanted = self.least.max(self.text.len());
        let mut bytes = std::mem::take(&mut self.torn);
        match self.reader.by_ref().take(wanted as u64).read_to_end(&mut bytes) {
            Ok(count) => self.ended = count < wanted,
            Err(source) => {
                self.give_up();
                return Err(Error::new(ErrorKind::Io, "the text cannot be read on").with_source(source));
            }
        }
        self.take_in(bytes)
    }

    /// Adds bytes to the text at hand, but for the first bytes of a character that is not whole yet.
    fn take_in(&mut self, mut bytes: Vec<u8>) -> Result<()> {
        let valid = match std::str::from_utf8(&bytes) {
            Ok(_) => bytes.len(),
            Err(error) if error.error_len().is_none() && !self.ended => error.valid_up_to(),
            Err(error) => {
                let at = self.base + self.text.len() + error.valid_up_to();
                self.give_up();
                return Err(Error::invalid_input(format!("the text is not UTF-8 at byte {at}")));
            }
        };
        self.torn = bytes.split_off(valid);
        self.text.push_str(std::str::from_utf8(&bytes).unwrap_or_default());
        Ok(())
    }

    fn drop_text(&mut self, bytes: usize) {
        self.text.drain(..bytes);
        self.base += bytes;
        self.place = self.place.after_dropping(bytes);
    }

    /// Makes this the end.
    fn give_up(&mut self) {
        self.place.at = self.text.len();
        self.drop_text(self.text.len());
        self.ended = true;
    }
}

impl<R: Read> Iterator for SentenceStream<R> {
    type Item = Result<Span>;

    fn next(&mut self) -> Option<Result<Span>> {
        self.next_sentence().map(|found| found.map(|(span, _)| span)).transpose()
    }
}
