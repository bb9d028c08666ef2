"""What a model keeps about the training ratings of each item: counts by group, mean, entropy of the histogram."""

from dataclasses import dataclass

import numpy as np

from .blocks import Block
from .exchange import Part

CONTINUOUS_BINS = 10


@dataclass(frozen=True)
class Scale:
    """Bins as src/ratings/data/ratingBins.ts has them: one per level, or ten parts of a continuous scale."""

    lowest: float
    highest: float
    step: float

    @property
    def bins(self) -> int:
        return CONTINUOUS_BINS if self.step == 0 else round((self.highest - self.lowest) / self.step) + 1

    def bin_of(self, values: np.ndarray) -> np.ndarray:
        width = self.step or (self.highest - self.lowest) / CONTINUOUS_BINS
        if width == 0:
            return np.zeros(len(values), "i8")
        shift = 0.5 if self.step else 0.0
        return np.clip(np.floor((values.astype("f8") - self.lowest) / width + shift), 0, self.bins - 1).astype("i8")


def statistics_of(block: Block, types: int, scale: Scale) -> Part:
    """For each item of the block: counts by type, sum of ratings, histogram."""
    present, place = np.unique(block.items, return_inverse=True)
    kinds = block.types[block.owners()]
    counts = np.bincount(place * types + kinds, minlength=len(present) * types).reshape(-1, types)
    sums = np.bincount(place, weights=block.values, minlength=len(present))[:, None]
    histogram = np.bincount(place * scale.bins + scale.bin_of(block.values), minlength=len(present) * scale.bins)
    return present, np.concatenate([counts, sums, histogram.reshape(-1, scale.bins)], axis=1).astype("f8")


@dataclass(frozen=True)
class ItemStatistics:
    counts: np.ndarray
    means: np.ndarray
    entropies: np.ndarray


def finished(sums: np.ndarray, types: int) -> ItemStatistics:
    """From the summed rows of all items, each of which has a rating."""
    counts = sums[:, :types]
    totals = counts.sum(axis=1)
    shares = sums[:, types + 1 :] / totals[:, None]
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return ItemStatistics(counts, (sums[:, types] / totals).astype("f4"), -(shares * logs).sum(axis=1).astype("f4"))
