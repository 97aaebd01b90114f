"""Scores of BM25F, worked out from the formula: `python bm25f.py > bm25f.json`. Standard library only.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.6: the counts of a term
in all fields, each divided by its field's length normalisation and multiplied by its weight, are added up and then
saturated once. The idf is ln(1 + (N-n+0.5)/(n+0.5)), n the number of texts that hold the term in any field that counts.
"""

import json
from collections import Counter
from fractions import Fraction
from math import log

FIELDS = ["title", "text", "tags"]
CHUNKS = [
    {"title": "river delta", "text": "a map of the delta and its river", "tags": "water map"},
    {"title": "stone bridge", "text": "it stands over the river river river", "tags": "stone"},
    {"title": "", "text": "river bank flood river bank", "tags": ""},
    {"title": "old stone wall", "text": "", "tags": "garden stone stone"},
    {"title": "river", "text": "nothing else is said", "tags": "water"},
    {"title": "garden walls", "text": "wall garden wall garden wall", "tags": "garden wall"},
    {"title": "bank holiday", "text": "the bank is closed", "tags": ""},
    {"title": "", "text": "", "tags": "delta"},
]
QUERIES = ["river", "river bank", "old garden wall", "delta delta map", "unknown stone", "water"]
# Weights and b of the three fields, and k1.
SETTINGS = [
    ([1, 1, 1], [0.75, 0.75, 0.75], 1.2),
    ([3, 1, 0.5], [0.25, 0.75, 0], 1.2),
    ([0, 1, 0], [0.75, 0.75, 0.75], 0.9),
    ([10, 0.125, 2], [1, 1, 1], 0),
    ([0.5, 4, 0], [0, 0.5, 1], 2.5),
]


def scores(query, weights, bs, k1):
    counts = [[Counter(chunk[field].split()) for field in FIELDS] for chunk in CHUNKS]
    lengths = [[sum(counter.values()) for counter in chunk] for chunk in counts]
    means = [Fraction(sum(chunk[f] for chunk in lengths), len(CHUNKS)) for f in range(len(FIELDS))]
    result = []
    for chunk in range(len(CHUNKS)):
        score = 0.0
        for term in query.split():
            counted = [f for f in range(len(FIELDS)) if weights[f] > 0]
            holding = sum(any(chunk[f][term] for f in counted) for chunk in counts)
            weighted = Fraction(0)
            for f in counted:
                norm = 1 - Fraction(bs[f]) + Fraction(bs[f]) * lengths[chunk][f] / means[f]
                if counts[chunk][f][term]:
                    weighted += Fraction(weights[f]) * counts[chunk][f][term] / norm
            if weighted:
                idf = log(1 + (len(CHUNKS) - holding + 0.5) / (holding + 0.5))
                score += idf * float(weighted * (Fraction(k1) + 1) / (weighted + Fraction(k1)))
        result.append(score)
    return result


cases = [
    {"query": query, "weights": weights, "b": bs, "k1": k1, "scores": scores(query, weights, bs, k1)}
    for weights, bs, k1 in SETTINGS
    for query in QUERIES
]
print(json.dumps({"chunks": CHUNKS, "cases": cases}, indent=1))
