"""Errors with a code, printed as the command line of Ulterior prints them, and its exit status.

The codes are those of src/errors/ulteriorError.ts; a test compares them.
"""

import sys
from collections.abc import Callable

KINDS = {
    "PLAN_FOREIGN": "data",
    "PLAN_VERSION": "data",
    "PLAN_ALTERED": "data",
    "PLAN_MISMATCH": "data",
    "SWEEP_MISSING": "data",
    "CHECKPOINT_FOREIGN": "usage",
    "TRAINING_LOCKED": "usage",
    "TRAINING_SINGULAR": "data",
    "TRAINING_DIVERGED": "data",
    "PACKAGE_MISSING": "usage",
    "COLUMN_MISSING": "data",
    "COLUMN_TYPE": "data",
    "ID_MISSING": "data",
    "RATING_NOT_FINITE": "data",
    "RATING_DUPLICATE": "data",
    "DATASET_EMPTY": "data",
    "ITEM_WITHOUT_RATINGS": "data",
    "ATTRIBUTE_VALUE_UNKNOWN": "data",
    "FILE_NOT_READABLE": "data",
    "FILE_NOT_WRITABLE": "data",
}
EXIT = {"usage": 2, "data": 3, "fault": 1}


class CodedError(Exception):
    """What is wrong and where, and what to do about it."""

    def __init__(self, code: str, message: str, advice: str) -> None:
        super().__init__(message)
        self.code = code
        self.advice = advice


def run(work: Callable[[], None]) -> None:
    """Ends the program with the exit status of the error, if there is one."""
    try:
        work()
    except CodedError as error:
        print(f"error {error} [{error.code}]\n  try: {error.advice}", file=sys.stderr)
        sys.exit(EXIT[KINDS[error.code]])
    except ModuleNotFoundError as error:
        print(
            f'error Training on Spark needs the Python package "{error.name}", which is not installed [PACKAGE_MISSING]\n'
            "  try: pip install pyspark numpy",
            file=sys.stderr,
        )
        sys.exit(EXIT["usage"])
