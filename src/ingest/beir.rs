//! Folders in the BEIR layout.

use std::path::{Path, PathBuf};

use super::SourceFile;

/// Where `corpus.jsonl` stands beside `queries.jsonl` or a folder `qrels`, keeps it alone of that folder and
/// names the `links.tsv` there. O(files * such folders).
pub(super) fn keep_corpora(files: &mut Vec<SourceFile>) {
    let mut folders: Vec<PathBuf> = Vec::new();
    for file in &mut *files {
        if let Some(folder) = corpus_folder(&file.path) {
            let links = folder.join("links.tsv");
            file.links_file = links.is_file().then_some(links);
            folders.push(folder.to_path_buf());
        }
    }
    let inside = |path: &str| folders.iter().any(|folder| Path::new(path).starts_with(folder));
    files.retain(|file| !inside(&file.path) || corpus_folder(&file.path).is_some());
}

/// The folder of a BEIR corpus.
fn corpus_folder(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    let folder = path.parent()?;
    let named = path.file_name().is_some_and(|name| name == "corpus.jsonl");
    (named && (folder.join("queries.jsonl").is_file() || folder.join("qrels").is_dir())).then_some(folder)
}
