//! Cutting plain text into paragraphs that know their chapter.

use std::ops::Range;

use sutra_core::{Chunker, Piece, Result, Span};

/// Cuts plain text at blank lines. A line in capitals is a heading and becomes the context of the paragraphs below
/// it; several headings in a row are one context, joined by ` > `.
///
/// A heading is text too, and nothing may be dropped: it opens the first piece of its chapter. That piece has no
/// context, so that a passage does not say the heading twice. Any text, O(n).
///
/// ```
/// use outside::ChapterChunker;
/// use sutra_core::Chunker;
/// let text = "THE SEA\n\nWhales sing.\n\nWaves break.";
/// let pieces = ChapterChunker.chunk(text)?;
/// assert_eq!(pieces[0].span.slice(text)?, "THE SEA\n\nWhales sing.");
/// assert_eq!(pieces[1].span.slice(text)?, "Waves break.");
/// assert_eq!(pieces[1].context, "THE SEA");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ChapterChunker;

impl Chunker for ChapterChunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let mut cutter = Cutter { text, headings: Vec::new(), open: None, pieces: Vec::new() };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            cutter.line(start, line)?;
            start += line.len();
        }
        cutter.close()?;
        Ok(cutter.pieces)
    }
}

/// A piece that is still growing.
struct Open {
    range: Range<usize>,
    context: String,
    /// No line of it but headings so far.
    bare: bool,
}

struct Cutter<'a> {
    text: &'a str,
    /// The headings of the chapter.
    headings: Vec<&'a str>,
    open: Option<Open>,
    pieces: Vec<Piece>,
}

impl<'a> Cutter<'a> {
    fn line(&mut self, start: usize, line: &'a str) -> Result<()> {
        let words = line.trim();
        if words.is_empty() {
            // A heading waits for its paragraph.
            return if self.is_bare() { Ok(()) } else { self.close() };
        }
        let is_heading = is_heading(words);
        if is_heading {
            if !self.is_bare() {
                self.close()?;
                self.headings.clear();
            }
            self.headings.push(words);
        }
        // Carried from the start: the line's place plus what trimming took off its front.
        let from = start + (line.len() - line.trim_start().len());
        let end = from + words.len();
        match &mut self.open {
            Some(open) => {
                open.range.end = end;
                open.bare &= is_heading;
            }
            None => {
                let context = if is_heading { String::new() } else { self.headings.join(" > ") };
                self.open = Some(Open { range: from..end, context, bare: is_heading });
            }
        }
        Ok(())
    }

    fn is_bare(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.bare)
    }

    fn close(&mut self) -> Result<()> {
        if let Some(open) = self.open.take() {
            self.pieces.push(Piece::new(Span::of(self.text, open.range)?).with_context(open.context));
        }
        Ok(())
    }
}

/// At least two letters in capitals, and none in lower case.
fn is_heading(line: &str) -> bool {
    line.chars().filter(|c| c.is_uppercase()).count() > 1 && !line.chars().any(char::is_lowercase)
}
