"""The Spark session of these programs, whose workers have this package."""

import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession


@contextmanager
def session(name: str, settings: Mapping[str, str] | None = None) -> Iterator[SparkSession]:
    builder = SparkSession.builder.appName(name).config("spark.log.level", "ERROR")
    spark = builder.config(map=dict(settings or {})).getOrCreate()
    # The 200 of Spark are too many for small data; whoever sets another number keeps it.
    if not spark.sparkContext.getConf().contains("spark.sql.shuffle.partitions"):
        spark.conf.set("spark.sql.shuffle.partitions", 4 * spark.sparkContext.defaultParallelism)
    try:
        with tempfile.TemporaryDirectory(prefix="ulterior-spark-") as folder:
            # Not where the package came as a zip itself (--py-files), which workers then have.
            if Path(__file__).is_file():
                spark.sparkContext.addPyFile(zipped(Path(folder)))
            yield spark
    finally:
        spark.stop()


def zipped(folder: Path) -> str:
    path = folder / "ulterior_spark.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(Path(__file__).parent.glob("*.py")):
            archive.write(file, f"ulterior_spark/{file.name}")
    return str(path)
