"""Scores of bm25s: `pip install bm25s==0.3.16 numpy`, then `python bm25s_scores.py > bm25s.json`.

"lucene" here is its idf of that name, ln(1 + (N-n+0.5)/(n+0.5)), with the "atire" term part,
f*(k1+1)/(f + k1*(1-b+b*dl/avgdl)): its own "lucene" term part leaves the factor k1+1 out. Under "bm25l" and "bm25+" it
gives texts without a term a part of it too, which is taken off again. Scores there are f32.
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
METHODS = [("lucene", 0.0), ("atire", 0.0), ("bm25l", 0.5), ("bm25+", 1.0)]

cases = []
for method, delta in METHODS:
    for k1, b in PARAMS:
        if method == "lucene":
            model = bm25s.BM25(method="atire", idf_method="lucene", k1=k1, b=b)
        else:
            model = bm25s.BM25(method=method, k1=k1, b=b, delta=delta)
        model.index(tokens, show_progress=False)
        absent = getattr(model, "nonoccurrence_array", None)
        for query in QUERIES:
            known = [term for term in query.split() if any(term in text for text in tokens)]
            scores = [float(score) for score in model.get_scores(known)]
            if absent is not None:
                for at, text in enumerate(tokens):
                    ids = [model.vocab_dict[term] for term in known if term not in text]
                    scores[at] -= sum(float(absent[number]) for number in ids)
                    if not any(term in text for term in known):
                        scores[at] = 0.0
            cases.append({"method": method, "delta": delta, "k1": k1, "b": b, "query": query, "scores": scores})
print(json.dumps({"texts": TEXTS, "cases": cases}, indent=1))
