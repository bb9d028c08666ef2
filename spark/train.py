"""Trains the model of a plan on Apache Spark.

    spark-submit spark/train.py --plan FOLDER --ratings PARQUET [--output model.safetensors]

The same command goes on after the last finished sweep. docs/spark.md is the guide.
"""

import argparse
import sys
from pathlib import Path

from ulterior_spark.columns import add_column_options, check_local_files, columns_from
from ulterior_spark.errors import run
from ulterior_spark.plan import read_plan
from ulterior_spark.sweeps import finished, locked


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="train.py", description="Train the model of a plan on Apache Spark.")
    parser.add_argument(
        "--plan", type=Path, required=True, help="folder of the plan, which driver and workers can read"
    )
    parser.add_argument("--ratings", required=True, help="Parquet file or folder that all workers can read")
    parser.add_argument("--output", type=Path, help="where to write the model (default: model.safetensors in the plan)")
    parser.add_argument("--partitions", type=int, help="number of blocks of users (default: by size and cores)")
    return add_column_options(parser).parse_args()


def main() -> None:
    flags = arguments()
    plan = read_plan(flags.plan)
    columns = columns_from(flags, plan.settings["columns"])
    check_local_files(flags.ratings)
    with locked(flags.plan / "sweeps"):
        finished(flags.plan / "sweeps", plan.seal)
        # Only now: starting Spark takes seconds, and the checks above need none of it.
        from ulterior_spark.session import session
        from ulterior_spark.tensors import write
        from ulterior_spark.training import train

        with session("ulterior train") as spark:
            content = train(
                spark,
                plan,
                flags.ratings,
                columns,
                flags.partitions,
                lambda text: print(text, file=sys.stderr, flush=True),
            )
        output = flags.output or flags.plan / "model.safetensors"
        write(output, content)
        print(output)


if __name__ == "__main__":
    run(main)
