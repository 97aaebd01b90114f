"""Exact scores of small random weighted graphs, solved as linear equations in rational numbers.

Run: python3 page_rank.py > page_rank.txt

A graph is a line `graph NODES DIRECTED`, then `edge FROM TO WEIGHT` lines, `personalization P...` for a directed
graph, and `score NODE VALUE` lines. Directed: PageRank with parallel edges added up and dangling mass to the
personalisation. Undirected: S = 0.15 + 0.85 * sum S(u) * w(u, v) / deg(u), parallel edges one of the largest weight.
"""

import random
from fractions import Fraction

DAMPING = Fraction(85, 100)


def solve(rows, right):
    """Gauss elimination over rationals."""
    n = len(right)
    rows = [row[:] + [b] for row, b in zip(rows, right)]
    for i in range(n):
        pivot = next(r for r in range(i, n) if rows[r][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(n):
            if r != i and rows[r][i] != 0:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[n] for row in rows]


def scores(n, weights, jump, spread):
    """Solves x = (1 - d) * jump + d * (A x + spread * dangling)."""
    out = [sum(w for (u, _), w in weights.items() if u == node) for node in range(n)]
    rows = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    for (u, v), w in weights.items():
        rows[v][u] -= DAMPING * w / out[u]
    for u in range(n):
        if out[u] == 0:
            for v in range(n):
                rows[v][u] -= DAMPING * spread[v]
    return solve(rows, [(1 - DAMPING) * share for share in jump])


def main():
    rng = random.Random(7)
    for number in range(12):
        directed = number % 2 == 0
        n = rng.randint(3, 9)
        edges = [(rng.randrange(n), rng.randrange(n), Fraction(rng.choice([1, 1, 2, 3, 7]), 2))
                 for _ in range(rng.randint(n // 2, 2 * n))]
        print(f"graph {n} {'directed' if directed else 'undirected'}")
        for u, v, w in edges:
            print("edge", u, v, float(w))
        weights = {}
        if directed:
            for u, v, w in edges:
                weights[u, v] = weights.get((u, v), 0) + w
            raw = [Fraction(rng.choice([0, 1, 1, 4])) for _ in range(n)]
            raw[rng.randrange(n)] += 1
            print("personalization", *[float(value) for value in raw])
            jump = [value / sum(raw) for value in raw]
            result = scores(n, weights, jump, jump)
        else:
            for u, v, w in edges:
                weights[u, v] = weights[v, u] = max(weights.get((u, v), 0), w)
            result = scores(n, weights, [1] * n, [0] * n)
        for node, value in enumerate(result):
            print("score", node, repr(float(value)))


main()
