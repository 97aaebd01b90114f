"""Makes lsa.json: exact LSA of a small collection, by scikit-learn's tf-idf and a dense SVD in float64.

    pip install scikit-learn && python lsa.py > lsa.json
"""

import json

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

RANK = 8
rng = np.random.default_rng(20)


def text(topic):
    """Words of a topic, each with words of all, repeated as chance has it."""
    words = [f"t{topic}x{rng.integers(9)}" for _ in range(rng.integers(6, 14))]
    words += [f"all{int(rng.pareto(1.0)) % 20}" for _ in range(rng.integers(3, 9))]
    rng.shuffle(words)
    return " ".join(words)


texts = [text(topic) for topic in range(RANK) for _ in range(3 + topic)]
new = [text(topic) + " unheard" for topic in range(RANK)]
vectorizer = TfidfVectorizer(sublinear_tf=True, smooth_idf=True, norm="l2", token_pattern=r"\S+")
x = vectorizer.fit_transform(texts).toarray()
_, s, vt = np.linalg.svd(x, full_matrices=False)


def encode(rows):
    rows = rows @ vt[:RANK].T
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


passages = encode(x)
queries = encode(vectorizer.transform(new).toarray())
print(
    json.dumps(
        {
            "rank": RANK,
            "gap": round(float(s[RANK] / s[RANK - 1]), 6),
            "texts": texts,
            "new": new,
            "terms": x.shape[1],
            "singular_values": [round(float(value), 7) for value in s[:RANK]],
            "passage_passage": np.round(passages @ passages.T, 6).tolist(),
            "new_passage": np.round(queries @ passages.T, 6).tolist(),
        }
    )
)
