"""The folder `sweeps` of a plan: one file per finished sweep, and a lock that a single run holds."""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from . import tensors
from .errors import CodedError

KIND = ("ulterior-sweep", "1")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The system takes the lock back when the process ends, however it ends."""
    try:
        folder.mkdir(exist_ok=True)
        file = open(folder / "lock", "w", encoding="utf-8")
    except OSError as cause:
        raise CodedError(
            "FILE_NOT_WRITABLE",
            f'"{folder}" cannot be written: {cause.strerror}',
            "check that the folder may be written to",
        ) from cause
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as cause:
            raise CodedError(
                "TRAINING_LOCKED",
                f'another training works in "{folder.parent}"',
                "wait until it has ended, or write a plan into a folder of its own",
            ) from cause
        yield


def path_of(folder: Path, sweep: int) -> Path:
    return folder / f"sweep-{sweep:05d}.safetensors"


def save(folder: Path, sweep: int, seal: str, error: float | None, rows: np.ndarray) -> None:
    """Of ratings: the error and the rows of the items. Of channels: no error, and the product of the step."""
    tensors.write(
        path_of(folder, sweep), tensors.encode(*KIND, {"plan": seal, "sweep": sweep, "error": error}, {"rows": rows})
    )


def finished(folder: Path, seal: str) -> list[tuple[float | None, Path]]:
    """Error and file of the sweeps that are done, all of them from the first on."""
    numbers = sorted(
        int(found[1]) for path in folder.iterdir() if (found := re.fullmatch(r"sweep-(\d{5})\.safetensors", path.name))
    )
    for place, number in enumerate(numbers, start=1):
        if number != place:
            raise CodedError(
                "SWEEP_MISSING",
                f'"{path_of(folder, place)}" is missing, but sweep {number} is there',
                f'put the file back, or delete "{folder}" to train from the start',
            )
    return [(read(folder, number, seal)[0], path_of(folder, number)) for number in numbers]


def read(folder: Path, sweep: int, seal: str) -> tuple[float | None, np.ndarray]:
    description, values = tensors.read(path_of(folder, sweep), *KIND)
    if description["plan"] != seal:
        raise CodedError(
            "CHECKPOINT_FOREIGN",
            f'"{path_of(folder, sweep)}" belongs to another plan',
            f'delete "{folder}", or write the plan into a folder of its own',
        )
    return description["error"], values["rows"]
