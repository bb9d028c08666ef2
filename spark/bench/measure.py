"""Time, bytes shuffled and memory per sweep: our training, and ALS of MLlib at the same rank on the same ratings.

    python spark/bench/cluster.py spark/bench/measure.py --plan FOLDER --ratings PARQUET

Bytes and memory are what Spark itself reports (its REST interface). MLlib's model has no biases, another ridge and
another start: it is there for the cost only. A sweep of MLlib is a third of the difference between four sweeps and one.
"""

import argparse
import json
import sys
import time
import urllib.request
from pathlib import Path

from pyspark.ml.recommendation import ALS
from pyspark.sql import SparkSession

sys.path.insert(0, str(Path(__file__).parent.parent))
from ulterior_spark.columns import Columns
from ulterior_spark.plan import read_plan
from ulterior_spark.session import zipped
from ulterior_spark.training import Training

SWEEPS = 3


def asked(spark: SparkSession, what: str) -> list[dict]:
    context = spark.sparkContext
    with urllib.request.urlopen(f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/{what}") as answer:
        return json.load(answer)


def shuffled(spark: SparkSession) -> int:
    return sum(stage["shuffleWriteBytes"] for stage in asked(spark, "stages"))


def megabytes(number: float) -> str:
    return f"{number / 1e6:.0f} MB"


parser = argparse.ArgumentParser(description="Measure sweeps of our training and of MLlib.")
parser.add_argument("--plan", type=Path, required=True)
parser.add_argument("--ratings", required=True)
parser.add_argument("--partitions", type=int)
parser.add_argument("--without-mllib", action="store_true")
flags = parser.parse_args()
builder = SparkSession.builder.appName("measure").config("spark.log.level", "ERROR")
builder = builder.config("spark.executor.processTreeMetrics.enabled", "true")
spark = builder.config("spark.ui.retainedStages", "100000").getOrCreate()
spark.sparkContext.addPyFile(zipped(Path(sys.argv[0]).parent))


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


plan = read_plan(flags.plan)
training = Training(spark, plan, say)
begun = time.monotonic()
blocks = training.blocks(training.table(flags.ratings, Columns(**plan.settings["columns"])), flags.partitions)
found = training.statistics(blocks)
say(f"ours: preparation {time.monotonic() - begun:.0f} s, {megabytes(shuffled(spark))} shuffled")
rows = plan.start
before, begun = shuffled(spark), time.monotonic()
for _ in range(SWEEPS):
    rows, error = training.sweep(blocks, rows, found.means.astype("f8"), found.counts)
seconds, moved = (time.monotonic() - begun) / SWEEPS, (shuffled(spark) - before) / SWEEPS
say(f"ours: {seconds:.1f} s and {megabytes(moved)} shuffled per sweep; training error {error:.4f}")
for executor in asked(spark, "executors"):
    peak = executor.get("peakMemoryMetrics", {})
    if executor["id"] != "driver":
        java, python = peak.get("ProcessTreeJVMRSSMemory", 0), peak.get("ProcessTreePythonRSSMemory", 0)
        say(f"ours: executor {executor['id']} at most {megabytes(java)} in Java, {megabytes(python)} in Python")
if not flags.without_mllib:
    blocks.unpersist()
    table = spark.read.parquet(flags.ratings).persist()
    table.count()
    costs = []
    for sweeps in (1, 4):
        before, begun = shuffled(spark), time.monotonic()
        model = ALS(
            rank=plan.dimension, maxIter=sweeps, seed=1, userCol="user", itemCol="item", ratingCol="rating"
        ).fit(table)
        model.itemFactors.count()
        costs.append((time.monotonic() - begun, shuffled(spark) - before))
    seconds, moved = ((four - one) / 3 for one, four in zip(*costs, strict=True))
    say(f"MLlib: {seconds:.1f} s and {megabytes(moved)} shuffled per sweep")
spark.stop()
