"""A plan made by Spark, for ratings that no single machine reads: filter, vocabularies and groups by Spark SQL."""

import hashlib
import json
from pathlib import Path

import numpy as np
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from . import lanczos, plan, ratings, tensors
from .columns import Columns
from .errors import CodedError


def people_of(spark: SparkSession, place: str, id_column: str, group_column: str, labels: list[str]) -> DataFrame:
    """id and type of everybody whose group is known."""
    table = spark.read.parquet(place)
    for name in (id_column, group_column):
        if name not in table.columns:
            raise CodedError(
                "COLUMN_MISSING",
                f'"{place}" has no column "{name}"; it has {", ".join(table.columns)}',
                "name the columns",
            )
    known = table.select(
        sql.col(f"`{id_column}`").cast("string").alias("id"), sql.col(f"`{group_column}`").cast("string").alias("label")
    )
    known = known.where("id is not null and label is not null")
    foreign = known.where(~sql.col("label").isin(labels)).select("label").first()
    if foreign is not None:
        raise CodedError(
            "ATTRIBUTE_VALUE_UNKNOWN",
            f'"{place}" has the group "{foreign.label}"; the plan has {", ".join(labels)}',
            "make a plan from data with all groups",
        )
    place_of = sql.array_position(sql.array(*map(sql.lit, labels)), sql.col("label")) - 1
    return known.select("id", place_of.cast("int").alias("type")).dropDuplicates(["id"])


def write_plan(
    spark: SparkSession,
    like: Path,
    folder: Path,
    place: str,
    columns: Columns,
    people: DataFrame,
    minimum: tuple[int, int],
) -> ratings.Counts:
    """Settings are those of another plan, made from a sample."""
    settings = plan.read_settings(like)
    read = ratings.read(spark, place, columns)
    ratings.check_values(read)
    known = read.join(people.select(people.id.alias("user")), "user", "left_semi")
    kept, counts = ratings.filtered(known, *minimum)
    folder.mkdir(parents=True, exist_ok=True)
    users = kept.select(sql.col("user").alias("id")).distinct().join(people, "id")
    write_numbered(users.select("id", "type"), folder / "users.parquet", "type int")
    items = kept.select(sql.col("item").alias("id"), sql.col("item").alias("title")).distinct()
    write_numbered(items, folder / "items.parquet", "title string")
    start = start_of(settings["parameters"], counts.items, len(settings["typeLabels"]))
    tensors.write(folder / "start.safetensors", tensors.encode(*plan.START, {}, start))
    sums = kept.agg(sql.expr("sum(cast(xxhash64(user, item, rating) as decimal(38, 0)))")).collect()[0]
    facts = {
        "format": "ulterior spark 1",
        "users": counts.users,
        "items": counts.items,
        "ratings": counts.ratings,
        "sum": str(sums[0]),
    }
    own = settings | {
        "dataFingerprint": hashlib.sha256(tensors.compact(facts).encode()).hexdigest(),
        "counts": {"users": counts.users, "items": counts.items, "ratings": counts.ratings},
        "heldOut": "hashed",
        "columns": vars(columns),
        "filters": {"minPerUser": minimum[0], "minPerItem": minimum[1]},
        "files": {"start.safetensors": plan.digest(folder / "start.safetensors")},
    }
    tensors.write(folder / "plan.json", f"{json.dumps(own, indent=2, ensure_ascii=False)}\n".encode())
    return counts


def start_of(parameters: dict, items: int, types: int) -> tensors.Tensors:
    random = np.random.Generator(np.random.Philox(parameters["seed"]))
    if "channels" in parameters:
        return {"directions": random.standard_normal((items * len(parameters["channels"]), lanczos.WIDTH))}
    profiles = parameters["initialScale"] * random.standard_normal((items, parameters["dimension"]))
    return {"itemProfiles": profiles.astype("f4"), "typeBiases": np.zeros((items, types), "f4")}


def write_numbered(table: DataFrame, path: Path, last: str) -> None:
    """With an index in the order of the ids."""
    rows = table.orderBy("id").rdd.zipWithIndex().map(lambda entry: (entry[1], *entry[0]))
    rows.toDF(f"index int, id string, {last}").write.parquet(str(path))
