"""Ratings by Spark SQL: read, checked, filtered by minimum counts until it is stable, joined with indexes and groups."""

from dataclasses import dataclass

from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from .columns import Columns, check_types
from .errors import CodedError


@dataclass(frozen=True)
class Counts:
    users: int
    items: int
    ratings: int


def read(spark: SparkSession, place: str, columns: Columns) -> DataFrame:
    """Ids as text, ratings as single precision. A rating that is missing is no rating, as in `ulterior`."""
    try:
        table = spark.read.parquet(place)
    # Spark has no name of its own for a file without the footer of Parquet.
    except (AnalysisException, Py4JJavaError) as cause:
        raise CodedError(
            "FILE_NOT_READABLE", f'"{place}" cannot be read as Parquet', "name a Parquet file or a folder of them"
        ) from cause
    check_types({field.name: field.dataType.simpleString() for field in table.schema}, columns, f'"{place}"')
    named = table.select(
        sql.col(f"`{columns.user}`").cast("string").alias("user"),
        sql.col(f"`{columns.item}`").cast("string").alias("item"),
        sql.col(f"`{columns.rating}`").cast("float").alias("rating"),
    )
    return named.where("rating is not null and not isnan(rating)")


def check_values(ratings: DataFrame) -> None:
    bad = ratings.agg(
        *(
            sql.expr(f"count_if({rule})")
            for rule in ("user is null", "item is null", "abs(rating) = double('infinity')")
        )
    ).collect()[0]
    if bad[0] + bad[1] > 0:
        kind = "user" if bad[0] > 0 else "item"
        raise CodedError(
            "ID_MISSING", f"{max(bad[0], bad[1])} ratings have no {kind}", "fill the column in, or leave such rows out"
        )
    if bad[2] > 0:
        raise CodedError("RATING_NOT_FINITE", f"{bad[2]} ratings are infinite", "leave them out, or write numbers")


def filtered(ratings: DataFrame, min_user: int, min_item: int) -> tuple[DataFrame, Counts]:
    """Users and items with enough ratings, repeated until it is stable (src/ratings/subsets/filters.ts)."""
    while True:
        ratings = ratings.persist()
        users = ratings.groupBy("user").count()
        items = ratings.groupBy("item").count()
        short = f"count < {min_user}", f"count < {min_item}"
        found = [
            table.agg(sql.count("*"), sql.expr(f"count_if({rule})"), sql.sum("count")).collect()[0]
            for table, rule in zip((users, items), short, strict=True)
        ]
        if found[0][0] == 0:
            raise CodedError(
                "DATASET_EMPTY", "no ratings are left after the filter", "lower the minimum counts, or name other data"
            )
        if found[0][1] + found[1][1] == 0:
            return ratings, Counts(found[0][0], found[1][0], found[0][2])
        kept = ratings.join(users.where(short[0]), "user", "left_anti").join(items.where(short[1]), "item", "left_anti")
        ratings = kept.select("user", "item", "rating")


def indexed(ratings: DataFrame, users: DataFrame, items: DataFrame) -> DataFrame:
    """`users`: index, id, type; `items`: index, id. Users of unknown group (type -1) do not train."""
    known = users.where("type >= 0").select(sql.col("id").alias("user"), sql.col("index").alias("u"), "type")
    numbered = items.select(sql.col("id").alias("item"), sql.col("index").alias("i"))
    return (
        ratings.join(sql.broadcast(numbered), "item")
        .join(known, "user")
        .select(sql.col("u").alias("user"), sql.col("i").alias("item"), "type", sql.col("rating").alias("value"))
    )


def held_out_listed(ratings: DataFrame, listed: DataFrame) -> DataFrame:
    """The column `held` says which ratings are held out."""
    marked = listed.select("user", "item", sql.lit(True).alias("listed"))
    return ratings.join(marked, ["user", "item"], "left").withColumn("held", sql.expr("listed is not null"))


def held_out_hashed(ratings: DataFrame, share: float, seed: int) -> DataFrame:
    """By a hash of indexes and seed: the same ratings on every machine, without a list."""
    million = sql.pmod(sql.xxhash64("user", "item", sql.lit(seed)), sql.lit(1_000_000))
    return ratings.withColumn("held", million < round(share * 1_000_000))


def by_user(ratings: DataFrame, partitions: int) -> DataFrame:
    """One row per user: user, type, items (-1 - item where held out), ratings. The only time that ratings travel."""
    packed = ratings.select("user", "type", sql.expr("struct(if(held, -1 - item, item) as item, value) as rating"))
    grouped = (
        packed.repartition(partitions, "user").groupBy("user", "type").agg(sql.collect_list("rating").alias("own"))
    )
    return grouped.select("user", "type", "own.item", "own.value")
