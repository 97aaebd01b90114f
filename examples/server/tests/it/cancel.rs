//! A search ends with its request.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use sutra::core::ErrorKind;

use crate::client::Server;
use crate::slow_signal::{self, Event};

/// The next event, waited for off the runtime.
async fn next(told: Receiver<Event>) -> (Event, Receiver<Event>) {
    let waited = tokio::task::spawn_blocking(move || (told.recv_timeout(Duration::from_secs(50)), told));
    let (event, told) = waited.await.unwrap();
    (event.unwrap(), told)
}

#[tokio::test]
async fn a_client_that_goes_away_stops_its_search() {
    let (recipe, told, _never) = slow_signal::recipe();
    let server = Server::start(recipe).await;
    let asked = server.ask(r#"{"query": "granite"}"#, Duration::from_secs(3));
    let (first, told) = next(told).await;
    assert_eq!(first, Event::Started);
    let given_up = asked.await.unwrap().unwrap_err();
    assert!(matches!(given_up, ureq::Error::Timeout(_)), "{given_up}");
    let (then, _) = next(told).await;
    assert_eq!(then, Event::Stopped(ErrorKind::Cancelled));
    server.stop().await;
}

#[tokio::test]
async fn a_timeout_of_the_request_stops_it_and_says_so() {
    let (recipe, told, _never) = slow_signal::recipe();
    let server = Server::start(recipe).await;
    let (status, answer) = server.answer(r#"{"query": "granite", "timeout_ms": 300}"#).await;
    assert_eq!(status, 504, "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("deadline"), "{answer}");
    let events: Vec<Event> = told.try_iter().collect();
    assert_eq!(events, [Event::Started, Event::Stopped(ErrorKind::Deadline)]);
    server.stop().await;
}

#[tokio::test]
async fn dropping_a_future_throws_the_switch_that_it_holds() {
    use sutra::core::Cancel;
    let guard = server::CancelOnDrop::new();
    let flag = guard.flag();
    let held = async move {
        std::future::pending::<()>().await;
        drop(guard);
    };
    assert!(flag.check().is_ok());
    tokio::time::timeout(Duration::from_millis(5), held).await.unwrap_err();
    assert_eq!(flag.check().unwrap_err().kind(), ErrorKind::Cancelled);
}
