//! Errors as answers.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sutra::core::{Error, ErrorKind};

/// Why a request got no results: a status, and a body `{"error": "..."}`.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    message: String,
}

#[derive(Serialize)]
struct Body {
    error: String,
}

impl Failure {
    /// Something went wrong that is no fault of the request.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, message: message.into() }
    }
}

/// The status that a kind of error stands for.
fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::InvalidInput | ErrorKind::NonFinite | ErrorKind::Dimension => StatusCode::BAD_REQUEST,
        ErrorKind::Deadline => StatusCode::GATEWAY_TIMEOUT,
        // Only a caller who has gone cancels, so nobody reads this one.
        ErrorKind::Busy | ErrorKind::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Unsupported => StatusCode::NOT_IMPLEMENTED,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { status: status(error.kind()), message: error.to_string() }
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Self {
        Self { status: rejection.status(), message: rejection.body_text() }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(Body { error: self.message })).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_the_status_of_whose_fault_it_is() {
        for (kind, expected) in [
            (ErrorKind::InvalidInput, 400),
            (ErrorKind::Dimension, 400),
            (ErrorKind::Deadline, 504),
            (ErrorKind::Cancelled, 503),
            (ErrorKind::Unsupported, 501),
            (ErrorKind::Corrupt, 500),
            (ErrorKind::Contract, 500),
        ] {
            assert_eq!(Failure::from(Error::new(kind, "x")).status.as_u16(), expected, "{kind:?}");
        }
    }
}
