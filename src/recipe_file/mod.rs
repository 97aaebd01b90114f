//! Recipes in TOML files, for command lines and settings. Inside a program, use a
//! [`PipelineBuilder`](crate::PipelineBuilder).

mod check;
mod recipe;
mod tables;

pub use recipe::{RecipeFile, recipe_from_toml};
