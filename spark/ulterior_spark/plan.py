"""A plan: what `ulterior train --plan` or spark/plan.py wrote, checked before any work is done."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import tensors
from .errors import CodedError

FORMAT = "ulterior-plan"
VERSION = 1
START = ("ulterior-plan-start", "1")


@dataclass(frozen=True)
class Plan:
    folder: Path
    settings: dict
    """Where training starts: rows [v_j, z_j] of the items (ratings), or a block of directions (channels)."""
    start: np.ndarray

    @property
    def items(self) -> int:
        return self.settings["counts"]["items"]

    @property
    def dimension(self) -> int:
        return self.settings["parameters"]["dimension"]

    @property
    def types(self) -> int:
        return len(self.settings["typeLabels"])

    @property
    def channels(self) -> list[str] | None:
        """What a model of channels observes; None for a model of ratings."""
        return self.settings["parameters"].get("channels")

    @property
    def seal(self) -> str:
        """Tells the sweeps of this plan from those of another."""
        return hashlib.sha256(tensors.compact(self.settings).encode()).hexdigest()


def read_settings(folder: Path) -> dict:
    try:
        settings = json.loads((folder / "plan.json").read_text("utf-8"))
    except (OSError, ValueError) as cause:
        raise CodedError(
            "PLAN_FOREIGN",
            f'"{folder}" contains no plan: plan.json cannot be read',
            "write one with: ulterior train DATA --attribute NAME --plan FOLDER",
        ) from cause
    if not isinstance(settings, dict) or settings.get("format") != FORMAT:
        raise CodedError(
            "PLAN_FOREIGN", f'"{folder}/plan.json" is not a plan of Ulterior', "name the folder that --plan wrote"
        )
    if settings.get("formatVersion") != VERSION:
        raise CodedError(
            "PLAN_VERSION",
            f"the plan has format version {settings.get('formatVersion')}; this version reads {VERSION}",
            "write the plan again with the version of Ulterior that this program belongs to",
        )
    return settings


def read_plan(folder: Path) -> Plan:
    settings = read_settings(folder)
    for name, expected in settings["files"].items():
        if digest(folder / name) != expected:
            raise CodedError("PLAN_ALTERED", f'"{folder / name}" is missing or was altered', "write the plan again")
    _, start = tensors.read(folder / "start.safetensors", *START)
    parts = [start[name].astype("f8") for name in start_names(settings)]
    return Plan(folder, settings, np.concatenate(parts, axis=1))


def start_names(settings: dict) -> tuple[str, ...]:
    return ("directions",) if "channels" in settings["parameters"] else ("itemProfiles", "typeBiases")


def digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
