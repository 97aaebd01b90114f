//! The laws of [`Encoder`].

use super::attempt::{attempt, ensure, same_everywhere};
use super::{Law, LawRandom, Outcome};
use crate::{Embeddings, Encoder, Result};

type Subject<'a> = dyn Encoder + 'a;

/// How far a value may lie from the same text's value in another batch, as a share of the largest of its row.
/// A kernel may add up in another order for another batch; nothing else may change.
pub const TOLERANCE: f32 = 1e-4;

/// Runs every law on an encoder.
///
/// ```
/// sutra_core::laws::encoder::check(&sutra_core::laws::WordEncoder)?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
///
/// # Errors
/// [`Contract`](crate::ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws.
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("shape", "there are as many rows as texts, each of the stated dimension", shape),
        Law::new("no-texts", "no texts give no rows", no_texts),
        Law::new(
            "own-text",
            "a row depends on its text alone, not on its batch or its place in it",
            own_text,
        ),
        Law::new("blank-zero", "a blank text is the zero vector", blank_zero),
        Law::new("knows", "a text of known words is not the zero vector", knows),
        Law::new("fingerprint", "the fingerprint says something and stays the same", fingerprint),
        Law::new("same", "the same texts give the same vectors, also from several threads", same),
    ]
}

/// Texts that encoders are fitted on and asked for: some plain, some awkward, none blank.
pub(crate) const TEXTS: [&str; 17] = [
    "The oak by the river is old, and the elm is older.",
    "An oak and an ash stand on the stone wall.",
    "Bread rises in a warm oven.",
    "The whale sings to other whales in the deep sea.",
    "The glacier moves a stone and the river carries it.",
    "Copper and stone are older than bread.",
    "A violin is made of maple and spruce.",
    "The old oak stands on the river, the river runs to the sea.",
    "The sea is deep, and the whale dives deep.",
    "Fir and yew stay green; ash and elm do not.",
    "oak",
    "elm ash",
    "oak oak river copper",
    "Die Eiche wächst langsam am Fluß.",
    "今天下雨。我们留在家里。",
    "don't stop: e\u{301}té, naïve, 👩\u{200D}👩 oak",
    "UPPER lower 12.5 % of oak",
];

/// Blank texts.
pub(crate) const BLANK: [&str; 3] = ["", " ", "\n\t\u{3000}"];

type Encode = fn(&Subject<'_>, &[&str]) -> Result<Embeddings>;

/// Both ways to encode, by name.
const SIDES: [(&str, Encode); 2] = [
    ("encode_passages", |subject, texts| subject.encode_passages(texts)),
    ("encode_queries", |subject, texts| subject.encode_queries(texts)),
];

/// Runs `check` for passages and for queries.
fn both(subject: &Subject<'_>, check: impl Fn(&dyn Fn(&[&str]) -> Found) -> Outcome) -> Outcome {
    for (name, encode) in SIDES {
        check(&|texts| attempt(name, || encode(subject, texts)))
            .map_err(|found| format!("{name}: {found}"))?;
    }
    Ok(())
}

type Found = std::result::Result<Embeddings, String>;

fn all() -> Vec<&'static str> {
    TEXTS.into_iter().chain(BLANK).collect()
}

fn shape(subject: &Subject<'_>) -> Outcome {
    both(subject, |encode| {
        for count in [1, 2, all().len()] {
            let rows = encode(&all()[..count])?;
            ensure(rows.len() == count && rows.dim() == subject.dim(), || {
                let dim = subject.dim();
                format!("{count} texts gave {} rows of {}, not of {dim} values", rows.len(), rows.dim())
            })?;
        }
        Ok(())
    })
}

fn no_texts(subject: &Subject<'_>) -> Outcome {
    both(subject, |encode| {
        let rows = encode(&[])?;
        ensure(rows.is_empty(), || format!("there are {}", rows.len()))
    })
}

fn own_text(subject: &Subject<'_>) -> Outcome {
    both(subject, |encode| {
        let texts = all();
        let alone = texts.iter().map(|text| encode(&[text])).collect::<std::result::Result<Vec<_>, _>>()?;
        let mut random = LawRandom::new(3);
        let mut order: Vec<usize> = (0..texts.len()).collect();
        for size in [texts.len(), 2, 7, texts.len()] {
            let batch: Vec<&str> = order.iter().take(size).map(|at| texts[*at]).collect();
            let rows = encode(&batch)?;
            for (place, at) in order.iter().take(size).enumerate() {
                let (one, other) = (alone[*at].row(0), rows.row(place));
                ensure(near(one.unwrap_or_default(), other.unwrap_or_default()), || {
                    format!("{:?} is not the same alone and at place {place} of {size}", texts[*at])
                })?;
            }
            random.shuffle(&mut order);
        }
        Ok(())
    })
}

/// Whether two rows are the same within [`TOLERANCE`].
pub(crate) fn near(a: &[f32], b: &[f32]) -> bool {
    let largest = a.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= TOLERANCE * largest)
}

pub(crate) fn is_zero(row: &[f32]) -> bool {
    row.iter().all(|value| *value == 0.0)
}

fn blank_zero(subject: &Subject<'_>) -> Outcome {
    both(subject, |encode| {
        let texts = all();
        let rows = encode(&texts)?;
        for (text, row) in texts.iter().zip(rows.rows()).skip(TEXTS.len()) {
            ensure(is_zero(row), || format!("{text:?} is not zero"))?;
        }
        Ok(())
    })
}

fn knows(subject: &Subject<'_>) -> Outcome {
    both(subject, |encode| {
        let rows = encode(&TEXTS)?;
        ensure(rows.rows().any(|row| !is_zero(row)), || format!("{TEXTS:?} are all zero"))
    })
}

fn fingerprint(subject: &Subject<'_>) -> Outcome {
    let before = attempt("fingerprint", || Ok(subject.fingerprint()))?;
    ensure(!before.as_str().is_empty(), || "it is empty".into())?;
    both(subject, |encode| encode(&TEXTS).map(|_| ()))?;
    let after = attempt("fingerprint", || Ok(subject.fingerprint()))?;
    ensure(before == after, || format!("it was {before} and is {after}"))
}

fn same(subject: &Subject<'_>) -> Outcome {
    for (name, encode) in SIDES {
        same_everywhere(name, || attempt(name, || encode(subject, &TEXTS)))?;
    }
    Ok(())
}
