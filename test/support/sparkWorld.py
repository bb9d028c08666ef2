"""Several trainings in one Spark session, because a session takes long to start: prints what came of each as JSON.

Called with a folder that has `plan` and `plan/ratings` as `ulterior train --spark` writes them.
"""

import dataclasses
import json
import shutil
import sys
from pathlib import Path

from ulterior_spark import ratings, sweeps
from ulterior_spark.columns import Columns
from ulterior_spark.errors import CodedError
from ulterior_spark.plan import read_plan
from ulterior_spark.planning import people_of, write_plan
from ulterior_spark.session import session
from ulterior_spark.training import train

folder = Path(sys.argv[1])
columns = Columns("user", "item", "rating")
said: list[str] = []


def trained(name: str, place: Path, partitions: int = 2) -> bytes:
    plan = read_plan(folder / name)
    with sweeps.locked(plan.folder / "sweeps"):
        return train(spark, plan, str(place), columns, partitions, said.append)


def code(work) -> str:
    try:
        work()
    except CodedError as error:
        return error.code
    return "no error"


with session("test") as spark:
    own = folder / "plan" / "ratings"
    whole = trained("plan", own)
    (folder / "model.safetensors").write_bytes(whole)
    # As if it had been stopped after the second sweep.
    for sweep in (3, 4):
        sweeps.path_of(folder / "plan" / "sweeps", sweep).unlink()
    resumed = trained("plan", own)
    table = spark.read.parquet(str(own))
    shutil.rmtree(folder / "plan" / "sweeps")
    table.selectExpr("user", "item", "cast(rating as string) as rating").write.parquet(str(folder / "texts"))
    table.limit(3999).write.parquet(str(folder / "fewer"))
    table.where("rating > 4").limit(1).union(table.limit(3999)).write.parquet(str(folder / "repeated"))
    # The item z falls short at once, and then c.
    chain = [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"), ("c", "y"), ("c", "z")]
    short = spark.createDataFrame([(user, item, 3.0) for user, item in chain], "user string, item string, rating float")
    _, counts = ratings.filtered(short, 2, 2)
    people = spark.read.parquet(str(folder / "plan" / "users.parquet")).selectExpr(
        "id as user", "if(type = 0, 'lark', 'owl') as club"
    )
    people.write.parquet(str(folder / "people"))
    labels = ["lark", "owl"]
    grouped = people_of(spark, str(folder / "people"), "user", "club", labels)
    planned = write_plan(spark, folder / "plan", folder / "whole", str(own), columns, grouped, (1, 1))
    settings = json.loads((folder / "whole" / "plan.json").read_text())
    settings["parameters"]["iterations"] = 1
    (folder / "whole" / "plan.json").write_text(json.dumps(settings))
    (folder / "hashed.safetensors").write_bytes(trained("whole", own, 2))
    codes = {
        "texts": code(lambda: trained("plan", folder / "texts")),
        "fewer": code(lambda: trained("plan", folder / "fewer")),
        "repeated": code(lambda: trained("plan", folder / "repeated")),
        "column": code(lambda: ratings.read(spark, str(own), Columns("user", "item", "stars"))),
        "group": code(lambda: people_of(spark, str(folder / "people"), "user", "club", ["lark"])),
    }

print(
    json.dumps(
        {
            "resumed": resumed == whole,
            "said": said,
            "filtered": dataclasses.asdict(counts),
            "planned": dataclasses.asdict(planned),
            "codes": codes,
        }
    )
)
