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
from contextlib import ExitStack
from pathlib import Path

import pyspark

HOST = "127.0.0.1"
UP = re.compile(r"Starting Spark master at (spark://[\w.:]+)")
HOME = Path(pyspark.__file__).parent
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Java that starts fast and never gets as fast as it could."""
ENVIRONMENT = os.environ | {
    "SPARK_LOCAL_IP": HOST,
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    # Master and workers only start the others.
    "SPARK_DAEMON_JAVA_OPTS": QUICK,
    "SPARK_DAEMON_MEMORY": "256m",
}
# Nothing begins before both executors are there.
BOTH = ["spark.cores.max=2", "spark.scheduler.minRegisteredResourcesRatio=1"]
BOTH += ["spark.scheduler.maxRegisteredResourcesWaitingTime=600s"]


def part(parts: ExitStack, log: Path, kind: str, *words: str) -> subprocess.Popen:
    """A master or a worker, which ends with the others."""
    command = [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{kind}"]
    with open(log, "w") as file:
        process = subprocess.Popen(
            [*command, "--host", HOST, "--webui-port", "0", *words], env=ENVIRONMENT, stderr=file
        )
    parts.callback(process.wait)
    parts.callback(process.terminate)
    return process


def address(master: subprocess.Popen, log: Path) -> str:
    while not (found := UP.search(log.read_text())):
        if master.poll() is not None:
            raise RuntimeError(f"the master did not start: {log.read_text()}")
        time.sleep(0.2)
    return found[1]


def executors(workers: list[subprocess.Popen]) -> list[int]:
    tasks = [task for worker in workers for task in Path(f"/proc/{worker.pid}/task").iterdir()]
    found = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    return [pid for pid in found if b"CoarseGrainedExecutorBackend" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def watch(process: subprocess.Popen, workers: list[subprocess.Popen], kill_after: str | None) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        print(line, end="", file=sys.stderr, flush=True)
        if kill_after is not None and line.startswith(kill_after):
            kill_after = None
            # In the middle of the next sweep.
            time.sleep(0.2)
            pid = executors(workers)[0]
            os.kill(pid, signal.SIGKILL)
            print(f"killed executor {pid}", file=sys.stderr, flush=True)
    status = process.wait()
    if kill_after is not None:
        print(f'no executor was killed: the program never said "{kill_after}"', file=sys.stderr)
    return status or (0 if kill_after is None else 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Run a command of spark-submit on a cluster of this machine.")
    parser.add_argument("--kill-after", help="kill an executor when the program says a line that begins so")
    parser.add_argument("--memory", default="2g", help="of each executor (default: 2g)")
    parser.add_argument("--quick", action="store_true", help="Java that starts fast, for small data")
    parser.add_argument("--conf", action="append", default=[], help="setting of Spark, name=value")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="the program and its arguments")
    flags = parser.parse_args()
    # Ended from outside, it still ends the others.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    settings = [*BOTH, "spark.ui.showConsoleProgress=false", f"spark.executor.memory={flags.memory}", *flags.conf]
    if flags.quick:
        settings += [f"spark.executor.extraJavaOptions={QUICK}", f"spark.driver.extraJavaOptions={QUICK}"]
    confs = [word for setting in settings for word in ("--conf", setting)]
    with tempfile.TemporaryDirectory(prefix="ulterior-cluster-") as folder, ExitStack() as parts:
        log = Path(folder) / "master.log"
        master = address(part(parts, log, "master.Master", "--port", "0"), log)
        worker = ("worker.Worker", "--cores", "1", "--memory", flags.memory, "--work-dir", folder, master)
        workers = [part(parts, Path(folder) / f"worker-{n}.log", *worker) for n in (1, 2)]
        command = [str(HOME / "bin" / "spark-submit"), "--master", master, *confs, *flags.words]
        # spark-submit passes on what a program of Python says by its own standard output, errors included.
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        process = subprocess.Popen(command, env=ENVIRONMENT, text=True, **pipes)
        parts.callback(process.wait)
        parts.callback(process.terminate)
        status = watch(process, workers, flags.kill_after)
    sys.exit(status)


if __name__ == "__main__":
    main()
