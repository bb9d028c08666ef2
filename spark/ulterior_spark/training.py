"""The training itself: one Spark job per sweep, a file after each, and the model at the end."""

import time
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from pyspark import RDD, StorageLevel
from pyspark.sql import DataFrame, SparkSession

from . import als, channels, lanczos, model, ratings, statistics, sweeps
from .blocks import Block, block_from, decoded
from .columns import Columns
from .errors import CodedError
from .exchange import Part, summed_by_item
from .plan import Plan

Say = Callable[[str], None]
RATINGS_PER_BLOCK = 10_000_000
MOMENTS_PER_RANGE = 8_000_000
"""Numbers that a range of items holds for each block."""


def train(spark: SparkSession, plan: Plan, place: str, columns: Columns, partitions: int | None, say: Say) -> bytes:
    """The bytes of the model."""
    try:
        return Training(spark, plan, say).run(place, columns, partitions)
    except Exception as cause:
        # What a worker raises arrives as text.
        text = str(cause)
        if "PARQUET_COLUMN_DATA_TYPE_MISMATCH" in text:
            raise CodedError(
                "COLUMN_TYPE",
                f'the files of "{place}" have columns of different types',
                "write them all with the same types",
            ) from cause
        if "als.Singular" not in text:
            raise
        ridge = plan.settings["parameters"]["profileRidge"]
        raise CodedError(
            "TRAINING_SINGULAR",
            "a least-squares system has no unique solution",
            f"raise profileRidge (now {ridge}) above 0",
        ) from cause


class Training:
    def __init__(self, spark: SparkSession, plan: Plan, say: Say) -> None:
        self.spark = spark
        self.plan = plan
        self.say = say
        scale = plan.settings["scale"]
        self.scale = statistics.Scale(scale["min"], scale["max"], scale["step"])

    @property
    def ridges(self) -> als.Ridges:
        parameters = self.plan.settings["parameters"]
        per_rating = parameters["ridgeForm"] == "perRating"
        return als.Ridges(parameters["profileRidge"], parameters["biasRidge"], per_rating)

    def run(self, place: str, columns: Columns, partitions: int | None) -> bytes:
        # Before any work: the sweeps may be of another plan, or not complete.
        sweeps.finished(self.plan.folder / "sweeps", self.plan.seal)
        return self.model_of(self.blocks(self.table(place, columns), partitions))

    def model_of(self, blocks: RDD) -> bytes:
        """Goes on after the last finished sweep."""
        plan, spark = self.plan, self.spark
        found = self.statistics(blocks)
        names = plan.channels
        trained = self.train_ratings(blocks, found) if names is None else self.train_channels(blocks, found, names)
        items = spark.read.parquet(str(plan.folder / "items.parquet")).orderBy("index").select("id", "title").collect()
        named = [(row.id, row.title) for row in items]
        return model.encode(plan, named, trained, found, f"Apache Spark {spark.version}")

    def train_ratings(self, blocks: RDD, found: statistics.ItemStatistics) -> model.Trained:
        """By alternating least squares, one job per sweep."""
        plan = self.plan
        folder = plan.folder / "sweeps"
        done = sweeps.finished(folder, plan.seal)
        centred = plan.settings["parameters"]["centring"] == "item"
        centres = found.means.astype("f8") if centred else np.zeros(plan.items)
        total = plan.settings["parameters"]["iterations"]
        errors = [error for error, _ in done]
        if done:
            self.say(f"going on after sweep {len(done)} of {total}")
        rows = sweeps.read(folder, len(done), plan.seal)[1] if done else plan.start
        for sweep in range(len(done) + 1, total + 1):
            begun = time.monotonic()
            rows, error = self.sweep(blocks, rows, centres, found.counts)
            if not np.isfinite(error):
                raise CodedError(
                    "TRAINING_DIVERGED",
                    f"training diverged in sweep {sweep}: the error is {error}",
                    "raise profileRidge",
                )
            sweeps.save(folder, sweep, plan.seal, error, rows)
            errors.append(error)
            self.say(f"sweep {sweep}/{total}  training error {error:.4f}  {time.monotonic() - begun:.1f} s")
        before = sweeps.read(folder, total - 1, plan.seal)[1] if total > 1 else plan.start
        residuals = self.residuals(blocks, before, rows, centres)
        return model.of_ratings(rows, centres, plan.dimension, residuals, errors)

    def train_channels(self, blocks: RDD, found: statistics.ItemStatistics, names: list[str]) -> model.Trained:
        """By block Lanczos iteration, one job per step; the file of a step has its product."""
        plan, types, parameters = self.plan, self.plan.types, self.plan.settings["parameters"]
        folder, total = plan.folder / "sweeps", parameters["iterations"]
        done = len(sweeps.finished(folder, plan.seal))
        if done > 0:
            self.say(f"going on after sweep {done} of at most {total}")
        means = found.means.astype("f8")
        shared = self.spark.sparkContext.broadcast(means)
        users = np.sum(blocks.map(lambda entry: users_of(entry, types)).collect(), axis=0)
        sums = self.sums(blocks, types + 1, lambda block: channels.deviations_of(block, shared.value, types))
        residuals = channels.residuals_of(names, means, found.counts, sums, users)
        varying = max(1, np.count_nonzero(residuals.weights))
        errors: list[float] = []

        def product(step: int, block: np.ndarray) -> np.ndarray:
            if step <= done:
                return sweeps.read(folder, step, plan.seal)[1]
            begun = time.monotonic()
            lines = self.spark.sparkContext.broadcast(residuals.lines(block))
            moved = self.sums(blocks, 2 * lanczos.WIDTH, lambda own: channels.product_of(own, *lines.value))
            lines.unpersist()
            new = residuals.columns(moved)
            sweeps.save(folder, step, plan.seal, None, new)
            self.say(f"sweep {step}/{total} at most  {time.monotonic() - begun:.1f} s")
            return new

        def checked(squares: float) -> None:
            errors.append(float(np.sqrt(max(0.0, varying - squares / users.sum()) / varying)))
            self.say(f"training error {errors[-1]:.4f}")

        found_directions = lanczos.singular_directions(product, plan.start, plan.dimension, total, checked)
        rows = channels.rows_of(
            residuals, found_directions.squares, found_directions.vectors, users, parameters["noiseFloor"]
        )
        count = int(found.counts.sum())
        return model.Trained(
            names, rows.scales, rows.profiles, rows.biases, 1.0, 1.0, "training", users, count, errors
        )

    def table(self, place: str, columns: Columns) -> DataFrame:
        """user, item, type, value, held: one row per rating of a user whose group is known."""
        plan, spark, settings = self.plan, self.spark, self.plan.settings
        users = spark.read.parquet(str(plan.folder / "users.parquet"))
        items = spark.read.parquet(str(plan.folder / "items.parquet"))
        read = ratings.read(spark, place, columns)
        ratings.check_values(read)
        known = read.join(users.select(users.id.alias("user")), "user", "left_semi")
        kept, counts = ratings.filtered(known, settings["filters"]["minPerUser"], settings["filters"]["minPerItem"])
        self.say(f"{counts.users:,} users, {counts.items:,} items, {counts.ratings:,} ratings after the filter")
        expected = settings["counts"]
        if counts != ratings.Counts(expected["users"], expected["items"], expected["ratings"]):
            raise CodedError(
                "PLAN_MISMATCH",
                f"there are {counts.users:,} users, {counts.items:,} items and {counts.ratings:,} ratings; "
                f"the plan has {expected['users']:,}, {expected['items']:,} and {expected['ratings']:,}",
                "name the ratings that the plan was made for, or write the plan again",
            )
        numbered = ratings.indexed(kept, users, items)
        parameters = settings["parameters"]
        if settings["heldOut"] == "hashed":
            # Models of channels hold nothing out.
            return ratings.held_out_hashed(numbered, parameters.get("noiseHoldOut", 0), parameters["seed"])
        return ratings.held_out_listed(numbered, spark.read.parquet(str(plan.folder / "held-out.parquet")))

    def blocks(self, table: DataFrame, partitions: int | None) -> RDD:
        """(partition, block) for each partition that is not empty; kept in memory, or on disk where it does not fit."""
        enough = -(-self.plan.settings["counts"]["ratings"] // RATINGS_PER_BLOCK)
        number = partitions or max(2, self.spark.sparkContext.defaultParallelism, enough)

        def block(partition: int, users: Iterable[tuple]) -> Iterator[tuple[int, int, int, bytes]]:
            made = block_from(users)
            if made is not None:
                own, repeated = made
                yield partition, len(own.items) + len(own.held_items), repeated, own.encoded()

        kept = ratings.by_user(table, number).rdd.mapPartitionsWithIndex(block).persist(StorageLevel.MEMORY_AND_DISK)
        facts = kept.map(lambda row: row[1:3]).collect()
        repeated = sum(fact[1] for fact in facts)
        if repeated > 0:
            raise CodedError(
                "RATING_DUPLICATE",
                f"{repeated} ratings are of an item that the same user rated before",
                "keep one rating per user and item",
            )
        self.say(f"{sum(fact[0] for fact in facts):,} ratings of known users in {len(facts)} blocks of {number}")
        # The rows behind the filter are not needed any more.
        self.spark.catalog.clearCache()
        return kept.map(lambda row: (row[0], row[3]))

    def ranges(self, width: int) -> int:
        return min(
            self.plan.items,
            max(self.spark.sparkContext.defaultParallelism, -(-self.plan.items * width // MOMENTS_PER_RANGE)),
        )

    def statistics(self, blocks: RDD) -> statistics.ItemStatistics:
        types, scale = self.plan.types, self.scale
        sums = self.sums(blocks, types + 1 + scale.bins, lambda block: statistics.statistics_of(block, types, scale))
        lacking = np.flatnonzero(sums[:, :types].sum(axis=1) == 0)
        if len(lacking) > 0:
            raise CodedError(
                "ITEM_WITHOUT_RATINGS",
                f"{len(lacking)} items have no rating to train on",
                "raise the minimum count of ratings per item",
            )
        return statistics.finished(sums, types)

    def sums(self, blocks: RDD, width: int, part_of: Callable[[Block], Part]) -> np.ndarray:
        """Items x width, summed over all blocks."""
        sums = np.zeros((self.plan.items, width))
        for first, part in summed_by_item(blocks, self.plan.items, self.ranges(width), part_of, lambda *part: part):
            sums[first : first + len(part)] = part
        return sums

    def sweep(self, blocks: RDD, rows: np.ndarray, centres: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, float]:
        """All users, then all items; the error is that of the rows before, with the users' new profiles."""
        dimension, types, ridges = self.plan.dimension, self.plan.types, self.ridges
        shared = self.spark.sparkContext.broadcast((rows, centres, counts))

        def send(block: Block) -> tuple[np.ndarray, np.ndarray]:
            own, middle, _ = shared.value
            profiles = als.user_profiles(block, own, middle, dimension, ridges)
            return als.item_moments(block, profiles, middle, types)

        def solve(first: int, sums: np.ndarray) -> tuple[np.ndarray, float, int]:
            own, _, by_type = shared.value
            span = slice(first, first + len(sums))
            return *als.item_rows(sums, own[span], by_type[span], dimension, ridges), first

        width = (dimension + types + 1) * (dimension + types + 2) // 2
        parts = summed_by_item(blocks, self.plan.items, self.ranges(width), send, solve)
        shared.unpersist()
        new = np.concatenate([part[0] for part in parts])
        return new, float(np.sqrt(max(0.0, sum(part[1] for part in parts)) / counts.sum()))

    def residuals(self, blocks: RDD, before: np.ndarray, rows: np.ndarray, centres: np.ndarray) -> model.Residuals:
        """By the profiles of the last sweep and the rows after it, in single precision, as the file has them."""
        dimension, types, ridges = self.plan.dimension, self.plan.types, self.ridges
        shared = self.spark.sparkContext.broadcast((before, rows.astype("f4").astype("f8"), centres))

        def measure(entry: tuple[int, bytes]) -> tuple[int, np.ndarray]:
            old, new, middle = shared.value
            block = decoded(entry[1])
            profiles = als.user_profiles(block, old, middle, dimension, ridges)

            def squares(owners: np.ndarray, items: np.ndarray, values: np.ndarray) -> float:
                total = 0.0
                for begin in range(0, len(items), als.RATINGS_AT_ONCE):
                    span = slice(begin, begin + als.RATINGS_AT_ONCE)
                    own, item = owners[span], items[span]
                    predicted = (
                        np.einsum("nk,nk->n", profiles[own], new[item, :dimension])
                        + new[item, dimension + block.types[own]]
                    )
                    total += float(np.square(values[span] - middle[item] - predicted).sum())
                return total

            held = squares(block.held_users, block.held_items, block.held_values)
            training = squares(block.owners(), block.items, block.values)
            sums = [held, len(block.held_items), training, len(block.items), float(np.square(profiles).sum())]
            return entry[0], np.concatenate([sums, np.bincount(block.types, minlength=types)])

        parts = sorted(blocks.map(measure).collect(), key=lambda entry: entry[0])
        held, held_count, training, count, squares, *users = np.sum([part for _, part in parts], axis=0)
        return model.Residuals(
            float(held), int(held_count), float(training), int(count), float(squares), np.array(users)
        )


def users_of(entry: tuple[int, bytes], types: int) -> np.ndarray:
    """The users of a block by type."""
    return np.bincount(decoded(entry[1]).types, minlength=types)
