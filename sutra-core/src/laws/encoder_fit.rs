//! The laws of [`EncoderFit`] and of the [`FittedEncoder`]s it makes.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::attempt::{attempt, attempt_raw, ensure, same_everywhere};
use super::encoder::{BLANK, TEXTS, is_zero};
use super::generated::WORDS;
use super::{Law, LawRandom, Outcome};
use crate::{
    Cancel, Embeddings, EncoderFit, Error, ErrorKind, Fingerprint, FittedEncoder, Observer, Progress, Result,
    Unwatched,
};

type Subject<'a> = dyn EncoderFit + 'a;
type Fitted = Box<dyn FittedEncoder>;

/// Most progress reports that one stage may give.
const REPORTS: usize = 1000;

/// Runs every law on a fit, and those of [`Encoder`](super::encoder) on the encoder that it makes.
///
/// # Errors
/// [`Contract`](ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)?;
    super::encoder::check(&*subject.fit(&TEXTS.to_vec(), &Unwatched)?)
}

/// The laws.
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new(
            "refit",
            "the same texts give the same fingerprint and vectors, also from several threads",
            refit,
        ),
        Law::new("bytes", "the same fit gives the same bytes", bytes),
        Law::new("stored", "saved and loaded, an encoder is the same", stored),
        Law::new("other-texts", "other texts give another fingerprint", other_texts),
        Law::new("nothing", "a fit on nothing is refused as invalid input", nothing),
        Law::new("cancelled", "a fit that is stopped gives the observer's own error", cancelled),
        Law::new("no-trace", "a fit that was stopped leaves nothing behind", no_trace),
        Law::new(
            "progress",
            "a stage reports at most a few hundred times, never backwards or past its total",
            progress,
        ),
        Law::new(
            "cut-short",
            "bytes that were cut or added to are refused as corrupt or of another version",
            cut_short,
        ),
        Law::new(
            "damaged",
            "a changed byte is refused or gives another fingerprint, and never a panic",
            damaged,
        ),
        Law::new("unseen-range", "the unseen share is from 0 to 1", unseen_range),
        Law::new(
            "unseen-zero",
            "a vector is zero exactly where the encoder knows no term of the text",
            unseen_zero,
        ),
    ]
}

/// Texts to ask for: some that were fitted, some that were not.
fn asked() -> Vec<&'static str> {
    TEXTS.into_iter().chain(BLANK).chain(["oak unheard", "zzyzx qqqqq"]).collect()
}

/// All that can be seen of an encoder without saving it.
type Seen = (Fingerprint, usize, Embeddings, Embeddings, Vec<f32>);

fn seen(fitted: &Fitted) -> std::result::Result<Seen, String> {
    let texts = asked();
    attempt("a fitted encoder", || {
        let unseen = texts.iter().map(|text| fitted.unseen(text)).collect();
        let (passages, queries) = (fitted.encode_passages(&texts)?, fitted.encode_queries(&texts)?);
        Ok((fitted.fingerprint(), fitted.dim(), passages, queries, unseen))
    })
}

fn fit(subject: &Subject<'_>, texts: &[&str]) -> std::result::Result<Fitted, String> {
    attempt("the fit", || subject.fit(&texts.to_vec(), &Unwatched))
}

fn save(fitted: &Fitted) -> std::result::Result<Vec<u8>, String> {
    attempt("save", || fitted.save())
}

fn refit(subject: &Subject<'_>) -> Outcome {
    same_everywhere("the fit", || seen(&fit(subject, &TEXTS)?))
}

fn bytes(subject: &Subject<'_>) -> Outcome {
    let (one, two) = (fit(subject, &TEXTS)?, fit(subject, &TEXTS)?);
    let saved = save(&one)?;
    ensure(saved == save(&one)?, || "one encoder saved twice gives other bytes".into())?;
    ensure(saved == save(&two)?, || "a second fit gives other bytes".into())
}

fn stored(subject: &Subject<'_>) -> Outcome {
    let fitted = fit(subject, &TEXTS)?;
    let loaded = attempt("load", || subject.load(&save(&fitted).map_err(Error::contract)?))?;
    let (before, after) = (seen(&fitted)?, seen(&loaded)?);
    ensure(before.0 == after.0, || format!("{} was loaded as {}", before.0, after.0))?;
    ensure(before == after, || "its vectors or unseen shares were other ones before".into())
}

fn other_texts(subject: &Subject<'_>) -> Outcome {
    let one = fit(subject, &TEXTS)?.fingerprint();
    let fewer = fit(subject, &TEXTS[1..])?.fingerprint();
    ensure(one != fewer, || format!("one text less is {fewer} too"))?;
    let mut other = TEXTS;
    other[2] = "A lighthouse blinks at night.";
    let other = fit(subject, &other)?.fingerprint();
    ensure(one != other, || format!("with one text replaced it is {other} too"))
}

fn nothing(subject: &Subject<'_>) -> Outcome {
    let none: Vec<&str> = Vec::new();
    match attempt_raw("a fit on nothing", || subject.fit(&none, &Unwatched))? {
        Ok(fitted) => Err(format!("it gave {}", fitted.fingerprint())),
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        Err(error) => Err(format!("it gave the error {error:?}")),
    }
}

/// Stops at a given check with an error of its own, and counts what it is told.
struct Watch {
    checks: AtomicUsize,
    stop_at: usize,
    /// Reports by stage: how many, and the last number done.
    stages: Mutex<BTreeMap<String, (usize, u64)>>,
    /// The first report that went backwards or too far.
    wrong: Mutex<Option<String>>,
}

const REASON: &str = "the law's own reason to stop";

impl Watch {
    fn new(stop_at: usize) -> Self {
        Self { checks: AtomicUsize::new(0), stop_at, stages: Mutex::default(), wrong: Mutex::default() }
    }
}

impl Cancel for Watch {
    fn check(&self) -> Result<()> {
        let stop = self.checks.fetch_add(1, Ordering::Relaxed) >= self.stop_at;
        if stop { Err(Error::new(ErrorKind::Deadline, REASON)) } else { Ok(()) }
    }
}

impl Observer for Watch {
    fn progress(&self, progress: Progress<'_>) {
        let (Ok(mut stages), Ok(mut wrong)) = (self.stages.lock(), self.wrong.lock()) else { return };
        let stage = stages.entry(progress.stage.to_owned()).or_default();
        if progress.done < stage.1 || progress.total.is_some_and(|total| total < progress.done) {
            let _ = wrong.get_or_insert_with(|| format!("after {} there came {progress:?}", stage.1));
        }
        *stage = (stage.0 + 1, progress.done);
    }
}

/// How many checks a fit makes, counted up to a bound.
fn checks(subject: &Subject<'_>) -> std::result::Result<usize, String> {
    let watch = Watch::new(usize::MAX);
    attempt("the fit", || subject.fit(&TEXTS.to_vec(), &watch))?;
    Ok(watch.checks.load(Ordering::Relaxed))
}

fn cancelled(subject: &Subject<'_>) -> Outcome {
    let count = checks(subject)?;
    ensure(count > 0, || "it never asked whether to go on".into())?;
    for stop_at in [0, 1, count / 2, count - 1] {
        if stop_at >= count {
            continue;
        }
        match attempt_raw("a stopped fit", || subject.fit(&TEXTS.to_vec(), &Watch::new(stop_at)))? {
            Ok(_) => return Err(format!("it went on when check {stop_at} of {count} said to stop")),
            Err(error) if error.kind() == ErrorKind::Deadline && error.to_string() == REASON => {}
            Err(error) => return Err(format!("it gave the error {error:?}")),
        }
    }
    Ok(())
}

fn no_trace(subject: &Subject<'_>) -> Outcome {
    let before = seen(&fit(subject, &TEXTS)?)?;
    for stop_at in [0, checks(subject)? / 2] {
        let _ = attempt_raw("a stopped fit", || subject.fit(&TEXTS.to_vec(), &Watch::new(stop_at)))?;
        let after = seen(&fit(subject, &TEXTS)?)?;
        ensure(before == after, || {
            format!("after one that stopped at check {stop_at}, the next is another")
        })?;
    }
    Ok(())
}

fn progress(subject: &Subject<'_>) -> Outcome {
    let mut random = LawRandom::new(5);
    let texts: Vec<String> = (0..1500)
        .map(|_| (0..4).filter_map(|_| random.pick(&WORDS).copied()).collect::<Vec<_>>().join(" "))
        .collect();
    let watch = Watch::new(usize::MAX);
    attempt("the fit", || subject.fit(&texts, &watch))?;
    let wrong = watch.wrong.lock().map_err(|_| "the fit panicked")?.clone();
    wrong.map_or(Ok(()), Err)?;
    let stages = watch.stages.lock().map_err(|_| "the fit panicked")?;
    match stages.iter().find(|(_, stage)| stage.0 > REPORTS) {
        Some((name, stage)) => Err(format!("stage {name:?} reported {} times on 1500 texts", stage.0)),
        None => Ok(()),
    }
}

fn cut_short(subject: &Subject<'_>) -> Outcome {
    let saved = save(&fit(subject, &TEXTS)?)?;
    let (mut cuts, mut random) =
        (vec![0, 1, saved.len() / 2, saved.len().saturating_sub(1)], LawRandom::new(9));
    cuts.extend((0..60).map(|_| random.below(saved.len())));
    let longer = [&saved[..], &[0]].concat();
    let cut = cuts.into_iter().filter_map(|length| saved.get(..length));
    for bytes in cut.filter(|bytes| bytes.len() < saved.len()).chain([&longer[..]]) {
        let (length, all) = (bytes.len(), saved.len());
        match attempt_raw(&format!("loading {length} of {all} bytes"), || subject.load(bytes))? {
            Ok(_) => return Err(format!("{length} of {all} bytes were loaded")),
            Err(error) if matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::Version) => {}
            Err(error) => return Err(format!("{length} of {all} bytes gave the error {error:?}")),
        }
    }
    Ok(())
}

fn damaged(subject: &Subject<'_>) -> Outcome {
    let fitted = fit(subject, &TEXTS)?;
    let (saved, before) = (save(&fitted)?, seen(&fitted)?);
    let mut random = LawRandom::new(13);
    // Every byte of the beginning, where formats keep their lengths, and some of the rest.
    let places =
        (0..saved.len().min(200)).chain((0..200).map(|_| random.below(saved.len()))).collect::<Vec<_>>();
    for at in places {
        let mut bytes = saved.clone();
        let Some(byte) = bytes.get_mut(at) else { continue };
        *byte ^= [1, 0x80, 0xff][at % 3];
        let loaded = attempt_raw(&format!("loading with byte {at} changed"), || subject.load(&bytes))?;
        let Ok(loaded) = loaded else { continue };
        let what = format!("an encoder loaded with byte {at} changed");
        let after = attempt_raw(&what, || {
            (loaded.fingerprint(), loaded.encode_passages(&TEXTS).ok(), loaded.unseen(TEXTS[0]))
        })?;
        let same = after.1.as_ref().is_some_and(|rows| *rows == passages(&before));
        ensure(after.0 != before.0 || same, || format!("{what} still calls itself {}", after.0))?;
    }
    Ok(())
}

/// The rows of the fitted texts alone.
fn passages(seen: &Seen) -> Embeddings {
    let values = seen.2.rows().take(TEXTS.len()).flatten().copied().collect();
    Embeddings::new(seen.2.dim(), values).unwrap_or_else(|_| Embeddings::empty(1))
}

fn unseen_range(subject: &Subject<'_>) -> Outcome {
    let seen = seen(&fit(subject, &TEXTS)?)?;
    match asked().into_iter().zip(seen.4).find(|(_, share)| !(0.0..=1.0).contains(share)) {
        Some((text, share)) => Err(format!("it is {share} of {text:?}")),
        None => Ok(()),
    }
}

fn unseen_zero(subject: &Subject<'_>) -> Outcome {
    let seen = seen(&fit(subject, &TEXTS)?)?;
    for ((text, row), share) in asked().into_iter().zip(seen.2.rows()).zip(&seen.4) {
        let (zero, unknown) = (is_zero(row), *share >= 1.0);
        ensure(zero == unknown, || {
            format!("{text:?} is {} and {share} of it is unseen", if zero { "zero" } else { "not zero" })
        })?;
    }
    Ok(())
}
