//! The visible text of a page as it is put together.

use std::ops::Range;

use html5gum::State;

use super::blocks::{Gap, gap_of};
use crate::ingest::SourceMap;

/// The visible text, with what is known of the elements open at this place.
#[derive(Default)]
pub(super) struct Page {
    pub(super) text: String,
    pub(super) map: SourceMap,
    /// The first `<title>` outside pictures.
    pub(super) title: Option<String>,
    /// Where the links lead, as written.
    pub(super) targets: Vec<String>,
    /// What is due before the next word.
    gap: Gap,
    /// Where the last word ends in the file.
    source_end: usize,
    /// The text of the title being read.
    title_text: Option<String>,
    /// Inside an element whose text is no text.
    raw: bool,
    /// How many elements that hide their content are open.
    hidden: usize,
    /// How many `<svg>` are open.
    svg: usize,
    /// How many `<pre>` are open.
    pre: usize,
    /// Nothing yet stands behind the `<pre>` that started last.
    fresh_pre: bool,
}

impl Page {
    /// An element starts. Says in which way its content is to be read, if not as usual.
    pub(super) fn open(&mut self, tag: &str, target: Option<String>, self_closing: bool) -> Option<State> {
        let foreign = self.svg > 0 || tag == "svg";
        self.part(gap_of(tag));
        self.fresh_pre = false;
        if foreign && self_closing {
            return None;
        }
        match tag {
            "a" if self.hidden == 0 => self.targets.extend(target),
            "template" => self.hidden += 1,
            "title" | "desc" if foreign => self.hidden += 1,
            "svg" => self.svg += 1,
            "pre" => {
                self.pre += 1;
                self.fresh_pre = true;
            }
            "title" => {
                self.title_text = Some(String::new());
                return Some(State::RcData);
            }
            "textarea" => return Some(State::RcData),
            "plaintext" => return Some(State::PlainText),
            "xmp" => return Some(State::RawText),
            "script" | "style" | "iframe" | "noembed" | "noframes" => {
                self.raw = true;
                return Some(if tag == "script" { State::ScriptData } else { State::RawText });
            }
            _ => {}
        }
        None
    }

    /// An element ends.
    pub(super) fn close(&mut self, tag: &str) {
        self.part(gap_of(tag));
        self.raw = false;
        if let Some(title) = self.title_text.take() {
            let words: Vec<&str> = title.split_whitespace().collect();
            if self.hidden == 0 {
                self.title.get_or_insert_with(|| words.join(" "));
            }
            return;
        }
        match tag {
            "template" => self.hidden = self.hidden.saturating_sub(1),
            "title" | "desc" if self.svg > 0 => self.hidden = self.hidden.saturating_sub(1),
            "svg" => self.svg = self.svg.saturating_sub(1),
            "pre" => self.pre = self.pre.saturating_sub(1),
            _ => {}
        }
    }

    /// A piece of text that comes from `source`; `copied` says that it is the same bytes.
    pub(super) fn text(&mut self, piece: &str, source: Range<usize>, copied: bool) {
        if let Some(title) = &mut self.title_text {
            title.push_str(piece);
        } else if self.raw || self.hidden > 0 {
        } else if self.pre > 0 {
            self.preformatted(piece, source, copied);
        } else if !copied {
            if piece.bytes().all(|byte| byte.is_ascii_whitespace()) {
                self.part(Gap::Space);
            } else {
                self.word(piece, source, false);
            }
        } else {
            self.words(piece, source.start);
        }
    }

    /// Text whose white space stands as it is, but for a line end right behind `<pre>`.
    fn preformatted(&mut self, piece: &str, mut source: Range<usize>, copied: bool) {
        let rest = if std::mem::take(&mut self.fresh_pre) { piece.strip_prefix('\n') } else { None };
        if copied {
            source.start += piece.len() - rest.unwrap_or(piece).len();
        }
        if rest != Some("") {
            self.word(rest.unwrap_or(piece), source, copied);
        }
    }

    /// Copied text whose white space counts as one space.
    fn words(&mut self, piece: &str, start: usize) {
        let mut at = 0;
        for word in piece.split(|c: char| c.is_ascii_whitespace()) {
            if at > 0 {
                self.part(Gap::Space);
            }
            if !word.is_empty() {
                self.word(word, start + at..start + at + word.len(), true);
            }
            at += word.len() + 1;
        }
    }

    fn word(&mut self, word: &str, source: Range<usize>, copied: bool) {
        let due = std::mem::take(&mut self.gap);
        let breaks = self.text.bytes().rev().take_while(|byte| *byte == b'\n').count();
        let gap = match due {
            _ if self.text.is_empty() => "",
            Gap::Space if breaks == 0 => " ",
            Gap::Line if breaks == 0 => "\n",
            Gap::Blank => ["\n\n", "\n", ""][breaks.min(2)],
            Gap::None | Gap::Space | Gap::Line => "",
        };
        // What parts two words in the file is what their gap comes from.
        let between = self.source_end..source.start.max(self.source_end + usize::from(!gap.is_empty()));
        let copied_gap = between.len() == gap.len();
        self.map.push(gap.len(), between, copied_gap);
        self.text.push_str(gap);
        self.map.push(word.len(), source.clone(), copied);
        self.text.push_str(word);
        self.source_end = source.end;
    }

    fn part(&mut self, gap: Gap) {
        if self.hidden == 0 {
            self.gap = self.gap.max(gap);
        }
    }
}
