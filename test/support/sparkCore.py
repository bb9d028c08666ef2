"""The sweeps of spark/ulterior_spark without Spark: blocks of users from JSON, the rows of the items as JSON."""

import json
import sys

import numpy as np
from ulterior_spark import als
from ulterior_spark.blocks import block_from, decoded

given = json.load(sys.stdin)
dimension, types = given["dimension"], given["types"]
ridges = als.Ridges(given["profileRidge"], given["biasRidge"], given["perRating"])
rows = np.array(given["start"]).reshape(given["items"], dimension + types)
centres, counts = np.array(given["centres"]), np.array(given["counts"]).reshape(given["items"], types)
parts = [block_from(given["users"][n :: given["blocks"]]) for n in range(given["blocks"])]
blocks = [decoded(part[0].encoded()) for part in parts if part is not None]
als.RATINGS_AT_ONCE = 97
errors = []
for _ in range(given["iterations"]):
    sums = np.zeros((given["items"], (dimension + types + 1) * (dimension + types + 2) // 2))
    for block in blocks:
        present, own = als.item_moments(
            block, als.user_profiles(block, rows, centres, dimension, ridges), centres, types
        )
        sums[present] += own
    rows, squares = als.item_rows(sums, rows, counts, dimension, ridges)
    errors.append(float(np.sqrt(squares / counts.sum())))
print(json.dumps({"rows": rows.ravel().tolist(), "errors": errors}))
