"""Runs a command of spark-submit on a standalone cluster: a master and two workers as processes on loopback.

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
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyspark

HOST = "127.0.0.1"
UP = re.compile(r"(?:Starting Spark master at|Successfully registered with master) (spark://[\w.:]+)")
HOME = Path(pyspark.__file__).parent
ENVIRONMENT = os.environ | {"SPARK_LOCAL_IP": HOST, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@contextmanager
def part(folder: str, kind: str, *words: str) -> Iterator[tuple[subprocess.Popen, str]]:
    """A master or a worker once it is up, and the address of the master that it tells."""
    command = [
        str(HOME / "bin" / "spark-class"),
        f"org.apache.spark.deploy.{kind}",
        "--host",
        HOST,
        "--webui-port",
        "0",
    ]
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".log") as log:
        process = subprocess.Popen([*command, *words], env=ENVIRONMENT, stderr=log)
        try:
            while not (found := UP.search(Path(log.name).read_text())):
                if process.poll() is not None:
                    raise RuntimeError(f"{kind} did not start")
                time.sleep(0.2)
            yield process, found[1]
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
    # Ended from outside, it still ends the others.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="ulterior-cluster-") as folder, ExitStack() as parts:
        _, master = parts.enter_context(part(folder, "master.Master", "--port", "0"))
        worker = (folder, "worker.Worker", "--cores", "1", "--memory", flags.memory, "--work-dir", folder, master)
        workers = [parts.enter_context(part(*worker))[0] for _ in range(2)]
        words = ["--conf", f"spark.executor.memory={flags.memory}", *flags.words]
        status = submit(master, words, workers, flags.kill_after)
    sys.exit(status)


if __name__ == "__main__":
    main()
