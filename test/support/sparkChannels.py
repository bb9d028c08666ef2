"""Models of channels by spark/ulterior_spark without Spark: blocks of users from JSON, the rows of the model as JSON."""

import json
import sys

import numpy as np
from ulterior_spark import als, channels, lanczos
from ulterior_spark.blocks import block_from

given = json.load(sys.stdin)
items, types = given["items"], given["types"]
means, counts = np.array(given["means"]), np.array(given["counts"]).reshape(items, types)
parts = [block_from(given["users"][n :: given["blocks"]]) for n in range(given["blocks"])]
blocks = [part[0] for part in parts if part is not None]
als.RATINGS_AT_ONCE = 97


def summed(width, part_of):
    sums = np.zeros((items, width))
    for block in blocks:
        present, own = part_of(block)
        sums[present] += own
    return sums


users = np.sum([np.bincount(block.types, minlength=types) for block in blocks], axis=0)
deviations = summed(types + 1, lambda block: channels.deviations_of(block, means, types))
residuals = channels.residuals_of(given["channels"], means, counts, deviations, users)


def product(_, block):
    lines = residuals.lines(block)
    return residuals.columns(summed(2 * lanczos.WIDTH, lambda own: channels.product_of(own, *lines)))


squares = []
start = np.array(given["start"]).reshape(-1, lanczos.WIDTH)
found = lanczos.singular_directions(product, start, given["dimension"], given["iterations"], squares.append)
rows = channels.rows_of(residuals, found.squares, found.vectors, users, given["noiseFloor"])
print(
    json.dumps(
        {
            "scales": rows.scales.tolist(),
            "profiles": rows.profiles.ravel().tolist(),
            "biases": rows.biases.ravel().tolist(),
            "checks": len(squares),
        }
    )
)
