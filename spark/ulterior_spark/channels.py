"""Models of channels on blocks: what people have rated, and how (src/factorization/channels/fitChannels.ts).

The observations X of a user are, for each item, 1 (presence) or the rating less the item's mean (centredRating), and 0
where there is no rating. R = (X - C M) S are the residuals after the means M of the groups, C says who is in which
group, S scales columns to variance 1. A step of the decomposition needs R'R V:

    Y = R V = X (S V) - C (M S V)          R'Y = S X'Y

The second has no part with C: M is the least-squares solution, so C'R = 0. A block makes Y of its own users and sends for
each item the sums of y and of rating x y; the ratings stay where they are, as in als.py.
"""

from dataclasses import dataclass

import numpy as np

from .als import spans
from .blocks import Block
from .exchange import Part

Channels = list[str]


def deviations_of(block: Block, means: np.ndarray, types: int) -> Part:
    """For each item of the block: by type the sum of the ratings less the item's mean; the sum of their squares."""
    present, place = np.unique(block.items, return_inverse=True)
    away = block.values.astype("f8") - means[block.items]
    kinds = block.types[block.owners()]
    sums = np.bincount(place * types + kinds, weights=away, minlength=len(present) * types).reshape(-1, types)
    squares = np.bincount(place, weights=away * away, minlength=len(present))
    return present, np.concatenate([sums, squares[:, None]], axis=1)


@dataclass(frozen=True)
class Residuals:
    """What a column of R is made of; columns are those of an item together, in the order of the channels."""

    channels: Channels
    means: np.ndarray
    """Columns x types; 0 for a type that nobody has."""
    coefficients: np.ndarray
    deviations: np.ndarray
    weights: np.ndarray

    def lines(self, block: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For V: what a rating r of each item adds to Y, base + r slope (items x 2 x width), and C's part by type."""
        weighted = self.weights[:, None] * block
        by_item = weighted.reshape(len(self.means), len(self.channels), -1)
        zero = np.zeros_like(by_item[:, 0])
        presence = by_item[:, self.channels.index("presence")] if "presence" in self.channels else zero
        slope = by_item[:, self.channels.index("centredRating")] if "centredRating" in self.channels else zero
        return np.stack([presence - self.means[:, None] * slope, slope], axis=1), self.coefficients.T @ weighted

    def columns(self, sums: np.ndarray) -> np.ndarray:
        """S X'Y from the sums of y and of rating x y of each item (items x 2 width)."""
        width = sums.shape[1] // 2
        plain, rated = sums[:, :width], sums[:, width:]
        kinds = {"presence": plain, "centredRating": rated - self.means[:, None] * plain}
        return self.weights[:, None] * np.stack([kinds[name] for name in self.channels], axis=1).reshape(-1, width)


def residuals_of(
    channels: Channels, means: np.ndarray, counts: np.ndarray, deviations: np.ndarray, users: np.ndarray
) -> Residuals:
    """From the counts of each item by type, what `deviations_of` adds up to, and the users of each type."""
    types = len(users)
    squares = {"presence": counts.sum(axis=1), "centredRating": deviations[:, types]}
    moments = {"presence": counts, "centredRating": deviations[:, :types]}
    typical = squares["centredRating"].sum() / counts.sum()
    units = {"presence": 1.0, "centredRating": typical if typical > 0 else 1.0}
    total = np.stack([squares[name] for name in channels], axis=1).ravel()
    moment = np.stack([moments[name] for name in channels], axis=1).reshape(-1, types)
    # A type that nobody has: its moments are 0, and so are its means.
    coefficients = moment / np.maximum(users, 1)
    variance = (total - (coefficients * moment).sum(axis=1)) / users.sum()
    least = np.tile([units[name] for name in channels], len(means)) / (4 * users.sum())
    spread = np.sqrt(np.maximum(variance, least))
    return Residuals(channels, means, coefficients, spread, np.where(variance < least, 0, 1 / spread))


def product_of(block: Block, lines: np.ndarray, shift: np.ndarray) -> Part:
    """For each item of the block: the sums over its ratings of y and of rating x y."""
    width = lines.shape[2]
    y = np.empty((block.users, width))
    for first, last in spans(block.starts):
        begin, end = block.starts[first], block.starts[last]
        own = lines[block.items[begin:end]]
        added = own[:, 0] + block.values[begin:end, None].astype("f8") * own[:, 1]
        y[first:last] = np.add.reduceat(added, block.starts[first:last] - begin, axis=0)
    y -= shift[block.types]
    owners = block.owners()
    present, starts = block.item_segments()
    sums = np.empty((len(present), 2 * width))
    for first, last in spans(starts):
        places = block.by_item[starts[first] : starts[last]]
        own = y[owners[places]]
        both = np.concatenate([own, block.values[places, None].astype("f8") * own], axis=1)
        sums[first:last] = np.add.reduceat(both, starts[first:last] - starts[first], axis=0)
    return present, sums


@dataclass(frozen=True)
class Rows:
    scales: np.ndarray
    profiles: np.ndarray
    biases: np.ndarray


def rows_of(
    residuals: Residuals, squares: np.ndarray, directions: np.ndarray, users: np.ndarray, floor: float
) -> Rows:
    """Loadings, noise and scales of all columns; a type that nobody has gets the means of everybody."""
    loadings = np.where(residuals.weights[:, None] > 0, directions * np.sqrt(squares / users.sum()), 0)
    deviation = np.sqrt(np.maximum(floor, 1 - np.square(loadings).sum(axis=1)))
    scales = 1 / (residuals.deviations * deviation)
    biases = scales[:, None] * residuals.coefficients
    overall = biases @ (users / users.sum())
    return Rows(scales, loadings / deviation[:, None], np.where(users > 0, biases, overall[:, None]))
