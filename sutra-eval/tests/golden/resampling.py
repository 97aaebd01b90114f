"""Golden values for tests/it/golden.rs: the bootstrap and Holm's correction, by numpy and scipy.

    pip install numpy==2.4.6 scipy==1.17.1
    python resampling.py > resampling.json

`exact` draws the same resamples by an own SplitMix64 and takes percentiles with numpy; `scipy` is
`scipy.stats.bootstrap` with many resamples of its own, to be met within the noise of the draw.
"""

import json

import numpy
import scipy.stats

MASK = (1 << 64) - 1


def splitmix64(seed):
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def resampled(values, seed, resamples):
    rng = splitmix64(seed)
    n = len(values)
    index = numpy.array([[next(rng) * n >> 64 for _ in range(n)] for _ in range(resamples)])
    return numpy.asarray(values)[index].mean(axis=1)


def bounds(means, level):
    return [float(v) for v in numpy.percentile(means, [50 * (1 - level), 50 * (1 + level)])]


def holm(p):
    order = numpy.argsort(p, kind="stable")
    raised = numpy.minimum(1, numpy.asarray(p)[order] * numpy.arange(len(p), 0, -1))
    adjusted = numpy.empty(len(p))
    adjusted[order] = numpy.maximum.accumulate(raised)
    return [float(v) for v in adjusted]


def case(data, n, seed, resamples, level, shift):
    baseline = data.beta(0.6, 0.8, n)
    system = numpy.clip(baseline + data.normal(shift, 0.2, n), 0, 1)
    single = resampled(baseline, seed, resamples)
    paired = resampled(system - baseline, seed, resamples)
    p = min(1.0, 2 * min((paired <= 0).mean(), (paired >= 0).mean()))
    wide = scipy.stats.bootstrap((baseline,), numpy.mean, n_resamples=50_000, confidence_level=level,
                                 method="percentile", rng=numpy.random.default_rng(1)).confidence_interval
    return {
        "baseline": baseline.tolist(), "system": system.tolist(),
        "seed": seed, "resamples": resamples, "level": level,
        "exact": {"mean": float(baseline.mean()), "interval": bounds(single, level),
                  "difference": float((system - baseline).mean()),
                  "difference_interval": bounds(paired, level), "p": float(p)},
        "scipy": [float(wide.low), float(wide.high)],
    }


def main():
    data = numpy.random.default_rng(7)
    cases = [
        case(data, 100, 42, 1000, 0.95, 0.02),
        case(data, 37, 0, 999, 0.9, 0.0),
        case(data, 5, MASK, 200, 0.99, -0.05),
        case(data, 200, 1, 500, 0.5, 0.005),
    ]
    families = [data.random(n).round(3).tolist() for n in (1, 2, 5, 20)] + [[0.0, 0.0, 0.04, 0.04, 1.0]]
    print(json.dumps({"bootstrap": cases, "holm": [{"p": p, "adjusted": holm(p)} for p in families]}))


if __name__ == "__main__":
    main()
