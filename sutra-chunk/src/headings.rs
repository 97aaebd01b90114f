//! Markdown headings.

/// The sections that the ATX headings of a Markdown text make.
///
/// Headings and fences as in CommonMark 0.31 (4.2 and 4.5), at the top level of the document: up to three
/// spaces, one to six `#`, then white space or the end of the line. A fence closes with the same character, at
/// least as often, indented at most three spaces; an unclosed one runs to the end. One pass over the lines.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    sections: Vec<Section>,
}

#[derive(Debug)]
struct Section {
    /// The first `#` of its heading.
    start: usize,
    /// The end of its heading's line, without white space.
    end: usize,
    /// The titles it stands under, its own last.
    path: String,
}

/// The longest title, in bytes, that a path holds whole.
const LONGEST_TITLE: usize = 200;

impl Outline {
    pub(crate) fn read(text: &str) -> Self {
        let mut sections = Vec::new();
        let mut open: Vec<(usize, &str)> = Vec::new();
        let mut fence = None;
        let mut at = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let start = at + indent(line);
            let end = at + line.trim_end().len();
            at += line.len();
            let line = line.trim_end();
            match (fence, fence_of(line)) {
                (None, Some(opening)) if opening.opens(line) => fence = Some(opening),
                (Some(opening), Some(closing)) if closing.closes(opening, line) => fence = None,
                (None, _) => {
                    let Some((level, title)) = atx(line) else { continue };
                    open.retain(|(outer, _)| *outer < level);
                    open.push((level, title));
                    sections.push(Section { start, end, path: path(&open) });
                }
                (Some(_), _) => {}
            }
        }
        Self { sections }
    }

    /// The number of the section that byte `at` lies in, at or after section `from`: 0 before all headings.
    pub(crate) fn section_at(&self, from: usize, at: usize) -> usize {
        from + self.sections.iter().skip(from).take_while(|section| section.start <= at).count()
    }

    /// Whether byte `at` of a section lies in the heading that opens it.
    pub(crate) fn is_heading(&self, section: usize, at: usize) -> bool {
        let section = section.checked_sub(1).and_then(|index| self.sections.get(index));
        section.is_some_and(|section| at < section.end)
    }

    /// The headings that a section stands under, outermost first.
    pub(crate) fn path(&self, section: usize) -> &str {
        section.checked_sub(1).and_then(|index| self.sections.get(index)).map_or("", |section| &section.path)
    }
}

/// The titles of headings, each with its level, as one line.
pub(crate) fn path(open: &[(usize, &str)]) -> String {
    let mut path = String::new();
    for (_, title) in open.iter().filter(|(_, title)| !title.is_empty()) {
        if !path.is_empty() {
            path.push_str(" > ");
        }
        let short = title.floor_char_boundary(LONGEST_TITLE);
        // An underlined title may run over several lines.
        for (at, line) in title[..short].lines().enumerate() {
            path.push_str(if at == 0 { "" } else { " " });
            path.push_str(line.trim());
        }
        if short < title.len() {
            path.push('…');
        }
    }
    path
}

/// How many spaces a line begins with.
fn indent(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b' ').count()
}

/// A line without what may precede a block at the top level, or `None` if it is indented as code.
fn block(line: &str) -> Option<&str> {
    line.get(indent(line)..).filter(|block| line.len() - block.len() < 4)
}

/// How many `#` open the ATX heading that a text begins with, if it begins with one. Constant time.
pub(crate) fn atx_level(text: &str) -> Option<usize> {
    let level = text.bytes().take(7).take_while(|byte| *byte == b'#').count();
    let title = text.get(level..)?;
    let spaced = title.is_empty() || title.starts_with([' ', '\t', '\n', '\r']);
    ((1..=6).contains(&level) && spaced).then_some(level)
}

/// Level and title, if a line is an ATX heading.
pub(crate) fn atx(line: &str) -> Option<(usize, &str)> {
    let block = block(line)?;
    let level = atx_level(block)?;
    let title = block.get(level..)?.trim();
    let open = title.trim_end_matches('#');
    // Closing #s belong to the title unless white space precedes them.
    Some((level, if open.is_empty() || open.ends_with([' ', '\t']) { open.trim_end() } else { title }))
}

/// The fence characters that a line begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fence {
    mark: char,
    length: usize,
}

impl Fence {
    /// Whether its line opens a code block: no backtick may follow a fence of backticks.
    pub(crate) fn opens(self, line: &str) -> bool {
        self.mark == '~' || !self.rest(line).contains('`')
    }

    pub(crate) fn closes(self, opening: Self, line: &str) -> bool {
        self.mark == opening.mark && self.length >= opening.length && self.rest(line).trim().is_empty()
    }

    fn rest(self, line: &str) -> &str {
        line.trim_start().get(self.length..).unwrap_or_default()
    }
}

/// The fence at the start of a line, if there is one.
pub(crate) fn fence_of(line: &str) -> Option<Fence> {
    let block = block(line)?;
    let mark = block.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = block.chars().take_while(|c| *c == mark).count();
    (length >= 3).then_some(Fence { mark, length })
}
