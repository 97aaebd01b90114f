//! Reading folders and files into documents.
//!
//! [`Ingest::scan`] finds the files of folders without opening them, [`Ingest::read_all`] turns them into
//! [`Document`](sutra_core::Document)s one after another. What cannot be read is listed with the reason, and
//! the rest goes on.
//!
//! | files | documents | text, and what its spans count |
//! |---|---|---|
//! | `.md`, `.markdown` | one a file | the file as it is, front matter included; bytes of the file |
//! | `.html`, `.htm` | one a file | the visible text; a [`SourceMap`] gives the bytes of the file |
//! | `.jsonl` | one a line | the value of `text` |
//! | any other UTF-8 text | one a file | the file as it is; bytes of the file |
//!
//! A document of a file has the file's path as its id, and the metadata `path`, `name`, `extension` and
//! `modified` (RFC 3339, UTC), with the fields of a Markdown file's front matter. A record of a JSON Lines file
//! has its own `_id` and `metadata`.
//!
//! ```
//! use sutra::core::Unwatched;
//! use sutra::ingest::Ingest;
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("sea.md"), "# Harbours\nWalls keep the [sea](tide.md) out.")?;
//! std::fs::write(folder.path().join("logo.png"), [0x89, b'P', b'N', b'G', 0])?;
//!
//! let ingest = Ingest::new();
//! let scan = ingest.scan(&[folder.path().to_path_buf()])?;
//! let mut titles = Vec::new();
//! let left_out = ingest.read_all(&scan.files, &Unwatched, &mut |read| {
//!     titles.push(read.document.title);
//!     Ok(())
//! })?;
//! assert_eq!(titles, ["Harbours"]);
//! assert!(left_out[0].to_string().ends_with("logo.png: a binary file"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beir;
mod fields;
mod format;
mod front_matter;
mod html;
mod json_lines;
mod left_out;
mod link;
mod load;
mod markdown;
mod meter;
mod read;
mod reader;
mod record;
mod scan;
mod source_map;

pub use format::Format;
pub use left_out::{LeftOut, Reason};
pub use read::{Ingested, Read};
pub use reader::Ingest;
pub use scan::{Scan, SourceFile};
pub use source_map::SourceMap;
