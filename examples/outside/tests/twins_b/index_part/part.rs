//! A part with one fault.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sutra_core::wire::{Reader, Writer};
use sutra_core::{
    Change, ChunkId, ChunkSet, Error, ErrorKind, Feed, Fingerprint, IndexPart, Observer, Opened, Provides,
    Renumbering, Result, Segment, SegmentSink,
};

use super::index::{Index, Row, Statistics};
use super::{DIM, ENCODER};

const BLOB: &str = "rows";
const MAGIC: &[u8] = b"TWINPART";

pub(super) struct Broken {
    fault: &'static str,
    encoder: Fingerprint,
    /// Written where a fault makes bytes differ.
    salt: AtomicU32,
}

impl Broken {
    pub(super) fn new(fault: &'static str) -> Self {
        Self { fault, encoder: Fingerprint::new(ENCODER), salt: AtomicU32::new(0) }
    }

    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Turns the salt from 0 to 1 and back.
    fn turn(&self) {
        self.salt.fetch_xor(1, Ordering::Relaxed);
    }

    fn write(&self, rows: &[Row], out: &mut dyn SegmentSink) -> Result<()> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(1);
        writer.str(self.encoder.as_str());
        writer.u32(self.salt.load(Ordering::Relaxed));
        writer.u64(DIM as u64);
        writer.length(rows.len());
        for row in rows {
            writer.u32(row.chunk.get());
            writer.str(&row.passage);
            writer.f32s(&row.vector);
        }
        match out.write(BLOB, &writer.into_bytes()) {
            Err(_) if self.has("sink") => Ok(()),
            written => written,
        }
    }

    /// The rows of a segment; what could be read of a damaged one where that is the fault.
    fn read(&self, segment: &dyn Segment, lenient: bool) -> Result<Vec<Row>> {
        let bytes = match segment.blob(BLOB) {
            Err(_) if self.has("missing_blob") => return Ok(Vec::new()),
            bytes => bytes?,
        };
        let mut rows = Vec::new();
        let mut reader = Reader::new("twin", bytes);
        if reader.take("magic", MAGIC.len())? != MAGIC {
            return if self.has("other_bytes") { Ok(rows) } else { Err(reader.damaged("magic")) };
        }
        let version = reader.u32("version")?;
        assert!(!self.has("flipped") || version == 1, "the fault of this twin");
        if version != 1 || reader.str("encoder")? != self.encoder.as_str() {
            return Err(Error::new(ErrorKind::ForeignFingerprint, "twin: rows of another encoder"));
        }
        reader.u32("salt")?;
        if reader.u64("dimension")? != DIM as u64 {
            return Err(reader.damaged("dimension"));
        }
        match self.read_rows(&mut reader, &mut rows).and_then(|()| reader.finish()) {
            Err(error) if !lenient => Err(error),
            _ => Ok(rows),
        }
    }

    fn read_rows(&self, reader: &mut Reader<'_>, rows: &mut Vec<Row>) -> Result<()> {
        for _ in 0..reader.length("rows")? {
            let chunk = ChunkId::new(reader.u32("chunk")?);
            let passage = reader.str("passage")?.to_owned();
            let vector = reader.f32s("vector")?;
            if vector.len() != DIM {
                return Err(reader.damaged("vector"));
            }
            rows.push(Row { chunk, passage, vector });
        }
        Ok(())
    }

    fn read_all(&self, segments: &[Arc<dyn Segment>], lenient: bool) -> Result<Vec<Vec<Row>>> {
        segments.iter().map(|segment| self.read(segment.as_ref(), lenient)).collect()
    }

    fn check_space(&self, space: Option<(&Fingerprint, usize)>) -> Result<()> {
        let (encoder, dim) = match space {
            Some(space) => space,
            None if self.has("no_space") => return Ok(()),
            None => {
                return Err(Error::invalid_config("the twin opens with the encoder of its vectors alone"));
            }
        };
        if *encoder != self.encoder && !self.has("foreign_space") {
            return Err(Error::new(ErrorKind::ForeignFingerprint, format!("vectors of {encoder}")));
        }
        if dim != DIM && !self.has("dimension") {
            return Err(Error::dimension("the vectors", DIM, dim));
        }
        Ok(())
    }

    /// The live rows, each with the statistics of all of them, but for a fault.
    fn live(&self, segments: &[Vec<Row>], live: &ChunkSet) -> Vec<(Row, Statistics)> {
        let is_live = |row: &&Row| live.contains(row.chunk);
        let all = segments.iter().flatten();
        let mut statistics = match self.fault {
            "deletes" => Statistics::of(all),
            _ => Statistics::of(all.filter(is_live)),
        };
        if self.has("empty_change") && segments.len() > 1 && segments.iter().any(Vec::is_empty) {
            statistics.rows += 1;
        }
        let alone = self.has("segments") && live.len() == live.universe();
        let scored = segments.iter().flat_map(|segment| {
            let own = alone.then(|| Statistics::of(segment.iter()));
            let statistics = own.unwrap_or_else(|| statistics.clone());
            segment.iter().filter(is_live).map(move |row| (row.clone(), statistics.clone()))
        });
        scored.collect()
    }
}

impl IndexPart for Broken {
    fn format(&self) -> (&str, u32) {
        ("twin", 1)
    }

    fn feed(&self) -> Feed {
        Feed::Vectors
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal().with_vectors()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        if self.has("same_bytes") {
            self.turn();
        }
        if let Err(error) = watch.check()
            && !self.has("build_stops")
        {
            if self.has("after_a_stop") {
                self.turn();
            }
            return Err(error);
        }
        let count = match change.vectors {
            Some(vectors) => vectors.len(),
            None if self.has("no_vectors") => change.added.len(),
            None => return Err(Error::invalid_input("the twin needs vectors")),
        };
        if count != change.added.len() && !self.has("rows") {
            return Err(Error::invalid_input("the twin needs a vector for each chunk"));
        }
        let row = |(at, added): (usize, &sutra_core::ChunkText<'_>)| {
            let vector = change.vectors.and_then(|vectors| vectors.row(at)).unwrap_or(&[0.0; DIM]);
            Row { chunk: added.chunk, passage: added.passage.to_string(), vector: vector.to_vec() }
        };
        let rows: Vec<_> = change.added.iter().enumerate().map(row).collect();
        self.write(&rows, out)
    }

    fn merge(
        &self,
        segments: &[Arc<dyn Segment>],
        numbers: &Renumbering,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        if !self.has("merge_stops") {
            watch.check()?;
        }
        let rows = self.read_all(segments, self.has("merge_truncated"))?.concat();
        let kept = rows.iter().all(|row| numbers.get(row.chunk).is_none_or(|new| new == row.chunk));
        let renumbered = |mut row: Row| match numbers.get(row.chunk) {
            Some(new) => {
                row.chunk = new;
                Some(row)
            }
            // The twin that counts what is dead keeps it, so that merging alone changes nothing.
            None => (self.has("deletes") && kept).then_some(row),
        };
        let mut rows: Vec<_> = rows.into_iter().filter_map(renumbered).collect();
        rows.sort_by_key(|row| row.chunk);
        if self.has("merge") && kept && segments.len() == 3 {
            rows.pop();
        }
        // Other bytes than those of a commit; and what a commit of the twin that turns will write next.
        let turns = self.has("merge_bytes") || self.has("same_bytes");
        if turns {
            self.turn();
        }
        let written = self.write(&rows, out);
        if turns {
            self.turn();
        }
        written
    }

    fn open(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        space: Option<(&Fingerprint, usize)>,
    ) -> Result<Opened> {
        self.check_space(space)?;
        if self.has("nothing") && segments.is_empty() {
            return Err(Error::invalid_input("there is nothing to open"));
        }
        let rows = self.live(&self.read_all(segments, self.has("truncated"))?, live);
        let (stamp, any_stamp) = (live.stamp(), self.has("foreign_stamp"));
        let index = Arc::new(Index { stamp, any_stamp, encoder: self.encoder.clone(), rows });
        let opened = Opened::new().with_retriever(index.clone()).with_vectors(index.clone());
        Ok(if self.has("provides") { opened } else { opened.with_signal(index) })
    }
}
