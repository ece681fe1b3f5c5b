"""Worked cases: what is asked, the inputs by name, and the answer that the book gives."""

import json
from pathlib import Path
from typing import Any


def worked_cases(*files: str) -> list[dict[str, Any]]:
    """The cases of these files, such as `ahl`, in their order."""
    here = Path(__file__).parent
    return [case for file in files for case in json.loads((here / f"{file}.json").read_text(encoding="utf-8"))["cases"]]


# The shared ones, and ours in the same form.
AHL = worked_cases("ahl", "ahl_more")
