"""The languages that tests go through, and what they need of each: `tests/data/languages/CODE.toml`, one for every folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data" / "languages"
CODES = sorted(path.stem for path in FOLDER.glob("*.toml"))
OTHERS = [code for code in CODES if code != "en"]
"""All but English, whose own tests are older."""


@cache
def samples(code: str) -> Mapping[str, Any]:
    """What tests need of a language."""
    return tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))
