//! A server on a free port, and one request to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use sutra::core::Document;
use sutra::{Pipeline, PipelineBuilder};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that runs until [`stop`](Self::stop).
pub(crate) struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<std::io::Result<()>>,
}

/// Three documents, one of them in another language.
pub(crate) fn documents() -> Vec<Document> {
    vec![
        Document::new("harbour", "The harbour wall was built of granite.").with_metadata("lang", "en"),
        Document::new("bakery", "Bread rises overnight. The oven is lit at four.")
            .with_metadata("lang", "en"),
        Document::new("hafen", "Der Hafen hat eine Mauer aus granite.").with_metadata("lang", "de"),
    ]
}

impl Server {
    /// Serves a recipe over [`documents`].
    pub(crate) async fn start(recipe: PipelineBuilder) -> Self {
        let pipeline: Pipeline = recipe.build(documents()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = axum::serve(listener, server::app(Arc::new(pipeline)));
        let running = tokio::spawn(async move {
            served
                .with_graceful_shutdown(async move {
                    stopped.await.ok();
                })
                .await
        });
        Self { address, stop, running }
    }

    /// Sends a body from a thread of its own; status and answer, or the client's error where it gave up.
    pub(crate) fn ask(
        &self,
        body: &str,
        patience: Duration,
    ) -> JoinHandle<Result<(u16, Value), ureq::Error>> {
        let (url, body) = (format!("http://{}/search", self.address), body.to_owned());
        tokio::task::spawn_blocking(move || {
            let config = ureq::Agent::config_builder()
                .timeout_global(Some(patience))
                .http_status_as_error(false)
                .build();
            let request = ureq::Agent::new_with_config(config).post(&url).content_type("application/json");
            let mut response = request.send(body)?;
            let status = response.status().as_u16();
            Ok((status, response.body_mut().read_json()?))
        })
    }

    /// [`ask`](Self::ask), answered.
    pub(crate) async fn answer(&self, body: &str) -> (u16, Value) {
        self.ask(body, Duration::from_secs(30)).await.unwrap().unwrap()
    }

    /// Lets what is under way end, then ends.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap().unwrap();
    }
}
