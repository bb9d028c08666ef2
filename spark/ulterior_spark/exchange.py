"""Sums over blocks, item by item: every block adds up its own ratings first, then the sums travel, not the ratings.

Items are cut into ranges. A block sends one array per range; the range adds what it gets in the order of the blocks, so
that the result does not depend on which machine was faster, or was lost.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from pyspark import RDD

from .blocks import Block, decoded

Part = tuple[np.ndarray, np.ndarray]
"""Items, and one row of numbers for each."""


def bounds_of(items: int, ranges: int) -> np.ndarray:
    return np.linspace(0, items, ranges + 1).astype("i8")


def summed_by_item(
    blocks: RDD, items: int, ranges: int, part_of: Callable[[Block], Part], use: Callable[[int, np.ndarray], object]
) -> list:
    """What `use` makes of the first item and the summed rows of each range, in their order."""
    bounds = bounds_of(items, ranges)

    def send(entry: tuple[int, bytes]) -> Iterator[tuple[int, tuple[int, Part]]]:
        partition, content = entry
        present, rows = part_of(decoded(content))
        cuts = np.searchsorted(present, bounds)
        for number in range(ranges):
            own = slice(cuts[number], cuts[number + 1])
            if own.stop > own.start:
                yield number, (partition, (present[own], rows[own]))

    def collect(number: int, sent: Iterable[tuple[int, tuple[int, Part]]]) -> Iterator[tuple[int, object]]:
        total: np.ndarray | None = None
        for _, (_, (present, rows)) in sorted(sent, key=lambda entry: entry[1][0]):
            if total is None:
                total = np.zeros((bounds[number + 1] - bounds[number], rows.shape[1]))
            total[present - bounds[number]] += rows
        if total is not None:
            yield number, use(int(bounds[number]), total)

    sums = blocks.flatMap(send).partitionBy(ranges, lambda number: number).mapPartitionsWithIndex(collect)
    return [found for _, found in sorted(sums.collect(), key=lambda entry: entry[0])]
