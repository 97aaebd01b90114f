//! The one field of an index.

use sutra_core::{Error, Result};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{Tokenizer, TokenizerManager};

/// The field that holds the passage of a chunk.
const FIELD: &str = "text";

/// What tantivy calls that which makes terms of the field.
const TOKENIZER: &str = "sutra";

/// The field `text`: terms with counts, positions and lengths, nothing stored.
pub(super) fn schema() -> Schema {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions)
        .set_fieldnorms(true);
    let mut builder = Schema::builder();
    builder.add_text_field(FIELD, TextOptions::default().set_indexing_options(indexing));
    builder.build()
}

/// The field in a schema, which must be ours.
pub(super) fn field(found: &Schema) -> Result<Field> {
    let field = found.get_field(FIELD).ok().filter(|_| *found == schema());
    field.ok_or_else(|| Error::corrupt("tantivy segment: it has other fields than this build writes"))
}

/// Makes terms of the field by `tokenizer`.
pub(super) fn tokenizers(tokenizer: impl Tokenizer) -> TokenizerManager {
    let manager = TokenizerManager::new();
    manager.register(TOKENIZER, tokenizer);
    manager
}
