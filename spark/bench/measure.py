"""Time, bytes shuffled and memory per sweep: our training, or ALS of MLlib at the same rank on the same ratings.

    python spark/bench/cluster.py spark/bench/measure.py --plan FOLDER --ratings PARQUET
    python spark/bench/cluster.py spark/bench/measure.py --plan FOLDER --ratings PARQUET --mllib

Bytes, memory and the times of MLlib's sweeps are what Spark itself reports (its REST interface). MLlib's model has no
biases, another ridge and another start: it is there for the cost only. The first sweep of both is left out, in which
Java still compiles.
"""

import argparse
import json
import sys
import time
import urllib.request
from datetime import datetime
from pathlib import Path

from pyspark.ml.recommendation import ALS
from pyspark.sql import SparkSession

sys.path.insert(0, str(Path(__file__).parent.parent))
from ulterior_spark.columns import Columns
from ulterior_spark.plan import Plan, read_plan
from ulterior_spark.session import session
from ulterior_spark.training import Training

SETTINGS = {
    "spark.ui.retainedStages": "100000",
    "spark.executor.processTreeMetrics.enabled": "true",
    "spark.executor.heartbeatInterval": "2s",
}


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def asked(spark: SparkSession, what: str) -> list[dict]:
    context = spark.sparkContext
    with urllib.request.urlopen(f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/{what}") as answer:
        return json.load(answer)


def shuffled(spark: SparkSession) -> int:
    return sum(stage["shuffleWriteBytes"] for stage in asked(spark, "stages"))


def megabytes(number: float) -> str:
    return f"{number / 1e6:.1f} MB"


def ours(spark: SparkSession, plan: Plan, place: str, partitions: int | None, sweeps: int) -> None:
    training = Training(spark, plan, say)
    begun = time.monotonic()
    blocks = training.blocks(training.table(place, Columns(**plan.settings["columns"])), partitions)
    found = training.statistics(blocks)
    say(f"ours: preparation {time.monotonic() - begun:.1f} s, {megabytes(shuffled(spark))} shuffled")
    rows, error = training.sweep(blocks, plan.start, found.means.astype("f8"), found.counts)
    before, begun = shuffled(spark), time.monotonic()
    for _ in range(sweeps):
        rows, error = training.sweep(blocks, rows, found.means.astype("f8"), found.counts)
    seconds, moved = (time.monotonic() - begun) / sweeps, (shuffled(spark) - before) / sweeps
    say(f"ours: {seconds:.1f} s and {megabytes(moved)} shuffled per sweep; training error {error:.4f}")


def mllib(spark: SparkSession, plan: Plan, place: str, partitions: int | None, sweeps: int) -> None:
    columns = plan.settings["columns"]
    als = ALS(rank=plan.dimension, maxIter=1 + sweeps, seed=1, **{f"{name}Col": columns[name] for name in columns})
    if partitions is not None:
        als.setNumBlocks(partitions)
    begun = time.monotonic()
    als.fit(spark.read.parquet(place)).itemFactors.count()
    # Each half of a sweep is one stage, which sends the rows of one side to the ratings of the other.
    halves = [stage for stage in asked(spark, "stages?status=complete") if stage["name"].startswith("flatMap at ALS")]
    if len(halves) != 2 * (1 + sweeps):
        raise RuntimeError(f"this MLlib works in other stages: {len(halves)} half sweeps were found")
    halves.sort(key=lambda stage: stage["stageId"])
    ends = [datetime.strptime(stage["completionTime"], "%Y-%m-%dT%H:%M:%S.%fGMT") for stage in halves]
    seconds = (ends[-1] - ends[1]).total_seconds() / sweeps
    moved = sum(stage["shuffleWriteBytes"] for stage in halves[2:]) / sweeps
    rest = time.monotonic() - begun - (1 + sweeps) * seconds
    say(f"MLlib: all but the sweeps {rest:.1f} s, {megabytes(shuffled(spark) - (1 + sweeps) * moved)} shuffled")
    say(f"MLlib: {seconds:.1f} s and {megabytes(moved)} shuffled per sweep")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure sweeps of our training, or of MLlib.")
    parser.add_argument("--plan", type=Path, required=True)
    parser.add_argument("--ratings", required=True)
    parser.add_argument("--partitions", type=int, help="blocks of users")
    parser.add_argument("--sweeps", type=int, default=3, help="over how many to average (default: 3)")
    parser.add_argument("--mllib", action="store_true", help="measure MLlib instead")
    flags = parser.parse_args()
    with session("measure", SETTINGS) as spark:
        measure = mllib if flags.mllib else ours
        measure(spark, read_plan(flags.plan), flags.ratings, flags.partitions, flags.sweeps)
        # The last heartbeat brings the last peak.
        time.sleep(3)
        for executor in asked(spark, "executors"):
            peak = executor.get("peakMemoryMetrics", {})
            if executor["id"] != "driver":
                java, python = peak.get("ProcessTreeJVMRSSMemory", 0), peak.get("ProcessTreePythonRSSMemory", 0)
                say(f"executor {executor['id']}: at most {megabytes(java)} in Java and {megabytes(python)} in Python")


if __name__ == "__main__":
    main()
