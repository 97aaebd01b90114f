"""BM25 beside tantivy, PISA and bm25s, on one thread, round by round in turns.

    python -m venv .venv && .venv/bin/pip install --requirement benches/peers/requirements.txt
    cargo build --release --manifest-path benches/peers/Cargo.toml --bin bm25_search
    SUTRA_DOCUMENTS=FOLDER .venv/bin/python benches/peers/bm25_peers.py [PASSAGES...]

`documents.py` fills the folder first; SUTRA_SENTENCES=1 makes each passage a sentence. The ten best of the query texts of
SciFact, Cranfield and CACM, each asked as alternatives. All but tantivy, which analyses by its own tokenizer, stop words
and stemmer, search the same terms with k1 = 1.2 and b = 0.75. Sutra and tantivy are asked query by query, and analyse the
text; PISA gets all queries in one call, and splits their terms at spaces; bm25s gets numbers of terms. Medians over the
rounds; a ratio below 1.3 is a tie. Where the system tells the time that a process had the processor, that is taken
instead of the clock's, so that others on the machine count less.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("NUMBA_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
import bm25s  # noqa: E402
import pandas  # noqa: E402
from pyterrier_pisa import PisaIndex  # noqa: E402

SIZES = [int(size) for size in sys.argv[1:]] or [100_000]
K, ROUNDS = 10, 9
HERE = pathlib.Path(__file__).parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))
PISA = ("maxscore", "block_max_wand")


def on_processor(pid):
    """Seconds that the main thread of a process had the processor, or the clock's."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return time.perf_counter()


def own(pid, work):
    start = on_processor(pid)
    work()
    return on_processor(pid) - start


class Rust:
    """The process in which Sutra and tantivy are."""

    def __init__(self, folder, count):
        command = [TARGET / "release" / "bm25_search", folder, str(count)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ready, *self.sizes = self.process.stdout.readline().split()
        assert ready == "ready"
        self.times = {"sutra": [], "tantivy": []}

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def round(self, name):
        self.times[name].append([float(word) for word in self.ask(name).split()])

    def p99(self, name):
        """Of each query's median."""
        medians = sorted(statistics.median(times) for times in zip(*self.times[name]))
        return medians[round((len(medians) - 1) * 0.99)]


def pisa(folder, lines):
    index = PisaIndex(str(folder / "pisa"), text_field="text", stemmer="none", stops="none", threads=1)
    index.index({"docno": str(number), "text": line} for number, line in enumerate(lines))
    return index


def of_bm25s(lines):
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend="numba")
    index.index([line.split() for line in lines], show_progress=False)
    index.activate_numba_scorer()
    return index


def numbers(index, queries):
    known = index.vocab_dict
    return bm25s.tokenization.Tokenized(ids=[[known[word] for word in query.split() if word in known] for query in queries],
                                        vocab=known)


def compare(rust, found):
    """Checks that the scores of the ten best are those of bm25s, which leaves out the factor k1 + 1."""
    same = total = 0
    for ours, theirs in zip(rust.ask("hits").split(";"), found.scores, strict=True):
        scores = [float(hit.split(":")[1]) for hit in ours.split()]
        same += sum(abs(a - b * 2.2) <= 1e-4 * a for a, b in zip(scores, theirs))
        total += len(scores)
    assert same == total, f"{total - same} of {total} scores are not those of bm25s"


def measure(folder, count):
    rust = Rust(folder, count)
    lines = (folder / "passages.txt").read_text(encoding="utf-8").split("\n")[:-1]
    queries = (folder / "queries.txt").read_text(encoding="utf-8").split("\n")[:-1]
    assert len(lines) == count
    index, other, me = pisa(folder, lines), of_bm25s(lines), os.getpid()
    del lines
    words, frame = numbers(other, queries), pandas.DataFrame({"qid": list(map(str, range(len(queries)))), "query": queries})
    retrievers = {name: index.bm25(k1=1.2, b=0.75, num_results=K, threads=1, query_algorithm=name) for name in PISA}

    def ask_bm25s():
        return other.retrieve(words, k=K, n_threads=1, show_progress=False, backend_selection="numba")

    compare(rust, ask_bm25s())
    print(f"{count} passages of {rust.sizes[0]} bytes, {len(queries)} queries; "
          f"bytes a passage: sutra {rust.sizes[1]}, tantivy {rust.sizes[2]}")
    contestants = {name: lambda name=name: own(rust.process.pid, lambda: rust.round(name)) for name in rust.times}
    contestants |= {f"pisa {name}": lambda of=of: own(me, lambda: of.transform(frame)) for name, of in retrievers.items()}
    contestants["bm25s numba"] = lambda: own(me, ask_bm25s)
    means = {name: [] for name in contestants}
    for number in range(ROUNDS + 1):
        for name, run in contestants.items():
            seconds = run() / len(queries)
            # The first round warms up.
            if number:
                means[name].append(seconds)
    # The processor's time is told in steps, and a short run may have none.
    ours = max(statistics.median(means["sutra"]), 1e-9)
    for name, each in means.items():
        middle = statistics.median(each)
        p99 = f", p99 {rust.p99(name) * 1e6:7.1f}" if name in rust.times else ""
        print(f"  {name:22} {middle * 1e6:8.1f} us a query (from {min(each) * 1e6:.1f} to {max(each) * 1e6:.1f}), "
              f"{middle / ours:.2f} times sutra's{p99}", flush=True)
    rust.process.stdin.close()
    rust.process.wait()


def main():
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            measure(pathlib.Path(folder), count)


main()
