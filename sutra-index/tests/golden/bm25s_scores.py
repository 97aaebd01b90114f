"""Scores of bm25s: `pip install bm25s==0.3.16 numpy`, then `python bm25s_scores.py > bm25s.json`.

Its "lucene" idf, ln(1 + (N-n+0.5)/(n+0.5)), with the "atire" term part, f*(k1+1)/(f + k1*(1-b+b*dl/avgdl)): its
own "lucene" term part leaves the factor k1+1 out. Scores there are f32.
"""

import json

import bm25s

TEXTS = [
    "river delta map",
    "stone bridge over the river",
    "river bank flood river bank",
    "old stone wall",
    "river",
    "garden wall garden wall garden wall",
    "bank holiday",
    "delta wing of an old plane by the river bank near the old bridge",
]
QUERIES = ["river bank", "old garden wall", "delta", "the old river", "unknown stone"]
PARAMS = [(1.2, 0.75), (0.9, 0.4), (2.0, 0.0), (0.5, 1.0)]

tokens = [text.split() for text in TEXTS]
cases = []
for k1, b in PARAMS:
    model = bm25s.BM25(method="atire", idf_method="lucene", k1=k1, b=b)
    model.index(tokens, show_progress=False)
    for query in QUERIES:
        known = [term for term in query.split() if any(term in text for text in tokens)]
        scores = [float(score) for score in model.get_scores(known)]
        cases.append({"k1": k1, "b": b, "query": query, "scores": scores})
print(json.dumps({"texts": TEXTS, "cases": cases}, indent=1))
