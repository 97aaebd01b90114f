//! Running steps one after another, and the summary.

use std::time::{Duration, Instant};

use crate::step::{Outcome, Step};
use crate::workspace::Workspace;

/// A step and how it ended; `None` if an earlier failure kept it from running.
type Row<'a> = (&'a Step, Option<(Result<Outcome, String>, Duration)>);

/// Runs the steps until one fails, prints a summary, and says whether none failed.
pub(crate) fn run(workspace: &Workspace, steps: &[&Step]) -> bool {
    run_saying(workspace, steps, &mut |text| println!("{text}"))
}

/// [`run`], with what it says handed to `say`.
fn run_saying(workspace: &Workspace, steps: &[&Step], say: &mut dyn FnMut(&str)) -> bool {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut failed = false;
    for (place, step) in steps.iter().enumerate() {
        if failed {
            rows.push((step, None));
            continue;
        }
        say(&format!("== {}/{} {}: {}", place + 1, steps.len(), step.name, step.about));
        let start = Instant::now();
        let result = (step.run)(workspace);
        failed = result.is_err();
        match &result {
            Err(message) => say(message),
            Ok(Outcome::Skipped { needs }) => say(&format!("skipped: {} needs {needs}", step.name)),
            Ok(Outcome::Passed { .. }) => {}
        }
        say(&format!("== {} took {:.1} s\n", step.name, start.elapsed().as_secs_f64()));
        rows.push((step, Some((result, start.elapsed()))));
    }
    say(summary(&rows).trim_end());
    !failed
}

/// The table, what tests left out, and a last line that names the failure.
fn summary(rows: &[Row<'_>]) -> String {
    let mut text = format!("{:<10}{:<9}{:>8}  note\n", "step", "result", "seconds");
    let (mut passed, mut skipped, mut left_out, mut failure) = (0, 0, Vec::new(), None);
    for (step, end) in rows {
        let (word, note) = match end {
            None => ("not run", ""),
            Some((Err(message), _)) => {
                failure = Some(step.name);
                ("FAILED", message.lines().next().unwrap_or(""))
            }
            Some((Ok(Outcome::Skipped { needs }), _)) => {
                skipped += 1;
                ("skipped", needs.as_str())
            }
            Some((Ok(Outcome::Passed { note, skipped }), _)) => {
                passed += 1;
                left_out.extend(skipped.iter().map(String::as_str));
                ("ok", note.as_str())
            }
        };
        let seconds = end.as_ref().map_or(String::new(), |(_, time)| format!("{:.1}", time.as_secs_f64()));
        text.push_str(format!("{:<10}{word:<9}{seconds:>8}  {note}", step.name).trim_end());
        text.push('\n');
    }
    if !left_out.is_empty() {
        text.push_str(&format!("\n{} left out by tests:\n", left_out.len()));
        left_out.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
    }
    text.push_str(&format!("\n{passed} passed, {skipped} skipped"));
    text.push_str(&failure.map_or(String::from("\n"), |name| format!(", failed: {name}\n")));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Step = Step { name: "good", about: "", run: |_| Ok(Outcome::passed("fine")) };
    const LACKS: Step = Step { name: "lacks", about: "", run: |_| Ok(Outcome::skipped("a tool")) };
    const BAD: Step = Step { name: "bad", about: "", run: |_| Err("it broke\nin detail".into()) };

    /// Whether these steps pass, and what is said meanwhile.
    fn said(steps: &[&Step]) -> (bool, String) {
        let mut text = String::new();
        let passed = run_saying(&Workspace::of_this_build(), steps, &mut |line| text.push_str(line));
        (passed, text)
    }

    #[test]
    fn a_failure_stops_the_rest_and_a_skip_does_not() {
        let (passed, text) = said(&[&LACKS, &GOOD]);
        assert!(passed && text.contains("skipped: lacks needs a tool") && text.contains("== 2/2 good"));
        let never = Step { name: "never", about: "", run: |_| panic!("ran after a failure") };
        let (passed, text) = said(&[&BAD, &never]);
        assert!(!passed && text.contains("in detail") && text.ends_with("failed: bad"), "{text}");
    }

    #[test]
    fn the_summary_counts_and_names() {
        let second = Duration::from_secs(1);
        let passed = Outcome::Passed { note: "fine".into(), skipped: vec!["skipped: x needs y".into()] };
        let rows: Vec<Row<'_>> = vec![
            (&GOOD, Some((Ok(passed), second))),
            (&LACKS, Some((Ok(Outcome::skipped("a tool")), second))),
            (&BAD, Some((Err("it broke\nin detail".into()), second))),
            (&GOOD, None),
        ];
        let expected = "step      result    seconds  note\n\
                        good      ok            1.0  fine\n\
                        lacks     skipped       1.0  a tool\n\
                        bad       FAILED        1.0  it broke\n\
                        good      not run\n\
                        \n1 left out by tests:\n  skipped: x needs y\n\
                        \n1 passed, 1 skipped, failed: bad\n";
        assert_eq!(summary(&rows), expected);
    }
}
