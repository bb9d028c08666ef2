"""The leading singular directions of a matrix known by its products: block Lanczos, step by step as
src/maths/singularDirections.ts does it, so that the same start gives the same directions up to rounding.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

WIDTH = 8
"""Columns of a block; BLOCK_WIDTH over there, and so are the others."""
TOLERANCE = 1e-9
SPENT = 1e-12
LITTLE = 1e-8
GROWTH = 1.2


@dataclass(frozen=True)
class Directions:
    squares: np.ndarray
    """Columns of the matrix x count."""
    vectors: np.ndarray


def singular_directions(
    product: Callable[[int, np.ndarray], np.ndarray],
    start: np.ndarray,
    count: int,
    steps: int,
    on_check: Callable[[float], None],
) -> Directions:
    """`product` makes R'R V of the number of the step and the block V; `on_check` hears the sum of the squares so far."""
    basis = [orthonormalised(start, SPENT)[0]]
    diagonals: list[np.ndarray] = []
    belows: list[np.ndarray] = []
    largest, next_check = 0.0, 3.0 * count
    while True:
        last = basis[-1]
        block = product(len(basis), last)
        largest = max(largest, float(np.linalg.norm(block, axis=0).max()))
        diagonals.append(last.T @ block)
        block = block - last @ diagonals[-1]
        if len(basis) > 1:
            block = block - basis[-2] @ (basis[-2].T @ block)
        block, below = extended(basis, block, SPENT * largest)
        belows.append(below)
        size = len(basis) * WIDTH
        exhausted = not below.any()
        ended = exhausted or len(basis) >= steps
        if ended or size >= next_check:
            next_check = GROWTH * size
            values, vectors = np.linalg.eigh(tridiagonal(diagonals, belows))
            found = min(count, size)
            values, vectors = values[::-1][:found], vectors[:, ::-1][:, :found]
            squares = np.zeros(count)
            squares[:found] = np.where(values > SPENT * values[0], values, 0)
            farthest = np.linalg.norm(below @ vectors[-WIDTH:], axis=0).max() if size >= count else np.inf
            on_check(float(squares.sum()))
            if ended or farthest <= TOLERANCE * squares[0]:
                return Directions(squares, combined(basis, vectors, squares))
        basis.append(block)


def extended(basis: list[np.ndarray], block: np.ndarray, negligible: float) -> tuple[np.ndarray, np.ndarray]:
    """The block orthonormal and orthogonal to the basis, and B with old block = new block x B."""
    block, below = orthonormalised(block, negligible)
    while True:
        for earlier in basis:
            block = block - earlier @ (earlier.T @ block)
        block, change = orthonormalised(block, LITTLE)
        below = change @ below
        kept = np.diag(change)
        if np.all((kept == 0) | (kept > 0.5)):
            return block, below


def orthonormalised(block: np.ndarray, negligible: float) -> tuple[np.ndarray, np.ndarray]:
    """Columns by Gram-Schmidt, twice each; one of which no more than `negligible` is left becomes zero."""
    block = block.copy()
    triangle = np.zeros((block.shape[1], block.shape[1]))
    for column in range(block.shape[1]):
        for _ in range(2):
            for k in range(column):
                part = block[:, k] @ block[:, column]
                block[:, column] -= part * block[:, k]
                triangle[k, column] += part
        length = np.linalg.norm(block[:, column])
        spent = not length > negligible
        block[:, column] = 0 if spent else block[:, column] / length
        triangle[column, column] = 0 if spent else length
    return block, triangle


def tridiagonal(diagonals: list[np.ndarray], belows: list[np.ndarray]) -> np.ndarray:
    """R'R in the basis; the lower triangle is what counts."""
    size = len(diagonals) * WIDTH
    matrix = np.zeros((size, size))
    for step, diagonal in enumerate(diagonals):
        own = slice(step * WIDTH, (step + 1) * WIDTH)
        matrix[own, own] = (diagonal + diagonal.T) / 2
        if step + 1 < len(diagonals):
            matrix[own.stop : own.stop + WIDTH, own] = belows[step]
    return matrix


def combined(basis: list[np.ndarray], vectors: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """V z for each direction, with the sign that makes the largest entry positive."""
    found = np.zeros((len(basis[0]), len(squares)))
    known = np.flatnonzero(squares)
    for step, block in enumerate(basis):
        found[:, known] += block @ vectors[step * WIDTH : (step + 1) * WIDTH, known]
    largest = np.take_along_axis(found, np.abs(found).argmax(axis=0)[None, :], axis=0)
    return np.where(largest < 0, -found, found)
