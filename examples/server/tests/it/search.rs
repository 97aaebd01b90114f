//! Questions and answers.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;
use sutra::{Pipeline, Preset};

use crate::client::Server;
use crate::slow_signal::{self, Event};

#[tokio::test]
async fn a_question_is_answered_with_ranked_spans() {
    let server = Server::start(Pipeline::builder().preset(Preset::Hybrid)).await;
    let (status, answer) = server.answer(r#"{"query": "when is the oven lit?", "limit": 2}"#).await;
    assert_eq!(status, 200, "{answer}");
    let best = &answer["hits"][0];
    assert_eq!((&best["rank"], &best["doc"]), (&json!(1), &json!("bakery")), "{answer}");
    let text = "Bread rises overnight. The oven is lit at four.";
    let span = best["start"].as_u64().unwrap() as usize..best["end"].as_u64().unwrap() as usize;
    assert_eq!(text[span], *best["text"].as_str().unwrap());
    server.stop().await;
}

#[tokio::test]
async fn a_filter_is_a_hard_condition() {
    let server = Server::start(Pipeline::builder().preset(Preset::Hybrid)).await;
    let body = r#"{"query": "granite", "only": {"field": "lang", "is": "de"}}"#;
    let (_, answer) = server.answer(body).await;
    assert_eq!(answer["hits"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["hits"][0]["doc"], "hafen");
    server.stop().await;
}

#[tokio::test]
async fn mistakes_of_the_caller_say_what_is_wrong() {
    let server = Server::start(Pipeline::builder().preset(Preset::Bm25)).await;
    for (body, expected, says) in [
        (r#"{"query": "a", "limit": 101}"#, 400, "limit is 101, and 0 to 100 is allowed"),
        (r#"{"query": "#, 400, "JSON"),
        (r#"{"limit": 3}"#, 422, "query"),
        (r#"{"query": "a", "k": 3}"#, 422, "`k`"),
        (r#"{"query": "a", "limit": -1}"#, 422, "-1"),
    ] {
        let (status, answer) = server.answer(body).await;
        assert_eq!(status, expected, "{body}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(says), "{body}: {answer}");
    }
    let (status, answer) = server.answer(r#"{"query": " "}"#).await;
    assert_eq!((status, &answer["warnings"][0]), (200, &json!("the query is empty")));
    server.stop().await;
}

#[tokio::test]
async fn a_stopped_server_answers_what_is_under_way() {
    let (recipe, told, released) = slow_signal::recipe();
    let server = Server::start(recipe).await;
    let asked = server.ask(r#"{"query": "granite"}"#, Duration::from_secs(50));
    let told = tokio::task::spawn_blocking(move || (told.recv_timeout(Duration::from_secs(50)), told));
    let (first, told) = told.await.unwrap();
    assert_eq!(first, Ok(Event::Started));
    let stopping = tokio::spawn(server.stop());
    released.store(true, Ordering::Relaxed);
    assert_eq!(asked.await.unwrap().unwrap().0, 200);
    stopping.await.unwrap();
    assert_eq!(told.recv(), Ok(Event::Finished));
}
