"""Orders of maximal marginal relevance, evaluated step by step from its definition in double precision.

Run: python3 mmr.py > mmr.txt

Three lines a case: `LAMBDA SCORE...`, one vector a candidate (`-` for none, else values joined by commas), and the
order. Cases in which two candidates come within 1e-4 at any step are passed over, so that rounding decides nothing.
"""

import math
import random
import struct


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def similarity(a, b):
    if a is None or b is None:
        return 0.0
    dot = sum(x * y for x, y in zip(a, b))
    return (1 + dot / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))) / 2


def order(balance, scores, vectors):
    taken, left = [], list(range(len(scores)))
    while left:
        gains = []
        for i in left:
            worst = max((similarity(vectors[i], vectors[j]) for j in taken), default=0.0)
            gains.append((balance * scores[i] - (1 - balance) * worst, -i))
        gains.sort(reverse=True)
        if len(gains) > 1 and gains[0][0] - gains[1][0] < 1e-4:
            return None
        best = -gains[0][1]
        taken.append(best)
        left.remove(best)
    return taken


generator = random.Random(3)
cases = 0
while cases < 40:
    count, dim = generator.randint(1, 9), generator.randint(2, 6)
    balance = f32(generator.choice([0.2, 0.5, 0.7, 0.9, 1.0]))
    scores = sorted((f32(generator.random()) for _ in range(count)), reverse=True)
    vectors = [
        None if generator.random() < 0.15 else [f32(generator.gauss(0, 3)) for _ in range(dim)] for _ in range(count)
    ]
    found = order(balance, scores, vectors)
    if found is None:
        continue
    cases += 1
    print(balance, *scores)
    print(*("-" if vector is None else ",".join(map(repr, vector)) for vector in vectors))
    print(*found)
