"""Exact dense search beside faiss and numpy, on one thread, round by round in turns.

    python -m venv .venv && .venv/bin/pip install --requirement benches/peers/requirements.txt
    cargo build --release --manifest-path benches/peers/Cargo.toml --bin flat_search
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python benches/peers/flat_peers.py [ROWS]

The vectors are seeded, 384 values of a normal distribution, scaled to length 1. Medians over the rounds; a ratio
below 1.3 is a tie. Where the system tells the time that a process had the processor, that is taken instead of the
clock's, so that others on the machine count less.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import faiss  # noqa: E402
import numpy as np  # noqa: E402

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
DIM, QUERIES, ONE, K, ROUNDS = 384, 1000, 100, 10, 9
HERE = pathlib.Path(__file__).parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))


def on_processor(pid):
    """Seconds that the main thread of a process had the processor, or the clock's."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return time.perf_counter()


def unit(rng, count):
    rows = rng.standard_normal((count, DIM), dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def own(pid, work):
    start = on_processor(pid)
    work()
    return on_processor(pid) - start


def numpy_search(rows, queries):
    scores = queries @ rows.T
    best = np.argpartition(-scores, K, axis=1)[:, :K]
    return np.take_along_axis(best, np.argsort(-np.take_along_axis(scores, best, 1), axis=1), 1)


def main():
    rng = np.random.default_rng(7)
    rows, queries = unit(rng, ROWS), unit(rng, QUERIES)
    faiss.omp_set_num_threads(1)
    index = faiss.IndexFlatIP(DIM)
    index.add(rows)
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("rows.f32", "queries.f32")]
        rows.tofile(paths[0]), queries.tofile(paths[1])
        command = [TARGET / "release" / "flat_search", *paths, str(DIM)]
        sutra = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(line):
            sutra.stdin.write(line + "\n")
            sutra.stdin.flush()
            return sutra.stdout.readline()

        assert sutra.stdout.readline().strip() == "ready"
        compare(ask, index, queries)
        me = os.getpid()
        contestants = {
            "one: sutra": lambda: own(sutra.pid, lambda: ask(f"one {ONE}")) / ONE,
            "one: faiss": lambda: own(me, lambda: [index.search(queries[i : i + 1], K) for i in range(ONE)]) / ONE,
            "one: numpy": lambda: own(me, lambda: [numpy_search(rows, queries[i : i + 1]) for i in range(20)]) / 20,
            "thousand: sutra": lambda: own(sutra.pid, lambda: ask("many")) / QUERIES,
            "thousand: faiss": lambda: own(me, lambda: index.search(queries, K)) / QUERIES,
            "thousand: numpy": lambda: own(me, lambda: numpy_search(rows, queries)) / QUERIES,
        }
        for keep in (0.001, 0.01, 0.1, 0.5):
            contestants[f"keeps {keep}: sutra"] = lambda keep=keep: own(sutra.pid, lambda: ask(f"keep {keep} {ONE}")) / ONE
        times = {name: [] for name in contestants}
        for _ in range(ROUNDS):
            for name, run in contestants.items():
                times[name].append(run())
        sutra.stdin.close()
        sutra.wait()
    for name, each in times.items():
        each.sort()
        # The processor's time is told in steps, and a short run may have none.
        middle = max(statistics.median(each), 1e-9)
        print(f"{name:22} {middle * 1e3:8.3f} ms a query, {1 / middle:8.0f} a second "
              f"(from {each[0] * 1e3:.3f} to {each[-1] * 1e3:.3f})")
    for kind in ("one", "thousand"):
        ours = max(statistics.median(times[f"{kind}: sutra"]), 1e-9)
        for peer in ("faiss", "numpy"):
            print(f"{kind}: {statistics.median(times[f'{kind}: {peer}']) / ours:.2f} times {peer}")


def compare(ask, index, queries):
    """Checks that the ten best are the same, but for scores that differ by rounding alone."""
    found = [hit.split(":") for hit in ask(f"ids {ONE}").split()]
    scores, ids = index.search(queries[:ONE], K)
    differ = 0
    for (chunk, score), other, theirs in zip(found, ids.ravel(), scores.ravel(), strict=True):
        assert abs(float(score) - theirs) < 1e-6, (chunk, score, other, theirs)
        differ += int(chunk) != other
    print(f"the {K} best of {ONE} queries: {differ} places differ, all by rounding")


if __name__ == "__main__":
    main()
