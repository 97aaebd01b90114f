//! Index parts of the user's own.

use std::sync::Arc;

use sutra_core::{Error, IndexPart, Opened, Result};

/// A part as it stands in a recipe.
#[derive(Clone)]
pub(crate) struct NamedPart {
    pub(crate) name: String,
    pub(crate) part: Arc<dyn IndexPart>,
}

/// A part of a generation: what it opened.
pub(crate) struct OwnPart {
    pub(super) name: String,
    pub(super) opened: Opened,
}

impl OwnPart {
    /// A part that has nothing yet.
    pub(crate) fn nothing(named: &NamedPart) -> Self {
        Self { name: named.name.clone(), opened: Opened::new() }
    }

    /// Checks that a part opened what it provides.
    pub(crate) fn checked(named: &NamedPart, opened: Opened) -> Result<Self> {
        let provides = named.part.provides();
        for (what, promised, given) in [
            ("retriever", provides.retriever, opened.retriever.is_some()),
            ("signal", provides.signal, opened.signal.is_some()),
            ("vectors", provides.vectors, opened.vectors.is_some()),
        ] {
            if promised != given {
                return Err(Error::contract(format!(
                    "the part {:?} says one thing of its {what} and opens another",
                    named.name
                )));
            }
        }
        Ok(Self { name: named.name.clone(), opened })
    }
}
