//! What a request asks.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use sutra::Deadline;
use sutra::core::{CancelFlag, Error, Filter, Query, Result};

/// The most hits of one answer.
const MOST: usize = 100;

/// The body of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    query: String,
    #[serde(default = "ten")]
    limit: usize,
    #[serde(default)]
    offset: usize,
    /// Only documents whose field has this value, as `{"field": "lang", "is": "en"}`.
    only: Option<Only>,
    timeout_ms: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Only {
    field: String,
    is: String,
}

fn ten() -> usize {
    10
}

impl Ask {
    /// The query, stopped by `cancel` or by the request's own timeout.
    pub(crate) fn into_query(self, cancel: CancelFlag) -> Result<Query> {
        if self.limit > MOST {
            return Err(Error::invalid_input(format!("limit is {}, and 0 to {MOST} is allowed", self.limit)));
        }
        let query = Query::new(self.query).with_limit(self.limit).with_offset(self.offset);
        let query = match self.only {
            Some(only) => query.with_filter(Filter::eq(only.field, only.is)),
            None => query,
        };
        let cancel = Arc::new(cancel);
        Ok(match self.timeout_ms {
            Some(time) => {
                query.with_cancel(Arc::new(Deadline::after(Duration::from_millis(time)).or(cancel)))
            }
            None => query.with_cancel(cancel),
        })
    }
}
