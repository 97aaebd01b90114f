//! Values that a user attaches to a document.

use std::collections::BTreeMap;
use std::fmt;

/// The fields of a document, by name.
pub type Metadata = BTreeMap<String, Value>;

/// A value of a metadata field. Values of different types are never equal and never ordered.
///
/// ```
/// use sutra_core::Value;
/// assert_eq!(Value::from("de"), Value::Text("de".into()));
/// assert_ne!(Value::from(1), Value::from("1"));
/// assert_eq!(Value::from(1).as_number(), Some(1.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A string.
    Text(String),
    /// A number.
    Number(f64),
    /// A truth value.
    Bool(bool),
    /// Several values; a filter matches if any of them does.
    List(Vec<Value>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

macro_rules! from_number {
    ($($type:ty),*) => {
        $(
            impl From<$type> for Value {
                fn from(number: $type) -> Self {
                    Self::Number(f64::from(number))
                }
            }
        )*
    };
}

from_number!(f32, i8, i16, i32, u8, u16, u32);

impl Value {
    /// The string, where it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The number, where it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// The truth value, where it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self { Some(*truth) } else { None }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl<V: Into<Value>> From<Vec<V>> for Value {
    fn from(values: Vec<V>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::List(values) => {
                f.write_str("[")?;
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{value}")?;
                }
                f.write_str("]")
            }
        }
    }
}
