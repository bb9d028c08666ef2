"""The trained model as the file that `ulterior` reads (src/factorization/model/modelFile.ts)."""

from dataclasses import dataclass

import numpy as np

from . import tensors
from .plan import Plan
from .statistics import ItemStatistics

FORMAT = ("ulterior-model", "1")
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


@dataclass(frozen=True)
class Trained:
    """What a model has besides what its plan says: rows, an item's channels together, and where the noise is from."""

    channels: list[str]
    scales: np.ndarray
    profiles: np.ndarray
    biases: np.ndarray
    noise: float
    profile_variance: float
    noise_from: str
    users_by_type: np.ndarray
    ratings: int
    errors: list[float]


def of_ratings(
    rows: np.ndarray, centres: np.ndarray, dimension: int, residuals: Residuals, errors: list[float]
) -> Trained:
    held_out = residuals.held_count >= FEWEST_HELD_OUT
    squares = residuals.held / residuals.held_count if held_out else residuals.training / residuals.training_count
    noise = max(squares, SMALLEST_VARIANCE)
    users = residuals.users_by_type.sum()
    biases = rows[:, dimension:].astype("f4").astype("f8") + centres[:, None]
    return Trained(
        channels=["rating"],
        scales=np.ones(len(rows)),
        profiles=rows[:, :dimension],
        biases=biases,
        noise=noise,
        profile_variance=max(residuals.profiles / (users * dimension), LEAST_PROFILE_VARIANCE * noise),
        noise_from="heldOut" if held_out else "training",
        users_by_type=residuals.users_by_type,
        ratings=residuals.training_count,
        errors=errors,
    )


def encode(
    plan: Plan, items: list[tuple[str, str]], trained: Trained, statistics: ItemStatistics, engine: str
) -> bytes:
    """`items`: id and title of each, in the order of their indexes."""
    settings = plan.settings
    priors = trained.users_by_type + 0.5
    description = {
        "attribute": settings["attribute"],
        "typeLabels": settings["typeLabels"],
        "dimension": plan.dimension,
        "channels": trained.channels,
        "noiseVariance": trained.noise,
        "profileVariance": trained.profile_variance,
        "scale": settings["scale"],
        "itemIds": [id for id, _ in items],
        "itemTitles": [title for _, title in items],
        "provenance": {
            "version": settings["version"],
            "dataFingerprint": settings["dataFingerprint"],
            "users": int(trained.users_by_type.sum()),
            "ratings": trained.ratings,
            "parameters": settings["parameters"],
            "noiseFrom": trained.noise_from,
            "trainingErrors": trained.errors,
            "trainedOn": engine,
        },
    }
    return tensors.encode(
        *FORMAT,
        description,
        {
            "rowScales": trained.scales.astype("f4"),
            "rowProfiles": trained.profiles.astype("f4"),
            "rowBiases": trained.biases.astype("f4"),
            "typePriors": priors / priors.sum(),
            "itemCountsByType": statistics.counts.astype("u4"),
            "itemMeans": statistics.means,
            "itemEntropies": statistics.entropies,
        },
    )
