//! Pieces of a text that is too large for memory.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sutra_core::{Piece, Result, Span};

use crate::pack::{Joint, Packer, Source};
use crate::{SentenceSplitter, SentenceStream};

/// The pieces of a text that is read bit by bit, as byte spans of the whole text: see
/// [`SentenceChunker::pieces_of`](crate::SentenceChunker::pieces_of).
///
/// As an iterator it gives pieces; [`next_piece`](Self::next_piece) gives the text as well. What is held is a piece
/// and about 200 KiB, or a few times the longest sentence where that is more. Time is linear. After an error it gives
/// nothing more.
///
/// ```
/// use sutra_chunk::{SentenceChunker, Unit};
/// let file = "One. Two. Six. Ten.".as_bytes();
/// let mut pieces = SentenceChunker::new(14, Unit::Bytes, 2)?.pieces_of(file)?;
/// while let Some((piece, text)) = pieces.next_piece()? {
///     assert!(piece.span.range() == (0..14) && text == "One. Two. Six." || piece.span.range() == (5..19));
/// }
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Debug)]
pub struct PieceStream<R> {
    sentences: SentenceStream<Tee<R>>,
    copy: Arc<Mutex<Copied>>,
    /// The text at hand, and where it begins in the whole text.
    text: String,
    base: usize,
    packer: Packer,
    ready: VecDeque<Piece>,
    ended: bool,
}

/// Text that is not needed any more is dropped once there is so much of it.
const DROPPED_AT: usize = 1 << 16;

impl<R: Read> PieceStream<R> {
    pub(crate) fn new(reader: R, splitter: SentenceSplitter, packer: Packer) -> Self {
        let copy = Arc::default();
        Self {
            sentences: splitter.sentences_of(Tee { reader, copy: Arc::clone(&copy) }),
            copy,
            text: String::new(),
            base: 0,
            packer,
            ready: VecDeque::new(),
            ended: false,
        }
    }

    /// The next piece and its text, or `None` after the last.
    ///
    /// # Errors
    /// [`Io`](sutra_core::ErrorKind::Io) if the reader fails, [`InvalidInput`](sutra_core::ErrorKind::InvalidInput)
    /// with the byte where the text is not UTF-8.
    pub fn next_piece(&mut self) -> Result<Option<(Piece, &str)>> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                let text = Source::part(&self.text, self.base).get(piece.span.range());
                return Ok(Some((piece, text)));
            }
            if self.ended {
                return Ok(None);
            }
            if let Err(error) = self.read_on() {
                self.ended = true;
                return Err(error);
            }
        }
    }

    fn read_on(&mut self) -> Result<()> {
        self.drop_text();
        match self.sentences.next_sentence()?.map(|(span, _)| span) {
            Some(sentence) => {
                self.take_in(sentence);
                let source = Source::part(&self.text, self.base);
                self.packer.push(source, sentence.range(), Joint::SENTENCE, true)?;
            }
            None => {
                self.ended = true;
                self.packer.end_piece(Source::part(&self.text, self.base))?;
            }
        }
        self.ready.extend(self.packer.take());
        Ok(())
    }

    /// Adds the text up to the end of a sentence, which is known to be UTF-8.
    fn take_in(&mut self, sentence: Span) {
        let mut copy = locked(&self.copy);
        let wanted = sentence.end() - (self.base + self.text.len());
        let bytes = copy.bytes.get(copy.used..copy.used + wanted).unwrap_or_default();
        self.text.push_str(std::str::from_utf8(bytes).unwrap_or_default());
        copy.used += wanted;
        if copy.used >= DROPPED_AT {
            let used = std::mem::take(&mut copy.used);
            copy.bytes.drain(..used);
        }
    }

    fn drop_text(&mut self) {
        let unneeded = self.packer.needed_from() - self.base;
        if unneeded >= DROPPED_AT.max(self.text.len() / 2) {
            self.text.drain(..unneeded);
            self.base += unneeded;
        }
    }
}

impl<R: Read> Iterator for PieceStream<R> {
    type Item = Result<Piece>;

    fn next(&mut self) -> Option<Result<Piece>> {
        self.next_piece().map(|found| found.map(|(piece, _)| piece)).transpose()
    }
}

/// Bytes that were read and not used yet.
#[derive(Debug, Default)]
struct Copied {
    bytes: Vec<u8>,
    used: usize,
}

/// Keeps a copy of what is read through it.
#[derive(Debug)]
struct Tee<R> {
    reader: R,
    copy: Arc<Mutex<Copied>>,
}

impl<R: Read> Read for Tee<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        locked(&self.copy).bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}

/// The copy; a panic elsewhere leaves it whole.
fn locked(copy: &Mutex<Copied>) -> MutexGuard<'_, Copied> {
    copy.lock().unwrap_or_else(PoisonError::into_inner)
}
