"""Several trainings in one Spark session, because a session takes long to start: writes what came of each as JSON.

Called with a folder that has the plans `plan` and `channels` and the tables that the test writes, and with minimum counts of
ratings per user and item. spark/bench/cluster.py kills an executor on the way.
"""

import dataclasses
import json
import sys
from collections.abc import Callable
from pathlib import Path

from ulterior_spark import ratings, sweeps
from ulterior_spark.columns import Columns
from ulterior_spark.errors import CodedError
from ulterior_spark.plan import read_plan
from ulterior_spark.planning import people_of, write_plan
from ulterior_spark.session import session
from ulterior_spark.training import Training, train

folder = Path(sys.argv[1])
minimum = int(sys.argv[2]), int(sys.argv[3])
columns = Columns("user", "item", "rating")
said: list[str] = []
REFUSED = ["texts", "mixed", "broken", "endless", "fewer", "repeated"]


def say(text: str) -> None:
    said.append(text)
    print(text, file=sys.stderr, flush=True)


def trained(name: str, place: str = "plan/ratings") -> bytes:
    plan = read_plan(folder / name)
    with sweeps.locked(plan.folder / "sweeps"):
        return train(spark, plan, str(folder / place), columns, 2, say)


def trained_twice(name: str, file: str, last: int) -> bool:
    """The second time as if it had been stopped before sweep `last`; whether the bytes are the same."""
    plan = read_plan(folder / name)
    training = Training(spark, plan, say)
    with sweeps.locked(plan.folder / "sweeps"):
        blocks = training.blocks(training.table(str(folder / "plan/ratings"), columns), 2)
        whole = training.model_of(blocks)
        (folder / file).write_bytes(whole)
        sweeps.path_of(plan.folder / "sweeps", last).unlink()
        return training.model_of(blocks) == whole


def code(work: Callable[[], object]) -> str:
    try:
        work()
    except CodedError as error:
        return error.code
    return "no error"


with session("test") as spark:
    resumed = {
        "ratings": trained_twice("plan", "model.safetensors", 4),
        "channels": trained_twice("channels", "channels.safetensors", 3),
    }
    grouped = people_of(spark, str(folder / "people"), "user", "club", ["lark", "owl"])
    planned = write_plan(spark, folder / "plan", folder / "whole", str(folder / "plan/ratings"), columns, grouped, minimum)
    settings = json.loads((folder / "whole" / "plan.json").read_text())
    settings["parameters"]["iterations"] = 1
    (folder / "whole" / "plan.json").write_text(json.dumps(settings))
    (folder / "hashed.safetensors").write_bytes(trained("whole"))
    codes = {
        **{name: code(lambda: trained("plan", name)) for name in REFUSED},
        "column": code(lambda: ratings.read(spark, str(folder / "plan/ratings"), Columns("user", "item", "stars"))),
        "group": code(lambda: people_of(spark, str(folder / "people"), "user", "club", ["lark"])),
    }

found = {"resumed": resumed, "said": said, "planned": dataclasses.asdict(planned), "codes": codes}
(folder / "found.json").write_text(json.dumps(found))
