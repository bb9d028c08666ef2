"""Which columns ratings must have, and of which types."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .errors import CodedError

WHOLE = ("tinyint", "smallint", "int", "bigint")
TEXT = ("string",)
REAL = ("float", "double", "decimal")


@dataclass(frozen=True)
class Columns:
    user: str
    item: str
    rating: str


def add_column_options(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    for name in ("user", "item", "rating"):
        parser.add_argument(f"--{name}-column", help=f"name of the {name} column (default: that of the plan)")
    return parser


def columns_from(flags: argparse.Namespace, named: Mapping[str, str]) -> Columns:
    return Columns(*(getattr(flags, f"{name}_column") or named[name] for name in ("user", "item", "rating")))


def check_types(types: Mapping[str, str], columns: Columns, where: str) -> None:
    """`types` are named as Spark names them."""
    rules = [
        (columns.user, WHOLE + TEXT, "text or whole numbers"),
        (columns.item, WHOLE + TEXT, "text or whole numbers"),
    ]
    for name, allowed, wanted in [*rules, (columns.rating, WHOLE + REAL, "numbers")]:
        found = types.get(name)
        if found is None:
            raise CodedError(
                "COLUMN_MISSING",
                f'{where} has no column "{name}"; it has {", ".join(types)}',
                "name the columns in a data file: userColumn, itemColumn, ratingColumn",
            )
        if found.split("(")[0] not in allowed:
            raise CodedError(
                "COLUMN_TYPE",
                f'in {where}, the column "{name}" is of type {found}; it must have {wanted}',
                "write the column as such",
            )


def check_local_files(place: str) -> None:
    """Nothing where the ratings lie elsewhere."""
    path = Path(place.removeprefix("file://"))
    if "://" not in place.removeprefix("file://") and not (path.is_file() or any(path.rglob("*.parquet"))):
        raise CodedError(
            "FILE_NOT_READABLE", f'there are no Parquet files at "{place}"', "name a Parquet file or a folder of them"
        )
