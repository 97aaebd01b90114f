//! Blocks, cut into what is packed.

use std::ops::Range;

use sutra_core::{Piece, Result};

use super::block::{Block, Kind};
use super::chunker::{CutTable, MarkdownChunker};
use super::line::Line;
use super::{list, table};
use crate::SentenceSplitter;
use crate::headings::path;
use crate::pack::{Ends, Joint, Overlap, Packer, Source};

/// The pieces of one text in the making.
pub(super) struct Cut<'a> {
    text: &'a str,
    source: Source<'a>,
    packer: Packer,
    splitter: SentenceSplitter,
    drops_headings: bool,
    /// The headings that the text being read stands under.
    open: Vec<(usize, &'a str)>,
    /// How well the text may be cut before the next block.
    joint: Joint,
    /// The level of the last heading and where the headings around it begin, if nothing stands below it yet.
    bare: Option<(usize, usize)>,
    tables: Vec<CutTable>,
}

impl<'a> Cut<'a> {
    pub(super) fn new(chunker: &MarkdownChunker, text: &'a str) -> Self {
        let packer = Packer::new(chunker.budget.clone(), Overlap::Parts(chunker.overlap));
        Self {
            text,
            source: Source::whole(text),
            packer: packer.with_ends(Ends::SecondHalf),
            splitter: SentenceSplitter::new(chunker.language),
            drops_headings: chunker.drops_headings,
            open: Vec::new(),
            joint: Joint::PARAGRAPH,
            bare: None,
            tables: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> Result<(Vec<Piece>, Vec<CutTable>)> {
        Ok((self.packer.finish(self.source)?, self.tables))
    }

    pub(super) fn block(&mut self, block: Block<'a>) -> Result<()> {
        let span = block.span;
        match block.kind {
            Kind::Heading { level, title } => return self.heading(level, title, span),
            Kind::FrontMatter => {
                self.whole_or(span, Self::lines)?;
                self.packer.end_piece(self.source)?;
            }
            // A rule goes with what it ends.
            Kind::Rule => self.packer.push(self.source, span, Joint::WORD, false)?,
            Kind::Code | Kind::Html => self.whole_or(span, Self::lines)?,
            Kind::Table => self.whole_or(span, Self::rows)?,
            Kind::List => self.whole_or(span, Self::items)?,
            Kind::Quote | Kind::Paragraph => self.sentences(span)?,
        }
        self.joint = Joint::PARAGRAPH;
        self.bare = None;
        Ok(())
    }

    /// A heading ends a piece, but for one with nothing but headings above this one: that one begins its piece.
    fn heading(&mut self, level: usize, title: &'a str, span: Range<usize>) -> Result<()> {
        self.open.retain(|(outer, _)| *outer < level);
        self.open.push((level, title));
        let above = self.bare.filter(|(outer, start)| {
            *outer < level && !self.packer.is_too_large(self.source, *start..span.end)
        });
        match above {
            Some(_) => self.packer.set_context(&path(&self.open)),
            None => self.packer.end_section(self.source, &path(&self.open))?,
        }
        self.bare = Some((level, above.map_or(span.start, |(_, start)| start)));
        if !self.drops_headings {
            self.packer.push(self.source, span, Joint::PARAGRAPH, false)?;
        }
        self.joint = Joint::WORD;
        Ok(())
    }

    /// Packs a stretch in one, or cuts it where it is too large.
    fn whole_or(
        &mut self,
        span: Range<usize>,
        cut: impl FnOnce(&mut Self, Range<usize>) -> Result<()>,
    ) -> Result<()> {
        if self.packer.is_too_large(self.source, span.clone()) {
            return cut(self, span);
        }
        self.packer.push(self.source, span, self.joint, false)
    }

    fn sentences(&mut self, span: Range<usize>) -> Result<()> {
        let Some(text) = self.text.get(span.clone()) else { return Ok(()) };
        for sentence in self.splitter.sentences(text) {
            let range = span.start + sentence.start()..span.start + sentence.end();
            self.packer.push(self.source, range, self.joint, true)?;
            self.joint = Joint::SENTENCE;
        }
        Ok(())
    }

    fn lines(&mut self, span: Range<usize>) -> Result<()> {
        self.lines_from(span.start, span)
    }

    /// Packs the lines from byte `at` on, each with the white space that it begins with.
    fn lines_from(&mut self, mut at: usize, span: Range<usize>) -> Result<()> {
        while let Some(line) = Line::at(self.text, at, span.end) {
            at = line.next;
            if line.is_blank() {
                self.joint = Joint::PARAGRAPH;
                continue;
            }
            self.packer.push(self.source, line.start..line.end(), self.joint, false)?;
            self.joint = Joint::LINE;
        }
        Ok(())
    }

    fn rows(&mut self, span: Range<usize>) -> Result<()> {
        let head = table::head(self.text, &span);
        self.tables.push(CutTable { span: span.clone(), head: head.end });
        let below = |end| Line::at(self.text, end, span.end).map_or(span.end, |line| line.next);
        let row = Line::at(self.text, below(head.end), span.end).map_or(head.end, |row| row.end());
        // The head without a row says nothing.
        let first = head.start..row;
        let first = if self.packer.is_too_large(self.source, first.clone()) { head } else { first };
        let rest = below(first.end);
        self.packer.push(self.source, first, self.joint, false)?;
        self.joint = Joint::LINE;
        self.lines_from(rest, span)
    }

    fn items(&mut self, span: Range<usize>) -> Result<()> {
        for (item, is_code) in list::items(self.text, span) {
            self.whole_or(item, if is_code { Self::lines } else { Self::sentences })?;
            self.joint = Joint::LINE;
        }
        Ok(())
    }
}
