//! The routes, and what every request shares.

use std::sync::Arc;

use axum::Router;
use axum::routing::post;
use sutra::Pipeline;
use tokio::sync::Semaphore;

use crate::search::search;

/// What every request shares.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) pipeline: Arc<Pipeline>,
    /// One permit for each search that may run at once.
    pub(crate) permits: Arc<Semaphore>,
}

/// `POST /search` over a pipeline.
pub fn app(pipeline: Arc<Pipeline>) -> Router {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let shared = Shared { pipeline, permits: Arc::new(Semaphore::new(threads)) };
    Router::new().route("/search", post(search)).with_state(shared)
}
