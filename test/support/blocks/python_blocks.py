"""Runs blocks of Python, one after another, and prints as JSON what each printed."""

import contextlib
import io
import json
import pathlib
import sys
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "clients" / "python" / "src"))
import company_registry  # noqa: E402, F401  Where it cannot be imported, nothing is run.

printed = []
for program in json.load(sys.stdin):
    output, error = io.StringIO(), None
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(program["text"], program["place"], "exec"), {"__name__": "__main__"})
        except Exception:
            error = traceback.format_exc()
    printed.append({"place": program["place"], "output": output.getvalue(), "error": error})
json.dump(printed, sys.stdout)
