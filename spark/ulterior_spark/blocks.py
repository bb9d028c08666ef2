"""The ratings of one partition as arrays: all ratings of each of its users, sorted, so that a lost block comes back equal."""

import io
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Block:
    """Training ratings by user: those of user n are `starts[n]` to `starts[n + 1]`."""

    starts: np.ndarray
    types: np.ndarray
    items: np.ndarray
    values: np.ndarray
    """The places of the training ratings in the order of their items."""
    by_item: np.ndarray
    """Ratings held out: place of the user in the block, item, value."""
    held_users: np.ndarray
    held_items: np.ndarray
    held_values: np.ndarray

    @property
    def users(self) -> int:
        return len(self.types)

    def owners(self) -> np.ndarray:
        """The place of the user of each training rating."""
        return np.repeat(np.arange(self.users, dtype="i4"), np.diff(self.starts))

    def item_segments(self) -> tuple[np.ndarray, np.ndarray]:
        """The items of the block, and where the ratings of each begin in the order `by_item` (and where the last end)."""
        in_order = self.items[self.by_item]
        starts = np.r_[np.flatnonzero(np.r_[True, in_order[1:] != in_order[:-1]]), len(in_order)]
        return in_order[starts[:-1]], starts

    def encoded(self) -> bytes:
        file = io.BytesIO()
        np.savez(file, **vars(self))
        return file.getvalue()


def decoded(content: bytes) -> Block:
    with np.load(io.BytesIO(content)) as arrays:
        return Block(**{name: arrays[name] for name in arrays.files})


def block_from(users: Iterable[tuple[int, int, list[int], list[float]]]) -> tuple[Block, int] | None:
    """The block of users with their type, items and ratings, and how many ratings are repeated; None without users.

    An item that is held out is written as -1 - item.
    """
    own = list(users)
    if not own:
        return None
    sizes = [len(items) for _, _, items, _ in own]
    user = np.repeat(np.array([entry[0] for entry in own], "i4"), sizes)
    kind = np.repeat(np.array([entry[1] for entry in own], "u1"), sizes)
    code = np.concatenate([np.array(entry[2], "i4") for entry in own])
    value = np.concatenate([np.array(entry[3], "f4") for entry in own])
    held = code < 0
    item = np.where(held, -1 - code, code)
    order = np.lexsort((item, user))
    user, item, kind, value, held = user[order], item[order], kind[order], value[order], held[order]
    repeated = int(np.count_nonzero((user[1:] == user[:-1]) & (item[1:] == item[:-1])))
    return block_of(user, item, kind, value, held), repeated


def block_of(user: np.ndarray, item: np.ndarray, kind: np.ndarray, value: np.ndarray, held: np.ndarray) -> Block:
    """From columns that are sorted by user and item."""
    first = np.flatnonzero(np.r_[True, user[1:] != user[:-1]])
    place = np.repeat(np.arange(len(first), dtype="i4"), np.diff(np.r_[first, len(user)]))
    # A user always trains: whoever has nothing but ratings held out keeps them.
    trains = np.bincount(place, weights=~held, minlength=len(first)) > 0
    held = held & trains[place]
    kept = ~held
    counts = np.bincount(place[kept], minlength=len(first))
    items = item[kept].astype("i4")
    return Block(
        starts=np.r_[0, np.cumsum(counts)].astype("i8"),
        types=kind[first].astype("u1"),
        items=items,
        values=value[kept].astype("f4"),
        by_item=np.argsort(items, kind="stable").astype("i4"),
        held_users=place[held],
        held_items=item[held].astype("i4"),
        held_values=value[held].astype("f4"),
    )
