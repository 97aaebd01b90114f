//! tantivy's query language.

use sutra_core::{Error, ErrorKind, Result};
use tantivy::query::{Occur, QueryParser};
use tantivy::query_grammar::{UserInputAst, UserInputLeaf, parse_query, parse_query_lenient};

use super::clause::{Clause, Occurs};
use super::failure::guarded;
use super::query_text::{check, spaced};

/// How many terms, phrases, ranges, sets and `*` a query may have: each goes through postings of its own.
const MOST_LEAVES: usize = 1024;

/// How many terms a phrase may have: the time that a row takes grows with their number and that of their places.
const MOST_TERMS: usize = 64;

/// Reads a query; `None` where it holds no term.
pub(super) fn parse(text: &str, parser: &QueryParser) -> Result<Option<Clause>> {
    let text = spaced(text);
    check(&text)?;
    guarded("reading the query", || {
        let tree = parse_query(&text).map_err(|_| syntax_error(&text))?;
        let clause = Conversion { parser, leaves: 0 }.convert(tree, 1.0)?;
        if clause.as_ref().is_some_and(excludes_only) {
            return Err(Error::invalid_input(format!("the query {text:?} only says what is not wanted")));
        }
        Ok(clause)
    })
}

/// Says where the text stops being a query.
fn syntax_error(text: &str) -> Error {
    let (_, found) = parse_query_lenient(text);
    let message = match found.first() {
        Some(first) => {
            format!("the query {text:?} breaks the syntax at byte {}: {}", first.pos, first.message)
        }
        None => format!("the query {text:?} breaks the syntax"),
    };
    Error::invalid_input(message)
}

fn excludes_only(clause: &Clause) -> bool {
    match clause {
        Clause::All(clauses) => {
            clauses.iter().all(|(occurs, clause)| *occurs == Occurs::MustNot || excludes_only(clause))
        }
        Clause::Terms { .. } | Clause::Constant { .. } => false,
    }
}

/// From tantivy's tree to ours.
struct Conversion<'a> {
    parser: &'a QueryParser,
    /// How many leaves there were so far.
    leaves: usize,
}

impl Conversion<'_> {
    /// Clauses without terms, such as stop words, are left out.
    fn convert(&mut self, tree: UserInputAst, boost: f64) -> Result<Option<Clause>> {
        match tree {
            UserInputAst::Boost(inner, more) => {
                // Digits without end are infinite, and so may a product be.
                let boost = boost * more.into_inner();
                if !boost.is_finite() {
                    return Err(Error::invalid_input("a boost of the query is not finite"));
                }
                self.convert(*inner, boost)
            }
            UserInputAst::Leaf(leaf) => self.convert_leaf(*leaf, boost),
            UserInputAst::Clause(trees) => {
                let mut clauses = Vec::with_capacity(trees.len());
                for (occur, tree) in trees {
                    let occurs = match occur {
                        Some(Occur::Must) => Occurs::Must,
                        Some(Occur::MustNot) => Occurs::MustNot,
                        Some(Occur::Should) | None => Occurs::Should,
                    };
                    clauses.extend(self.convert(tree, boost)?.map(|clause| (occurs, clause)));
                }
                Ok((!clauses.is_empty()).then_some(Clause::All(clauses)))
            }
        }
    }

    fn convert_leaf(&mut self, leaf: UserInputLeaf, boost: f64) -> Result<Option<Clause>> {
        self.leaves += 1;
        if self.leaves > MOST_LEAVES {
            return Err(Error::invalid_input(format!(
                "a query of more than {MOST_LEAVES} terms and phrases"
            )));
        }
        let scored = is_scored(&leaf)?;
        let tree = UserInputAst::Leaf(Box::new(leaf));
        let query = self
            .parser
            .build_query_from_user_input_ast(tree)
            .map_err(|error| Error::invalid_input(format!("the query: {error}")).with_source(error))?;
        if !scored {
            return Ok(Some(Clause::Constant { query, boost }));
        }
        let mut terms = 0;
        query.query_terms(&mut |_, _| terms += 1);
        if terms > MOST_TERMS {
            let message = format!("a phrase of {terms} terms in the query, beyond {MOST_TERMS}");
            return Err(Error::invalid_input(message));
        }
        Ok((terms > 0).then_some(Clause::Terms { query, boost }))
    }
}

/// Whether a leaf is a term or a phrase. Refuses leaves that the grammar has, but the index has no answer for.
fn is_scored(leaf: &UserInputLeaf) -> Result<bool> {
    match leaf {
        // tantivy scores these by one segment's statistics, and looks at the first 50 words of each segment alone.
        UserInputLeaf::Literal(literal) if literal.prefix => {
            let message = format!("a phrase that ends in a prefix: {:?}", literal.phrase);
            Err(Error::new(ErrorKind::Unsupported, message))
        }
        UserInputLeaf::Literal(_) => Ok(true),
        UserInputLeaf::Exists { field } => {
            let message =
                format!("\"*\" with the field {field:?} in the query: use \"*\" alone for every chunk");
            Err(Error::invalid_input(message))
        }
        _ => Ok(false),
    }
}
