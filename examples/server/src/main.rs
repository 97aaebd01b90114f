//! A search server over your own files: `cargo run -- notes/ docs/guide.md` in this folder, then
//!
//! ```sh
//! curl localhost:8080/search --json '{"query": "when does the ferry leave?", "limit": 3}'
//! ```
//!
//! Searching is work for a processor, not for an async runtime, so the library knows no runtime. Four things join the
//! two:
//!
//! - **One [`Pipeline`] in an `Arc`** serves every request: it never changes, and needs no lock.
//! - **[`tokio::task::spawn_blocking`]** runs each search on a thread of its own kind, and a semaphore lets as many run
//!   at once as there are processors; the rest wait without holding a thread.
//! - **Cancel on drop**: axum drops a handler when its client goes away. A guard in the handler then throws the query's
//!   switch, and the search stops at its next check. `timeout_ms` of a request stops it the same way.
//! - **Errors have a kind**, which becomes the status: the caller's mistakes are 400, a deadline is 504, the rest 500.
//!
//! Ctrl-C ends the server when the requests under way are answered.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use sutra::core::{Error, Result, ResultExt, Unwatched};
use sutra::ingest::Ingest;
use sutra::prelude::*;
use tokio::net::TcpListener;

const ADDRESS: &str = "127.0.0.1:8080";

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let served = read(&paths).and_then(|pipeline| serve(Arc::new(pipeline)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("server: {error}");
            ExitCode::from(2)
        }
    }
}

/// A pipeline over the files under `paths`, with what is left out said on stderr.
fn read(paths: &[PathBuf]) -> Result<Pipeline> {
    if paths.is_empty() {
        return Err(Error::invalid_input("name at least one file or folder to search"));
    }
    let ingest = Ingest::new();
    let scan = ingest.scan(paths)?;
    let mut documents = Vec::new();
    let left_out = ingest.read_all(&scan.files, &Unwatched, &mut |ingested| {
        documents.push(ingested.document);
        Ok(())
    })?;
    for what in scan.left_out.iter().chain(&left_out) {
        eprintln!("left out: {what:?}");
    }
    println!("{} documents", documents.len());
    Pipeline::builder().preset(Preset::Full).build(documents)
}

#[tokio::main]
async fn serve(pipeline: Arc<Pipeline>) -> Result<()> {
    let listener = TcpListener::bind(ADDRESS).await.context(ADDRESS)?;
    println!("http://{ADDRESS}/search");
    let stop = async {
        // Where the signal cannot be watched, the server runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    axum::serve(listener, server::app(pipeline)).with_graceful_shutdown(stop).await.context("serving")
}
