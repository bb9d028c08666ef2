"""Alternating least squares on blocks, in double precision.

User i has the profile u_i that minimises sum_j (y_ij - u_i.v_j - z_jt)^2 + ridge_i |u_i|^2 over the own ratings. Item j
has [v_j, z_j1 .. z_jK] that minimises the same over all its ratings: with the features f = [u_i, e_t] of a rating,

    (sum f f' + ridges) [v_j, z_j] = sum f y

Sums over the ratings of an item are sums over blocks of the moments of [f, y]: the block sends one matrix per item,
however many ratings it has, and the last sweep's error follows from the same matrix: |y - f.row|^2 = [row, -1]' M [row, -1].
"""

from dataclasses import dataclass

import numpy as np

from .blocks import Block

RATINGS_AT_ONCE = 250_000
"""Features of so many ratings are gathered at a time: memory stays bounded."""


@dataclass(frozen=True)
class Ridges:
    """`perRating` weighs a ridge with the number of ratings, `perEntity` does not (src/factorization/training/ridges.ts)."""

    profile: float
    bias: float
    per_rating: bool

    def of_profiles(self, counts: np.ndarray) -> np.ndarray:
        return self._weighed(self.profile, counts)

    def of_biases(self, counts: np.ndarray) -> np.ndarray:
        return self._weighed(self.bias, counts)

    def _weighed(self, ridge: float, counts: np.ndarray) -> np.ndarray:
        return ridge * np.maximum(counts, 1.0) if self.per_rating else np.full(counts.shape, ridge)


class Singular(Exception):
    """A system without a unique solution."""


def user_profiles(block: Block, rows: np.ndarray, centres: np.ndarray, dimension: int, ridges: Ridges) -> np.ndarray:
    """`rows` are [v_j, z_j] for each item (items x (d + K))."""
    profiles = np.empty((block.users, dimension))
    counts = np.diff(block.starts)
    for first, last in spans(block.starts):
        begin, end = block.starts[first], block.starts[last]
        items = block.items[begin:end]
        features = np.empty((end - begin, dimension + 1))
        features[:, :dimension] = rows[items, :dimension]
        kinds = np.repeat(block.types[first:last], counts[first:last])
        features[:, dimension] = block.values[begin:end] - centres[items] - rows[items, dimension + kinds]
        sums = moments(features, block.starts[first : last + 1] - begin)
        profiles[first:last] = solved(sums, ridges.of_profiles(counts[first:last])[:, None] * np.ones(dimension))
    return profiles


def item_moments(block: Block, profiles: np.ndarray, centres: np.ndarray, types: int) -> tuple[np.ndarray, np.ndarray]:
    """The items of the block, and for each the upper triangle of its moments of [u, e_t, y]."""
    dimension = profiles.shape[1]
    width = dimension + types + 1
    upper = np.triu_indices(width)
    owners = block.owners()
    present, starts = block.item_segments()
    found = np.empty((len(present), len(upper[0])))
    for first, last in spans(starts):
        places = block.by_item[starts[first] : starts[last]]
        own = owners[places]
        features = np.zeros((len(places), width))
        features[:, :dimension] = profiles[own]
        features[np.arange(len(places)), dimension + block.types[own]] = 1
        features[:, -1] = block.values[places] - centres[block.items[places]]
        found[first:last] = moments(features, starts[first : last + 1] - starts[first])[:, upper[0], upper[1]]
    return present, found


def item_rows(
    triangles: np.ndarray, rows: np.ndarray, counts: np.ndarray, dimension: int, ridges: Ridges
) -> tuple[np.ndarray, float]:
    """New rows of some items from their summed moments, and the squared error of their rows so far.

    `counts` are the ratings of the items by type (items x K).
    """
    width = rows.shape[1] + 1
    sums = np.empty((len(rows), width, width))
    upper = np.triu_indices(width)
    sums[:, upper[0], upper[1]] = triangles
    sums[:, upper[1], upper[0]] = triangles
    before = np.concatenate([rows, np.full((len(rows), 1), -1.0)], axis=1)
    error = float(np.einsum("na,nab,nb->", before, sums, before, optimize=True))
    weights = np.concatenate(
        [ridges.of_profiles(counts.sum(axis=1))[:, None] * np.ones(dimension), ridges.of_biases(counts)], axis=1
    )
    return solved(sums, weights), error


def spans(starts: np.ndarray) -> list[tuple[int, int]]:
    """Ranges of segments with about RATINGS_AT_ONCE ratings each, at least one segment."""
    cuts = [0]
    while cuts[-1] < len(starts) - 1:
        reach = int(np.searchsorted(starts, starts[cuts[-1]] + RATINGS_AT_ONCE, side="right")) - 1
        cuts.append(min(max(reach, cuts[-1] + 1), len(starts) - 1))
    return list(zip(cuts[:-1], cuts[1:], strict=True))


def moments(features: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """F'F of each segment of the rows."""
    width = features.shape[1]
    found = np.empty((len(starts) - 1, width, width))
    bounds = starts.tolist()
    for place, (begin, end) in enumerate(zip(bounds[:-1], bounds[1:], strict=True)):
        own = features[begin:end]
        np.matmul(own.T, own, out=found[place])
    return found


def solved(sums: np.ndarray, ridges: np.ndarray) -> np.ndarray:
    """The last column and row of the moments are those of y."""
    unknowns = ridges.shape[1]
    systems = sums[:, :unknowns, :unknowns].copy()
    systems[:, np.arange(unknowns), np.arange(unknowns)] += ridges
    try:
        return np.linalg.solve(systems, sums[:, :unknowns, unknowns, None])[..., 0]
    except np.linalg.LinAlgError as cause:
        raise Singular from cause
