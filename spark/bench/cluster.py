"""Runs a command of spark-submit on a standalone cluster of this machine: a master and workers as processes on loopback.

    python spark/bench/cluster.py spark/train.py --plan FOLDER --ratings PARQUET
    python spark/bench/cluster.py --kill-after "sweep 3/" spark/train.py --plan FOLDER --ratings PARQUET

With --kill-after, one executor is killed when the program says a line that begins with the text.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark

HOST = "127.0.0.1"
HOME = Path(pyspark.__file__).parent
ENVIRONMENT = os.environ | {"SPARK_LOCAL_IP": HOST, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@contextmanager
def part(kind: str, *words: str) -> Iterator[tuple[subprocess.Popen, str]]:
    """A master or a worker, and the log line that says it is up."""
    command = [
        str(HOME / "bin" / "spark-class"),
        f"org.apache.spark.deploy.{kind}",
        "--host",
        HOST,
        "--webui-port",
        "0",
    ]
    process = subprocess.Popen([*command, *words], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if re.search(r"Starting Spark master at|Successfully registered with master", line):
                yield process, line
                return
        raise RuntimeError(f"{kind} did not start")
    finally:
        process.terminate()
        process.wait()


def executors(worker: subprocess.Popen) -> list[int]:
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children")
    tasks = Path(f"/proc/{worker.pid}/task").iterdir() if children.exists() else []
    found = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    return [pid for pid in found if b"CoarseGrainedExecutorBackend" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def submit(master: str, words: list[str], workers: list[subprocess.Popen], kill_after: str | None) -> int:
    command = [str(HOME / "bin" / "spark-submit"), "--master", master, "--conf", "spark.ui.showConsoleProgress=false"]
    process = subprocess.Popen([*command, *words], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        print(line, end="", file=sys.stderr, flush=True)
        if kill_after is not None and line.startswith(kill_after):
            kill_after = None
            # In the middle of the next sweep.
            time.sleep(0.5)
            (pid, *_) = executors(workers[0])
            os.kill(pid, signal.SIGKILL)
            print(f"killed executor {pid}", file=sys.stderr, flush=True)
    return process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description="Run a command of spark-submit on a cluster of this machine.")
    parser.add_argument("--kill-after", help="kill an executor when the program says a line that begins so")
    parser.add_argument("--memory", default="2g", help="of each executor (default: 2g)")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="the program and its arguments")
    flags = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="ulterior-cluster-") as folder,
        part("master.Master", "--port", "0") as (_, line),
    ):
        found = re.search(r"spark://\S+", line)
        assert found is not None
        worker = ("--cores", "1", "--memory", flags.memory, "--work-dir", folder, found[0])
        with part("worker.Worker", *worker) as (first, _), part("worker.Worker", *worker) as (second, _):
            words = ["--conf", f"spark.executor.memory={flags.memory}", *flags.words]
            status = submit(found[0], words, [first, second], flags.kill_after)
    sys.exit(status)


if __name__ == "__main__":
    main()
