//! The laws of [`Chunker`].

use super::attempt::{attempt, ensure, same_everywhere};
use super::{Law, LawRandom, Outcome};
use crate::{Chunker, Result, Span};

type Subject<'a> = dyn Chunker + 'a;

/// Runs every law on a chunker.
///
/// ```
/// use sutra_core::{Chunker, Piece, Result, Span, laws};
/// struct Whole;
/// impl Chunker for Whole {
///     fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
///         Ok(if text.trim().is_empty() { vec![] } else { vec![Piece::new(Span::whole(text))] })
///     }
/// }
/// laws::chunker::check(&Whole)?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
///
/// # Errors
/// [`Contract`](crate::ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws. A chunker that leaves text out on purpose, and says so, is held to all but `covers`.
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("slices", "every span is whole characters of the text", slices),
        Law::new("not-empty", "no span is empty", not_empty),
        Law::new("increasing", "starts increase strictly", increasing),
        Law::new("covers", "every byte that is not white space lies in some piece", covers),
        Law::new("last-adds", "the last piece holds a byte that no earlier piece holds", last_adds),
        Law::new("blank", "a blank text has no pieces", blank),
        Law::new("same", "the same text gives the same pieces, also from several threads", same),
    ]
}

/// Texts that chunkers are known to break on; the blank ones apart.
fn awkward() -> Vec<String> {
    let fixed = [
        "a",
        ".",
        "\u{FEFF}Hello.\u{200B} World\u{A0}.",
        "One. Two! Three?  Four…\r\n\r\nFive\rSix\nSeven",
        "  leading and trailing white space \t\n ",
        "# A\n## B\nText. More text.\n\n```\n# no\n```\n- item\n- item 2\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "ab👨\u{200D}👩\u{200D}👧cd 🇮🇩🇮🇩 e\u{301}. \u{301}x",
        "今天下雨。我们留在家里！你想喝茶吗？好的。",
        "मौसम साफ है। हम चलेंगे॥ ठीक है?",
        "سؤال؟ نعم، جواب.",
        "1. a 2. b 3. c\n4) d e.g. f, i.e. g. Dr. H. met J. K.",
        "a\u{85}b\u{2028}c\u{2029}d\u{B}e\u{C}f\rg\u{3000}h",
        "x                                                                      y",
        "Wait . . . . What. . . . Then . . .”  :) ! ? )",
        "no stop at the end\n\n\n\n\nand many blank lines",
    ];
    let mut texts: Vec<String> = fixed.map(str::to_owned).to_vec();
    texts.push("longword".repeat(400));
    texts.push("今".repeat(900));
    texts.push("👩\u{200D}👩 ".repeat(300));
    texts.push("A sentence of some words that recurs. ".repeat(120));
    texts.push("# Heading\n\nA paragraph\nof lines.\n\n".repeat(60));
    let mut random = LawRandom::new(11);
    let parts = [
        "a", "bc ", "é", "e\u{301}", "字", "。", "👍🏽", " ", "\n", "\r\n", "\n\n", ". ", "! ", "\u{A0}", "# ",
        "word ",
    ];
    for _ in 0..60 {
        let length = 1 + random.below(40);
        let text: String = (0..length).filter_map(|_| random.pick(&parts).copied()).collect();
        if !text.trim().is_empty() {
            texts.push(text);
        }
    }
    texts
}

/// The spans of each awkward text go to `check`; what it finds is said of the text.
fn each(subject: &Subject<'_>, check: impl Fn(&str, &[Span]) -> Outcome) -> Outcome {
    for text in awkward() {
        let pieces = attempt("cutting", || subject.chunk(&text))?;
        let spans: Vec<_> = pieces.iter().map(|piece| piece.span).collect();
        check(&text, &spans).map_err(|found| format!("{found} in {}", shown(&text)))?;
    }
    Ok(())
}

/// A text, or its beginning.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    let rest = if start.len() < text.len() { "…" } else { "" };
    format!("{start:?}{rest}")
}

fn slices(subject: &Subject<'_>) -> Outcome {
    each(subject, |text, spans| match spans.iter().find(|span| span.slice(text).is_err()) {
        Some(span) => Err(format!("{:?} is no range of whole characters", span.range())),
        None => Ok(()),
    })
}

fn not_empty(subject: &Subject<'_>) -> Outcome {
    each(subject, |_, spans| match spans.iter().find(|span| span.is_empty()) {
        Some(span) => Err(format!("the span at {} is empty", span.start())),
        None => Ok(()),
    })
}

fn increasing(subject: &Subject<'_>) -> Outcome {
    each(subject, |_, spans| match spans.windows(2).find(|pair| pair[0].start() >= pair[1].start()) {
        Some(pair) => Err(format!("{:?} is followed by {:?}", pair[0].range(), pair[1].range())),
        None => Ok(()),
    })
}

fn covers(subject: &Subject<'_>) -> Outcome {
    each(subject, |text, spans| {
        let lies_in_some =
            |start: usize, end: usize| spans.iter().any(|span| span.start() <= start && end <= span.end());
        let whole = |(at, c): (usize, char)| {
            // A character may lie across two pieces only if they cut it, which is for another law to say.
            c.is_whitespace() || (at..at + c.len_utf8()).all(|byte| lies_in_some(byte, byte + 1))
        };
        match text.char_indices().find(|found| !whole(*found)) {
            Some((at, c)) => Err(format!("{c:?} at {at} lies in no piece")),
            None => Ok(()),
        }
    })
}

fn last_adds(subject: &Subject<'_>) -> Outcome {
    each(subject, |_, spans| {
        let Some((last, earlier)) = spans.split_last() else { return Ok(()) };
        let is_new = |byte: usize| earlier.iter().all(|span| !span.range().contains(&byte));
        ensure(last.range().any(is_new), || format!("the last piece, {:?}, adds nothing", last.range()))
    })
}

fn blank(subject: &Subject<'_>) -> Outcome {
    for text in ["", " ", "\n", " \r\n\t ", "\u{3000}\u{A0}\u{2028}"] {
        let pieces = attempt("cutting a blank text", || subject.chunk(text))?;
        ensure(pieces.is_empty(), || format!("{text:?} has {} pieces", pieces.len()))?;
    }
    Ok(())
}

fn same(subject: &Subject<'_>) -> Outcome {
    for text in awkward().iter().step_by(3) {
        same_everywhere(&format!("the cut of {}", shown(text)), || {
            attempt("cutting", || subject.chunk(text))
        })?;
    }
    Ok(())
}
