//! Whether a terminator ends its sentence.

use std::ops::ControlFlow::{Break, Continue};

use super::around::{First, Next, has_words, is_acronym, is_initial, is_numeral, word_before};
use super::chars::{is_closer, is_quote, is_unspaced, is_word};
use super::lexicon::Abbreviation;
use super::lines::begins_block;
use super::run::{Run, spaced_stops};
use super::scanner::{Sentences, Step};

/// An abbreviation with which a sentence shorter than this does not end: `The U.S. Army`.
const FEWEST_WORDS: usize = 4;

impl Sentences<'_> {
    /// Decides on the terminators that begin at `at`.
    pub(super) fn terminator(&mut self, at: usize) -> Step {
        let run = self.run(at);
        if run.is_half() || self.is_stray(at) {
            return Continue(run.end);
        }
        let (spaced, end) = spaced_stops(self.text, run.end);
        self.reach = self.reach.max(end);
        if spaced > 0 && run.stops > 0 && !run.closed {
            return self.spaced_ellipsis(at, &run, spaced, end);
        }
        let gap = self.gap(run.end);
        if gap.next == self.text.len() {
            return Break(run.end);
        }
        if gap.next == run.end {
            return if self.ends_unspaced(at, &run) { Break(run.end) } else { Continue(run.end) };
        }
        if gap.breaks > 1 || (gap.breaks == 1 && begins_block(self.text, gap.next)) {
            return Break(run.end);
        }
        if self.ends(at, &run, gap.next) { Break(run.end) } else { Continue(run.end) }
    }

    /// Whether a run with white space behind it ends the sentence; `next` is what follows that.
    fn ends(&self, at: usize, run: &Run, next: usize) -> bool {
        if run.wide {
            return !self.spells(at, next);
        }
        if self.is_opening(at) {
            return false;
        }
        let next = Next::at(self.text, next);
        if run.is_single_stop() {
            return self.stop_ends(at, run, &next);
        }
        let finished = matches!(self.text.as_bytes()[run.end - 1], b'.' | b'!' | b'?');
        if run.closed && !finished && self.char_before(at).is_some_and(|c| matches!(c, '(' | '[' | '{')) {
            // "(?)", "[...]", but not "(?)."
            return false;
        }
        match next.first {
            _ if next.continues => false,
            First::Lower if next.opened => true,
            // "Yahoo! shares"; "What? no"; "“Why?” asked Ann".
            // An hour or a list behind a colon, where that is a full stop.
            First::Digit if self.text.as_bytes()[at] == b':' => false,
            First::Lower => run.mark && !run.ellipsis && !run.quoted && self.text.as_bytes()[at] == b'?',
            _ => true,
        }
    }

    /// Whether a single full stop ends the sentence before `next`.
    fn stop_ends(&self, at: usize, run: &Run, next: &Next<'_>) -> bool {
        if next.continues {
            return false;
        }
        let word = word_before(self.text, self.body, at);
        if next.first == First::Lower && !next.opened {
            return self.ends_before_lower(word, run, next);
        }
        if word.is_empty() {
            return true;
        }
        let starts = || next.is_capital() && self.rules.facts(next.word).starter;
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return !self.rules.ordinals || word.len() > 2 || next.opened || starts();
        }
        let before = self.text.get(self.body..at - word.len()).unwrap_or_default();
        if is_initial(before, word) {
            return starts() || (next.quoted && next.first == First::Upper);
        }
        match self.rules.abbreviation(word) {
            Some(Abbreviation::BeforeName) => false,
            Some(Abbreviation::BeforeNumber) => {
                next.first != First::Digit && (starts() || !is_numeral(next.word))
            }
            Some(Abbreviation::Time) => {
                let name = next.word.len() > 1 && next.word.chars().skip(1).any(char::is_lowercase);
                let dated = self.rules.facts(next.word).date;
                next.is_capital() && (name || starts()) && !dated && self.has_words(at, FEWEST_WORDS)
            }
            Some(Abbreviation::MayEnd) => (next.quoted || starts()) && self.has_words(at, 2),
            None if is_acronym(word) => (next.quoted || starts()) && self.has_words(at, FEWEST_WORDS),
            None => true,
        }
    }

    /// Whether the sentence has at least `count` words before `at`.
    fn has_words(&self, at: usize, count: usize) -> bool {
        has_words(self.text, self.body, at, count)
    }

    /// Whether a full stop ends the sentence before a word in lower case: behind a plain word, where the next
    /// word begins sentences or the writer began this one without a capital too.
    fn ends_before_lower(&self, word: &str, run: &Run, next: &Next<'_>) -> bool {
        self.rules.cuts_before_lower
            && !run.closed
            && word.len() > 2
            && word.chars().all(char::is_alphabetic)
            && (self.rules.facts(next.word).uncapitalised
                || Next::at(self.text, self.body).first == First::Lower)
            && self.rules.facts(word).abbreviation.is_none()
    }

    /// Whether the sign at `at`, one that ends sentences in this language alone, stands for itself: with no word
    /// before it, or in the row of a table.
    fn is_stray(&self, at: usize) -> bool {
        if !matches!(self.text.as_bytes()[at], b';' | b':' | b'|') {
            return false;
        }
        let before = self.text.get(self.body..at).unwrap_or_default();
        let last = before.trim_ascii_end().chars().next_back();
        self.place.row || !last.is_some_and(|c| is_word(c) || is_closer(c) || is_quote(c))
    }

    /// Whether the letters of an acronym are being spelt by their names, with a full stop between them.
    fn spells(&self, at: usize, next: usize) -> bool {
        self.rules.spells
            && self.rules.facts(word_before(self.text, self.body, at)).letter
            && self.rules.facts(Next::at(self.text, next).word).letter
    }

    /// Whether a run without white space behind it ends the sentence.
    fn ends_unspaced(&self, at: usize, run: &Run) -> bool {
        let before = self.char_before(at);
        let after = self.text.get(run.end..).and_then(|rest| rest.chars().next());
        if run.full_stop && !run.wide {
            return !(before.is_some_and(char::is_numeric) && after.is_some_and(char::is_numeric));
        }
        if run.wide {
            // A quotation that the sentence goes on with: 「はい。」と言った。 “好。”，他说。
            let goes_on = run.closed
                && matches!(after, Some('と' | ',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛'));
            return !goes_on && !self.spells(at, run.end);
        }
        if run.mark && [before, after].into_iter().flatten().any(is_unspaced) {
            return true;
        }
        !run.closed && (run.mark || run.is_single_stop()) && self.misses_space(at, run.end)
    }

    /// Whether a space has been forgotten: plain words before, and behind a word that begins sentences.
    fn misses_space(&self, at: usize, end: usize) -> bool {
        let next = Next::at(self.text, end);
        if !next.is_capital() || next.opened {
            return false;
        }
        let facts = self.rules.facts(next.word);
        if !facts.starter && facts.abbreviation != Some(Abbreviation::BeforeName) {
            return false;
        }
        let rest = self.text.get(end + next.word.len()..).unwrap_or_default();
        let mut rest = rest.chars();
        let plain_after = match (rest.next(), rest.next()) {
            (None, _) => true,
            (Some('.' | ',' | '!' | '?' | '’' | '\''), after) => {
                after.is_none_or(|c| c.is_whitespace() || c.is_lowercase())
            }
            (Some(c), _) => c.is_whitespace(),
        };
        let word = word_before(self.text, self.body, at);
        let plain_before = word.chars().count() > 1
            && !word.contains('.')
            && self.rules.abbreviation(word) != Some(Abbreviation::BeforeName);
        plain_after && plain_before
    }

    /// Full stops with spaces between. Those that follow a finished sentence begin the next one.
    fn spaced_ellipsis(&mut self, at: usize, run: &Run, spaced: usize, end: usize) -> Step {
        let attached = self.char_before(at).is_some_and(|c| !c.is_whitespace());
        let last = self.run(end - 1);
        let gap = self.gap(last.end);
        if gap.next == self.text.len() || gap.breaks > 1 {
            return Break(last.end);
        }
        if gap.next == last.end || Next::at(self.text, gap.next).first == First::Lower || self.is_opening(at)
        {
            return Continue(last.end);
        }
        Break(if attached && spaced > 2 { run.end } else { last.end })
    }

    /// Whether nothing but a few signs stands before `at`: the terminators open the sentence.
    fn is_opening(&self, at: usize) -> bool {
        at - self.start <= 8
            && self.text.get(self.start..at).is_some_and(|before| !before.contains(char::is_alphanumeric))
    }

    fn char_before(&self, at: usize) -> Option<char> {
        self.text.get(self.start..at).and_then(|before| before.chars().next_back())
    }
}
