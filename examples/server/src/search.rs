//! One search as a handler.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use tokio::task::spawn_blocking;

use crate::CancelOnDrop;
use crate::answer::Answer;
use crate::app::Shared;
use crate::ask::Ask;
use crate::failure::Failure;

/// `POST /search`.
pub(crate) async fn search(
    State(shared): State<Shared>,
    body: Result<Json<Ask>, JsonRejection>,
) -> Result<Json<Answer>, Failure> {
    let Json(ask) = body?;
    // Lives as long as this future: where axum drops the one, the other stops the search.
    let guard = CancelOnDrop::new();
    let query = ask.into_query(guard.flag())?;
    let Ok(permit) = shared.permits.acquire_owned().await else {
        return Err(Failure::internal("the server is closing"));
    };
    let searched = spawn_blocking(move || {
        // Held by the work and not by the future: a search that is stopping still takes a processor.
        let _permit = permit;
        shared.pipeline.search(&query)
    });
    match searched.await {
        Ok(results) => Ok(Json(Answer::from(results?))),
        Err(_) => Err(Failure::internal("the search panicked")),
    }
}
