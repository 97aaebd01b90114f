//! Which documents a query may find.

use std::cmp::Ordering;
use std::ops::Bound;

use crate::{Metadata, Value};

/// A typed condition on the metadata of a document.
///
/// A list field matches where any of its elements does. A missing field is unequal to everything, so `not eq`
/// is true of it. Values of different types are unequal and never in a range.
///
/// ```
/// use sutra_core::{Document, Filter};
/// let document = Document::new("a", "text").with_metadata("year", 2021.0);
/// let recent = Filter::at_least("year", 2020.0).and(Filter::exists("draft").not());
/// assert!(recent.accepts(&document.metadata));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Filter {
    /// The field has this value.
    Eq(String, Value),
    /// The field has one of these values.
    In(String, Vec<Value>),
    /// The field lies between two bounds of its own type.
    Range(String, Bound<Value>, Bound<Value>),
    /// The field is there.
    Exists(String),
    /// All hold; an empty list holds.
    And(Vec<Filter>),
    /// Any holds; an empty list does not.
    Or(Vec<Filter>),
    /// The inner one does not hold.
    Not(Box<Filter>),
}

impl Filter {
    /// `field = value`.
    pub fn eq(field: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Eq(field.into(), value.into())
    }

    /// `field in (values)`.
    pub fn is_in<V: Into<Value>>(field: impl Into<String>, values: impl IntoIterator<Item = V>) -> Self {
        Self::In(field.into(), values.into_iter().map(Into::into).collect())
    }

    /// `field >= value`.
    pub fn at_least(field: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Range(field.into(), Bound::Included(value.into()), Bound::Unbounded)
    }

    /// `field > value`.
    pub fn more_than(field: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Range(field.into(), Bound::Excluded(value.into()), Bound::Unbounded)
    }

    /// `field <= value`.
    pub fn at_most(field: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Range(field.into(), Bound::Unbounded, Bound::Included(value.into()))
    }

    /// `field < value`.
    pub fn less_than(field: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Range(field.into(), Bound::Unbounded, Bound::Excluded(value.into()))
    }

    /// `exists(field)`.
    pub fn exists(field: impl Into<String>) -> Self {
        Self::Exists(field.into())
    }

    /// Both hold.
    #[must_use]
    pub fn and(self, other: Filter) -> Self {
        match self {
            Self::And(mut all) => {
                all.push(other);
                Self::And(all)
            }
            first => Self::And(vec![first, other]),
        }
    }

    /// Either holds.
    #[must_use]
    pub fn or(self, other: Filter) -> Self {
        match self {
            Self::Or(mut any) => {
                any.push(other);
                Self::Or(any)
            }
            first => Self::Or(vec![first, other]),
        }
    }

    /// This one does not hold.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it reads as the filter language does")]
    pub fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Whether a document with this metadata passes.
    #[must_use]
    pub fn accepts(&self, metadata: &Metadata) -> bool {
        match self {
            Self::Eq(field, value) => any(metadata, field, |found| found == value),
            Self::In(field, values) => any(metadata, field, |found| values.contains(found)),
            Self::Range(field, lower, upper) => any(metadata, field, |found| in_range(found, lower, upper)),
            Self::Exists(field) => metadata.contains_key(field),
            Self::And(all) => all.iter().all(|filter| filter.accepts(metadata)),
            Self::Or(any) => any.iter().any(|filter| filter.accepts(metadata)),
            Self::Not(inner) => !inner.accepts(metadata),
        }
    }
}

fn any(metadata: &Metadata, field: &str, test: impl Fn(&Value) -> bool) -> bool {
    match metadata.get(field) {
        Some(list @ Value::List(values)) => test(list) || values.iter().any(test),
        Some(value) => test(value),
        None => false,
    }
}

fn in_range(found: &Value, lower: &Bound<Value>, upper: &Bound<Value>) -> bool {
    let holds = |bound: &Bound<Value>, wanted: Ordering| match bound {
        Bound::Unbounded => true,
        Bound::Included(value) => compare(found, value).is_some_and(|o| o == wanted || o == Ordering::Equal),
        Bound::Excluded(value) => compare(found, value) == Some(wanted),
    };
    holds(lower, Ordering::Greater) && holds(upper, Ordering::Less)
}

fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => Some(a.cmp(b)),
        (Value::Number(a), Value::Number(b)) => a.partial_cmp(b),
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
        _ => None,
    }
}
