//! Links between named nodes, and the tab-separated form they come in.

use std::collections::HashMap;

use sutra_core::{DocId, Error, Result};

use crate::GraphBuilder;

/// Links between named nodes: names in the order they were first seen, each with its number, and the links as
/// pairs of those numbers.
///
/// ```
/// use sutra_graph::LinkTable;
/// let mut links = LinkTable::parse("src\tdst\na\tb\nb\tc\n")?;
/// links.add_node("alone")?;
/// links.add_link("c", "a")?;
/// assert_eq!(links.names(), ["a", "b", "c", "alone"]);
/// assert_eq!(links.links(), [(0, 1), (1, 2), (2, 0)]);
/// assert_eq!(links.node("c"), Some(2));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LinkTable {
    names: Vec<String>,
    nodes: HashMap<String, u32>,
    links: Vec<(u32, u32)>,
}

impl LinkTable {
    /// No nodes and no links.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads one link a line, `source<TAB>target`. A first line `src<TAB>dst` is a header and is skipped, and so
    /// are blank lines and a byte order mark; lines may end in `\r\n`. Names are taken as they stand, spaces
    /// included. A link that stands there twice is two links.
    ///
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) naming the line (from 1), where it does not have two
    /// fields or one of them is blank.
    pub fn parse(text: &str) -> Result<Self> {
        let mut table = Self::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut header_may_come = true;
        for (index, line) in text.split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.trim().is_empty() {
                continue;
            }
            let is_header = std::mem::take(&mut header_may_come) && line == "src\tdst";
            if !is_header {
                let (source, target) = fields(line, index + 1)?;
                table.add_link(source, target)?;
            }
        }
        Ok(table)
    }

    /// The number of the node `name`, which is added where it is new.
    ///
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) beyond 2^32 nodes.
    pub fn add_node(&mut self, name: &str) -> Result<usize> {
        if let Some(node) = self.nodes.get(name) {
            return Ok(*node as usize);
        }
        let node = self.names.len();
        self.nodes.insert(name.to_owned(), DocId::from_index(node)?.get());
        self.names.push(name.to_owned());
        Ok(node)
    }

    /// Adds the link `source -> target` and whichever of the two is new.
    ///
    /// # Errors
    /// As for [`add_node`](Self::add_node).
    pub fn add_link(&mut self, source: &str, target: &str) -> Result<()> {
        let (source, target) = (self.add_node(source)?, self.add_node(target)?);
        self.links.push((DocId::from_index(source)?.get(), DocId::from_index(target)?.get()));
        Ok(())
    }

    /// The names by node.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of a node, `None` where there is no such name. O(1).
    #[must_use]
    pub fn node(&self, name: &str) -> Option<usize> {
        self.nodes.get(name).map(|node| *node as usize)
    }

    /// The links in the order they came in, as pairs (source, target) of node numbers.
    #[must_use]
    pub fn links(&self) -> &[(u32, u32)] {
        &self.links
    }

    /// A builder with these nodes and links.
    #[must_use]
    pub fn to_builder(&self) -> GraphBuilder {
        let mut builder = GraphBuilder::new(self.names.len());
        for (source, target) in &self.links {
            builder.edge(*source as usize, *target as usize);
        }
        builder
    }
}

fn fields(line: &str, number: usize) -> Result<(&str, &str)> {
    let wrong = |found: String| {
        Error::invalid_input(format!("line {number} of the links: expected source<TAB>target, found {found}"))
    };
    let mut parts = line.split('\t');
    match (parts.next(), parts.next(), parts.count()) {
        (Some(source), Some(target), 0) if source.trim().is_empty() || target.trim().is_empty() => {
            Err(wrong("a blank name".to_owned()))
        }
        (Some(source), Some(target), 0) => Ok((source, target)),
        (_, None, _) => Err(wrong("no tab".to_owned())),
        (.., more) => Err(wrong(format!("{} fields", more + 2))),
    }
}
