//! tantivy's query language.

use sutra_core::{Error, ErrorKind, Result};
use tantivy::query::{Occur, QueryParser};
use tantivy::query_grammar::{UserInputAst, UserInputLeaf, parse_query, parse_query_lenient};

use super::clause::{Clause, Occurs};
use super::failure::guarded;

/// How many parentheses may be opened, and how many times `NOT` may stand in a query: the parser goes down with them, on
/// the stack, and cannot be asked how deep they stand in one another.
const MOST: usize = 64;

/// The longest query, in bytes.
const LONGEST: usize = 1 << 16;

/// Reads a query; `None` where it holds no term.
pub(super) fn parse(text: &str, parser: &QueryParser) -> Result<Option<Clause>> {
    check_shape(text)?;
    guarded("reading the query", || {
        let tree = parse_query(text).map_err(|_| syntax_error(text))?;
        let clause = convert(tree, 1.0, parser)?;
        if clause.as_ref().is_some_and(excludes_only) {
            return Err(Error::invalid_input(format!("the query {text:?} only says what is not wanted")));
        }
        Ok(clause)
    })
}

fn check_shape(text: &str) -> Result<()> {
    if text.len() > LONGEST {
        return Err(Error::invalid_input(format!("a query of {} bytes, beyond {LONGEST}", text.len())));
    }
    for sign in ["(", "NOT"] {
        if let Some((at, _)) = text.match_indices(sign).nth(MOST) {
            let message = format!("more than {MOST} times {sign:?}, at byte {at} of the query");
            return Err(Error::invalid_input(message));
        }
    }
    Ok(())
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

/// Clauses without terms, such as stop words, are left out.
fn convert(tree: UserInputAst, boost: f64, parser: &QueryParser) -> Result<Option<Clause>> {
    match tree {
        UserInputAst::Boost(inner, more) => convert(*inner, boost * more.into_inner(), parser),
        UserInputAst::Leaf(leaf) => convert_leaf(*leaf, boost, parser),
        UserInputAst::Clause(trees) => {
            let mut clauses = Vec::with_capacity(trees.len());
            for (occur, tree) in trees {
                let occurs = match occur {
                    Some(Occur::Must) => Occurs::Must,
                    Some(Occur::MustNot) => Occurs::MustNot,
                    Some(Occur::Should) | None => Occurs::Should,
                };
                clauses.extend(convert(tree, boost, parser)?.map(|clause| (occurs, clause)));
            }
            Ok((!clauses.is_empty()).then_some(Clause::All(clauses)))
        }
    }
}

fn convert_leaf(leaf: UserInputLeaf, boost: f64, parser: &QueryParser) -> Result<Option<Clause>> {
    let scored = match &leaf {
        // tantivy scores these by one segment's statistics, and looks at the first 50 words of each segment alone.
        UserInputLeaf::Literal(literal) if literal.prefix => {
            let message = format!("a phrase that ends in a prefix: {:?}", literal.phrase);
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        UserInputLeaf::Literal(_) => true,
        _ => false,
    };
    let tree = UserInputAst::Leaf(Box::new(leaf));
    let query = parser
        .build_query_from_user_input_ast(tree)
        .map_err(|error| Error::invalid_input(format!("the query: {error}")).with_source(error))?;
    if !scored {
        return Ok(Some(Clause::Constant { query, boost }));
    }
    let mut terms = 0;
    query.query_terms(&mut |_, _| terms += 1);
    Ok((terms > 0).then_some(Clause::Terms { query, boost }))
}
