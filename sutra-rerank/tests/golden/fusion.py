"""Fused scores of random lists, computed from the textbook formulas with the standard library.

Run: python3 fusion.py > fusion.txt

A case is `case`, then `list NAME WEIGHT ID:SCORE...` lines, then `METHOD ID:SCORE...` lines, best first.
"""

import random
import statistics
import struct


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def minmax(scores):
    low, high = min(scores.values()), max(scores.values())
    if low == high:
        return {d: 0.0 if high == 0 else 1.0 for d in scores}
    return {d: (s - low) / (high - low) for d, s in scores.items()}


def zscore(scores):
    if len(set(scores.values())) == 1:
        return minmax(scores)
    mean, deviation = statistics.fmean(scores.values()), statistics.pstdev(scores.values())
    z = {d: (s - mean) / deviation for d, s in scores.items()}
    return {d: value - min(z.values()) for d, value in z.items()}


def dbsf(scores):
    if len(set(scores.values())) == 1:
        return {d: 0.5 * value for d, value in minmax(scores).items()}
    mean, deviation = statistics.fmean(scores.values()), statistics.stdev(scores.values())
    low, high = mean - 3 * deviation, mean + 3 * deviation
    return {d: min(max((s - low) / (high - low), 0), 1) for d, s in scores.items()}


def rrf(scores):
    order = sorted(scores, key=lambda d: (-scores[d], d))
    return {d: 1 / (60 + rank) for rank, d in enumerate(order, 1)}


def fused(lists, part, agree=False):
    total = {}
    for weight, scores in lists.values():
        for d, value in part(scores).items():
            total[d] = total.get(d, 0) + weight * value
    if agree:
        total = {d: s * sum(d in scores for _, scores in lists.values()) for d, s in total.items()}
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))


def main():
    rng = random.Random(11)
    for number in range(10):
        print("case")
        lists = {}
        for name in ["bm25", "dense", "sparse"][: rng.randint(1, 3)]:
            ids = rng.sample(range(12), rng.randint(1, 9))
            kind = rng.choice(["spread", "spread", "spread", "outlier", "constant", "zero"])
            scores = {d: f32({"spread": rng.uniform(-1, 30), "outlier": rng.gauss(0, 0.1),
                              "constant": 2.5, "zero": 0.0}[kind]) for d in ids}
            if kind == "outlier":
                scores[ids[0]] = f32(500.0)
            lists[name] = (rng.choice([1.0, 0.5, 0.25, 2.0]), scores)
            print("list", name, lists[name][0], *[f"{d}:{s!r}" for d, s in scores.items()])
        for method, part, agree in [("rrf", rrf, False), ("minmax", minmax, False), ("zscore", zscore, False),
                                    ("dbsf", dbsf, False), ("combmnz", minmax, True)]:
            print(method, *[f"{d}:{s!r}" for d, s in fused(lists, part, agree)])


main()
