//! From the tokenizer of `html5gum` to a [`Page`].

use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::Range;

use html5gum::{Emitter, Error, State, Tokenizer};

use super::page::Page;

/// Reads `html` into `page`.
pub(super) fn run(html: &str, page: &mut Page) {
    let (tag, last_start) = (Tag::default(), Vec::new());
    let events = Events { source: html, page, at: 0, from: 0, floor: 0, begun: None, tag, last_start };
    let Ok(()) = Tokenizer::new_with_emitter(html, events).finish();
}

/// What the tokenizer says, with the place in the file where it says it.
struct Events<'a> {
    source: &'a str,
    page: &'a mut Page,
    /// Where the tokenizer is.
    at: usize,
    /// Where the text since the last tag or piece of text starts.
    from: usize,
    /// Where the last piece of text ends.
    floor: usize,
    /// Where a character starts of which only the first bytes came.
    begun: Option<usize>,
    tag: Tag,
    last_start: Vec<u8>,
}

/// The tag being read.
#[derive(Default)]
struct Tag {
    name: Vec<u8>,
    ends: bool,
    self_closing: bool,
    attribute: Vec<u8>,
    value: Vec<u8>,
    /// The value of the first `href`.
    target: Option<String>,
}

impl Tag {
    fn finish_attribute(&mut self) {
        if self.attribute == b"href" && self.target.is_none() {
            self.target = Some(String::from_utf8_lossy(&self.value).into_owned());
        }
        self.attribute.clear();
        self.value.clear();
    }

    fn name(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.name)
    }
}

impl Events<'_> {
    /// Where `text` stands in the file, if it is copied: a character reference or a line end is decoded.
    ///
    /// Text goes on where the text or the tag before it ended, which says nothing of an `&`: it may be a decoded
    /// one. And text ends where the tokenizer is, unless that has looked ahead.
    fn place(&self, text: &[u8]) -> Option<Range<usize>> {
        let next = (!text.starts_with(b"&")).then_some(self.from);
        let starts = [next, self.at.checked_sub(text.len())];
        let mut places = starts.into_iter().flatten().map(|start| start..start + text.len());
        places.find(|place| {
            place.start >= self.floor && self.source.as_bytes().get(place.clone()) == Some(text)
        })
    }

    /// Where a line end that is not a plain line feed ends, if `text` is one.
    fn line_end(&self, text: &[u8]) -> Option<usize> {
        let rest = self.source.as_bytes().get(self.from..).filter(|_| text == b"\n")?;
        let length = if rest.starts_with(b"\r\n") { 2 } else { usize::from(rest.starts_with(b"\r")) };
        (length > 0).then_some(self.from + length)
    }

    /// Hands on copied text by whole characters: behind an `&` the tokenizer gives single bytes.
    fn copied(&mut self, start: usize, end: usize) {
        let start = self.begun.filter(|_| start == self.floor).unwrap_or(start);
        let piece = self.source.get(start..end);
        self.begun = if piece.is_none() { Some(start) } else { None };
        if let Some(piece) = piece {
            self.page.text(piece, start..end, true);
        }
    }
}

impl Emitter for Events<'_> {
    type Token = Infallible;

    fn move_position(&mut self, offset: isize) {
        self.at = self.at.saturating_add_signed(offset);
    }

    fn emit_string(&mut self, text: &[u8]) {
        let end = if let Some(place) = self.place(text) {
            self.copied(place.start, place.end);
            place.end
        } else {
            let end = self.line_end(text).unwrap_or(self.at).clamp(self.floor, self.source.len());
            self.page.text(&String::from_utf8_lossy(text), self.from.clamp(self.floor, end)..end, false);
            end
        };
        (self.from, self.floor) = (end, end);
    }

    fn init_start_tag(&mut self) {
        self.tag = Tag::default();
    }

    fn init_end_tag(&mut self) {
        self.tag = Tag { ends: true, ..Tag::default() };
    }

    fn push_tag_name(&mut self, text: &[u8]) {
        self.tag.name.extend(text);
    }

    fn init_attribute(&mut self) {
        self.tag.finish_attribute();
    }

    fn push_attribute_name(&mut self, text: &[u8]) {
        self.tag.attribute.extend(text);
    }

    fn push_attribute_value(&mut self, text: &[u8]) {
        self.tag.value.extend(text);
    }

    fn set_self_closing(&mut self) {
        self.tag.self_closing = true;
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.tag.finish_attribute();
        self.from = self.at;
        let target = self.tag.target.take();
        if self.tag.ends {
            self.page.close(&self.tag.name());
            return None;
        }
        self.last_start.clone_from(&self.tag.name);
        self.page.open(&self.tag.name(), target, self.tag.self_closing)
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag.ends && !self.tag.name.is_empty() && self.tag.name == self.last_start
    }

    fn emit_current_comment(&mut self) {
        self.from = self.at;
    }

    fn emit_current_doctype(&mut self) {
        self.from = self.at;
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start = name.unwrap_or_default().to_vec();
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn init_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_force_quirks(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}
