//! Chunkers that break a law each.

use std::sync::atomic::{AtomicUsize, Ordering};

use sutra_core::laws::chunker::laws;
use sutra_core::{Chunker, Piece, Result, Span};

const TWINS: [&str; 7] = ["slices", "not-empty", "increasing", "covers", "last-adds", "blank", "same"];

/// Cuts at line ends.
struct Lines {
    fault: &'static str,
    calls: AtomicUsize,
}

impl Chunker for Lines {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let mut spans = lines(text)?;
        let odd = self.calls.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        match self.fault {
            "slices" => {
                if let Some(last) = spans.last_mut() {
                    *last = Span::from_storage(last.start(), last.end() + 1)?;
                }
            }
            "not-empty" => {
                let first = spans.first().map_or("", |span| &text[span.range()]);
                let at = spans.first().map_or(0, |span| span.start());
                let width = first.chars().next().map_or(0, char::len_utf8);
                if spans.len() > 1 && width < first.len() {
                    spans.insert(1, Span::of(text, at + width..at + width)?);
                }
            }
            "increasing" => spans.reverse(),
            "covers" => {
                let first = usize::from(spans.len() > 1);
                spans.drain(..first);
            }
            "last-adds" => {
                if let Some(last) = spans.last().copied() {
                    let width = text[last.range()].chars().next_back().map_or(0, char::len_utf8);
                    if width < last.len() {
                        spans.push(Span::of(text, last.end() - width..last.end())?);
                    }
                }
            }
            "blank" if spans.is_empty() && !text.is_empty() => spans.push(Span::whole(text)),
            "same" if odd && !spans.is_empty() => spans = vec![Span::whole(text)],
            _ => {}
        }
        Ok(spans.into_iter().map(Piece::new).collect())
    }
}

fn lines(text: &str) -> Result<Vec<Span>> {
    let (mut start, mut spans) = (0, Vec::new());
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            spans.push(Span::of(text, start..start + line.len())?);
        }
        start += line.len();
    }
    Ok(spans)
}

#[test]
fn every_law_catches_its_twin() {
    crate::check(&laws(), &TWINS, |fault| Box::new(Lines { fault, calls: AtomicUsize::new(0) }));
}
