"""Golden values for tests/it/golden.rs, by ir-measures over pytrec_eval.

    pip install ir_measures==0.4.3 numpy==2.4.6 scipy==1.17.1
    python measures.py > measures.json

Random judgments (grades -1 to 3, some queries without a relevant document) and runs (coarse scores, so that many
tie; missing, empty and unjudged queries). ir-measures settles ties by document id ascending in RR@k and Judged@k,
and descending, as trec_eval, elsewhere; those two see the run with its ties settled as trec_eval settles them.
"""

import json
import random

import ir_measures

PLAIN = ["nDCG@1", "nDCG@3", "nDCG@10", "nDCG@100", "RR", "AP", "AP@5", "AP@100", "P@1", "P@10", "P@100",
         "R@1", "R@5", "R@100", "Success@1", "Success@10"]
SETTLED = ["RR@3", "RR@10", "Judged@1", "Judged@10", "Judged@100"]


def settled(run):
    """The same rankings with scores that do not tie."""
    result = {}
    for query, docs in run.items():
        order = sorted(docs.items(), key=lambda item: item[0], reverse=True)
        order.sort(key=lambda item: -item[1])
        result[query] = {doc: float(len(order) - rank) for rank, (doc, _) in enumerate(order)}
    return result


def collection(rng):
    docs = [f"d{i}" for i in range(rng.choice([4, 30, 120]))]
    qrels, run = {}, {}
    for i in range(12):
        judged = rng.sample(docs, rng.randint(1, min(25, len(docs))))
        grades = [0, -1] if i == 0 else [-1, 0, 0, 1, 2, 3]
        if i != 10:  # q10 has no judgments
            qrels[f"q{i}"] = {doc: rng.choice(grades) for doc in judged}
        if i not in (3, 7):  # these have no results
            found = rng.sample(docs, rng.randint(1, len(docs)))
            run[f"q{i}"] = {doc: rng.randint(0, 8) / 4 for doc in found}
    return qrels, run


def values(measures, qrels, run):
    parsed = [ir_measures.parse_measure(name) for name in measures]
    evaluator = ir_measures.evaluator(parsed, qrels)
    result = {}
    for metric in evaluator.iter_calc(run):
        result.setdefault(str(metric.measure), {})[metric.query_id] = metric.value
    means = {str(measure): value for measure, value in evaluator.calc_aggregate(run).items()}
    return {name: {"mean": means[name], "queries": result[name]} for name in measures}


def main():
    rng = random.Random(20240607)
    cases = []
    for _ in range(8):
        qrels, run = collection(rng)
        cases.append({
            "qrels": qrels,
            "run": run,
            "values": {**values(PLAIN, qrels, run), **values(SETTLED, qrels, settled(run))},
        })
    print("[" + ",\n".join(json.dumps(case, sort_keys=True) for case in cases) + "]")


if __name__ == "__main__":
    main()
