"""The trained model as the file that `ulterior` reads (src/factorization/model/modelFile.ts)."""

from dataclasses import dataclass

import numpy as np

from . import tensors
from .plan import Plan
from .statistics import ItemStatistics

FORMAT = ("ulterior-model", "2")
FEWEST_HELD_OUT = 50
SMALLEST_VARIANCE = 1e-6
LEAST_PROFILE_VARIANCE = 1e-9


@dataclass(frozen=True)
class Residuals:
    """Sums over all users: squared residuals and their number, held out and in training; squares of profiles."""

    held: float
    held_count: int
    training: float
    training_count: int
    profiles: float
    users_by_type: np.ndarray


def encode(
    plan: Plan,
    items: list[tuple[str, str]],
    rows: np.ndarray,
    centres: np.ndarray,
    statistics: ItemStatistics,
    residuals: Residuals,
    errors: list[float],
    engine: str,
) -> bytes:
    """`items`: id and title of each, in the order of their indexes."""
    settings, dimension = plan.settings, plan.dimension
    held_out = residuals.held_count >= FEWEST_HELD_OUT
    squares = residuals.held / residuals.held_count if held_out else residuals.training / residuals.training_count
    noise = max(squares, SMALLEST_VARIANCE)
    users = int(residuals.users_by_type.sum())
    priors = residuals.users_by_type + 0.5
    description = {
        "attribute": settings["attribute"],
        "typeLabels": settings["typeLabels"],
        "dimension": dimension,
        "channels": ["rating"],
        "noiseVariance": noise,
        "profileVariance": max(residuals.profiles / (users * dimension), LEAST_PROFILE_VARIANCE * noise),
        "scale": settings["scale"],
        "itemIds": [id for id, _ in items],
        "itemTitles": [title for _, title in items],
        "provenance": {
            "version": settings["version"],
            "dataFingerprint": settings["dataFingerprint"],
            "users": users,
            "ratings": residuals.training_count,
            "parameters": settings["parameters"],
            "noiseFrom": "heldOut" if held_out else "training",
            "trainingErrors": errors,
            "trainedOn": engine,
        },
    }
    biases = rows[:, dimension:].astype("f4").astype("f8") + centres[:, None]
    return tensors.encode(
        *FORMAT,
        description,
        {
            "rowScales": np.ones(len(rows), "f4"),
            "rowProfiles": rows[:, :dimension].astype("f4"),
            "rowBiases": biases.astype("f4"),
            "typePriors": priors / priors.sum(),
            "itemCountsByType": statistics.counts.astype("u4"),
            "itemMeans": statistics.means,
            "itemEntropies": statistics.entropies,
        },
    )
