"""Makes hash.json: bucket and sign of terms, by the reference XXH3 library.

    pip install xxhash && python hash.py > hash.json
"""

import json

import xxhash

DIM = 300
places = []
for term in ["apple", "pear", "überfluss", "東京", "a", "x" * 300, *(f"word{i}" for i in range(30))]:
    digest = xxhash.xxh3_64_intdigest(term.encode())
    places.append([term, (digest >> 32) * DIM >> 32, -1 if digest & 1 else 1])
print(json.dumps({"dim": DIM, "places": places}))
