"""Runs the notebooks of examples/notebooks, each in an empty folder.

    python3 scripts/notebooks.py check     compares what they print with what is kept in them
    python3 scripts/notebooks.py write     keeps what they print now

Needs nbclient and ipykernel. ULTERIOR is the command line that the notebooks call ("npx ulterior" if unset). Numbers
may differ by TOLERANCE: other toolkits draw on the linear algebra of the machine.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "examples" / "notebooks"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
TOLERANCE = 0.05


def printed(notebook):
    """What each cell of code printed."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(output.get("text", "") for output in cell.outputs) for cell in cells]


def alike(kept, found):
    pairs = zip(NUMBER.findall(kept), NUMBER.findall(found))
    same_words = NUMBER.sub("#", kept) == NUMBER.sub("#", found)
    return same_words and all(abs(float(a) - float(b)) <= TOLERANCE for a, b in pairs)


def run(path):
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            # Packages warn about the machine.
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    return notebook


def tidied(notebook):
    """Without what changes from run to run."""
    for cell in notebook.cells:
        cell.metadata = {}
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return notebook


def main(action):
    failed = False
    os.environ.setdefault("PYTHONHASHSEED", "0")
    for path in sorted(FOLDER.glob("*.ipynb")):
        kept = printed(nbformat.read(path, as_version=4))
        notebook = run(path)
        if action == "write":
            nbformat.write(tidied(notebook), path)
        changed = [n for n, (a, b) in enumerate(zip(kept, printed(notebook)), 1) if not alike(a, b)]
        for n in changed if action == "check" else []:
            print(f"{path.name}, cell {n}:\nkept:\n{kept[n - 1]}\nfound:\n{printed(notebook)[n - 1]}")
            failed = True
        print(f"{path.name}: {len(kept)} cells")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "check"))
