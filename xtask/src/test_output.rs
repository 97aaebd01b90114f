//! What `cargo test -- --show-output` prints, made short.

/// Reads the output line by line: keeps failures and results, hides the output of tests that passed, and
/// collects the lines with which tests say what they left out.
#[derive(Debug, Default)]
pub(crate) struct TestOutput {
    hiding: bool,
    passed: usize,
    skipped: Vec<String>,
}

impl TestOutput {
    /// Takes the next line; the line again if it is worth showing.
    pub(crate) fn read<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        if line.starts_with("skipped: ") {
            self.skipped.push(line.to_string());
        }
        match line {
            "successes:" => self.hiding = true,
            "failures:" => self.hiding = false,
            _ => {}
        }
        if let Some(counts) = line.strip_prefix("test result: ") {
            self.hiding = false;
            self.passed += passed_in(counts);
            return Some(line);
        }
        let dull = line.is_empty()
            || line.starts_with("running ")
            || (line.starts_with("test ") && (line.ends_with(" ... ok") || line.contains(" ... ignored")));
        (!self.hiding && !dull).then_some(line)
    }

    /// The number of tests that passed.
    pub(crate) fn passed(&self) -> usize {
        self.passed
    }

    /// The lines `skipped: ...`, sorted, each once.
    pub(crate) fn into_skipped(mut self) -> Vec<String> {
        self.skipped.sort();
        self.skipped.dedup();
        self.skipped
    }
}

/// The number in `ok. 12 passed; ...`.
fn passed_in(counts: &str) -> usize {
    let words: Vec<&str> = counts.split_whitespace().collect();
    let number = words.windows(2).find(|pair| pair[1].starts_with("passed")).map(|pair| pair[0]);
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "
running 3 tests
test a ... ok
test b ... FAILED
test c ... ignored

successes:

---- a stdout ----
skipped: a needs SUTRA_DATA
chatter

successes:
    a

failures:

---- b stdout ----
left != right

failures:
    b

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
running 4 tests
test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";

    #[test]
    fn failures_and_results_show_and_passing_output_does_not() {
        let mut output = TestOutput::default();
        let shown: Vec<&str> = SAMPLE.lines().filter_map(|line| output.read(line)).collect();
        assert_eq!(shown[..3], ["test b ... FAILED", "failures:", "---- b stdout ----"]);
        assert!(shown.contains(&"left != right") && !shown.contains(&"chatter"));
        assert_eq!(shown.iter().filter(|line| line.starts_with("test result")).count(), 2);
        assert_eq!(output.passed(), 5);
        assert_eq!(output.into_skipped(), ["skipped: a needs SUTRA_DATA"]);
    }
}
