//! Hits as numbered, cited passages for a prompt, under a budget.

mod assembled;
mod builder;
mod draft;
mod placeholders;
mod template;

pub use assembled::{Context, ContextPassage};
pub use builder::ContextBuilder;
pub use template::Template;
