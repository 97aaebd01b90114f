//! How recently a document was modified.

use std::time::{Duration, UNIX_EPOCH};

use sutra_core::{Candidate, Detail, Error, Result, Scale, ScoreKind, Search, Signal, Value};

const DAY: f64 = 86_400.0;

/// Scores a document by its age: the days from its metadata field `modified` (RFC 3339) to the query's
/// [`now`](sutra_core::Query::now), negated, because a higher score is better. Only this signal can say what that is
/// worth, so its kind is [`Custom`](ScoreKind::Custom) and it has its own map: `0.5^(age / half-life)`.
///
/// A document without the field, or with one that is no time, has no value; nor has any where the query names no
/// time. It never asks the clock itself, so that the same query gives the same answer.
///
/// ```
/// use std::time::Duration;
/// use outside::Freshness;
/// use sutra_core::{Scale, ScoreKind, Signal};
/// let freshness = Freshness::new(Duration::from_secs(30 * 86_400))?;
/// assert_eq!(freshness.unit(Scale::new(ScoreKind::Custom), -60.0), Some(0.25));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    half_life: f64,
}

impl Freshness {
    /// Worth half as much for every `half_life` of age.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a half-life of zero.
    pub fn new(half_life: Duration) -> Result<Self> {
        if half_life.is_zero() {
            return Err(Error::invalid_config("freshness needs a half-life above zero"));
        }
        Ok(Self { half_life: half_life.as_secs_f64() / DAY })
    }
}

impl Signal for Freshness {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Custom
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        let now = search.query().now.map(|now| match now.duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_secs_f64() / DAY,
            Err(before) => -before.duration().as_secs_f64() / DAY,
        });
        for (candidate, out) in candidates.iter().zip(out) {
            let modified = match candidate.metadata.get("modified") {
                Some(Value::Text(text)) => days(text),
                _ => None,
            };
            // What lies ahead is as fresh as can be.
            *out = now.zip(modified).map(|(now, modified)| -((now - modified).max(0.0) as f32));
        }
        Ok(Scale::new(ScoreKind::Custom))
    }

    fn unit(&self, scale: Scale, raw: f32) -> Option<f32> {
        let mapped = scale.kind() == ScoreKind::Custom && raw.is_finite();
        mapped.then(|| 0.5_f64.powf(f64::from(-raw).max(0.0) / self.half_life) as f32)
    }

    fn explain(&self, _: &Search<'_>, _: &Candidate<'_>, raw: f32) -> Option<Detail> {
        Some(Detail::new(format!("modified {:.0} days before the query", raw.abs())))
    }

    fn has_unit(&self) -> bool {
        true
    }
}

/// The days from 1970 to a time in RFC 3339 (`2024-02-29T12:00:00Z`), or to a date alone.
fn days(text: &str) -> Option<f64> {
    let (date, time) = text.split_at_checked(10)?;
    let mut fields = date.split('-').map(|field| field.parse::<u32>().ok());
    let (year, month, day) = (fields.next()??, fields.next()??, fields.next()??);
    let valid = (1..=12).contains(&month) && (1..=31).contains(&day) && fields.next().is_none();
    let seconds = if time.is_empty() { 0.0 } else { seconds(time)? };
    valid.then(|| f64::from(day_number(year, month, day)) + seconds / DAY)
}

/// The seconds of `T12:00:00.5+02:00` since midnight of the same date in UTC.
fn seconds(time: &str) -> Option<f64> {
    let time = time.strip_prefix(['T', 't', ' '])?;
    let zone = time.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = time.split_at_checked(zone)?;
    let mut fields = clock.split(':').map(|field| field.parse::<f64>().ok());
    let (hour, minute, second) = (fields.next()??, fields.next()??, fields.next()??);
    let valid = (0.0..24.0).contains(&hour) && (0.0..60.0).contains(&minute) && (0.0..61.0).contains(&second);
    let east = match zone.strip_prefix(['+', '-']) {
        Some(offset) => {
            let (hours, minutes) = offset.split_once(':')?;
            let offset = hours.parse::<f64>().ok()? * 3600.0 + minutes.parse::<f64>().ok()? * 60.0;
            if zone.starts_with('-') { -offset } else { offset }
        }
        None => 0.0,
    };
    let seconds = hour * 3600.0 + minute * 60.0 + second - east;
    (valid && seconds.is_finite() && fields.next().is_none()).then_some(seconds)
}

/// The days from 1970-01-01 to a date of the Gregorian calendar. Years are taken to begin in March, so that the day
/// that leap years add is their last.
fn day_number(year: u32, month: u32, day: u32) -> i32 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.saturating_sub(1), month + 9) };
    let before = 365 * year + year / 4 - year / 100 + year / 400;
    (before + (153 * month + 2) / 5 + day - 1) as i32 - 719_468
}

#[cfg(test)]
mod tests {
    use super::days;

    #[test]
    fn times_are_read() {
        // From `date -u -d ... +%s`, divided by 86,400.
        assert_eq!(days("1970-01-01"), Some(0.0));
        assert_eq!(days("2024-02-29T12:00:00Z"), Some(19_782.5));
        assert_eq!(days("2024-02-29T14:00:00.0+02:00"), Some(19_782.5));
        assert_eq!(days("1969-12-31T00:00:00Z"), Some(-1.0));
        for text in ["", "yesterday", "2024-13-01", "2024-01-01T25:00:00Z", "2024-01-01T12:00", "é024-01-01é"]
        {
            assert_eq!(days(text), None, "{text:?}");
        }
    }
}
