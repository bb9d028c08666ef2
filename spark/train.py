"""Trains the model of a plan on Apache Spark.

    spark-submit spark/train.py --plan FOLDER --ratings PARQUET [--output model.safetensors]

The same command goes on after the last finished sweep. docs/spark.md is the guide.
"""

import argparse
import sys
import tempfile
import zipfile
from pathlib import Path

from ulterior_spark.columns import Columns, check_local_files
from ulterior_spark.errors import run
from ulterior_spark.plan import read_plan
from ulterior_spark.sweeps import finished, locked


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="train.py", description="Train the model of a plan on Apache Spark.")
    parser.add_argument("--plan", type=Path, required=True, help="folder that `ulterior train --plan` wrote, on the machine of the driver")
    parser.add_argument("--ratings", required=True, help="Parquet file or folder that all workers can read")
    parser.add_argument("--output", type=Path, help="where to write the model (default: model.safetensors in the plan)")
    parser.add_argument("--partitions", type=int, help="number of blocks of users (default: by size and cores)")
    for name in ("user", "item", "rating"):
        parser.add_argument(f"--{name}-column", help=f"name of the {name} column (default: that of the plan)")
    return parser.parse_args()


def main() -> None:
    flags = arguments()
    plan = read_plan(flags.plan)
    named = plan.settings["columns"]
    columns = Columns(*(getattr(flags, f"{name}_column") or named[name] for name in ("user", "item", "rating")))
    check_local_files(flags.ratings)
    with locked(flags.plan / "sweeps"):
        finished(flags.plan / "sweeps", plan.seal)
        # Only now: starting Spark takes seconds, and the checks above need none of it.
        from pyspark.sql import SparkSession

        from ulterior_spark.training import train, write_model

        spark = SparkSession.builder.appName("ulterior train").config("spark.log.level", "ERROR").getOrCreate()
        try:
            spark.sparkContext.addPyFile(zipped())
            content = train(spark, plan, flags.ratings, columns, flags.partitions, lambda text: print(text, file=sys.stderr, flush=True))
            output = flags.output or flags.plan / "model.safetensors"
            write_model(output, content)
            print(output)
        finally:
            spark.stop()


def zipped() -> str:
    """The package for the workers."""
    package = Path(__file__).parent / "ulterior_spark"
    path = Path(tempfile.mkdtemp(prefix="ulterior-spark-")) / "ulterior_spark.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(package.glob("*.py")):
            archive.write(file, f"ulterior_spark/{file.name}")
    return str(path)


if __name__ == "__main__":
    run(main)
