"""Every data set that an experiment or the training reads, from `data_sets.toml` and, for a language, `training/data/languages/CODE.toml`.

`docs/reference/reproduce.md` shows the list (`python scripts/build_data_table.py`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_LIST = Path(__file__).with_suffix(".toml")
_OF_LANGUAGES = Path(__file__).parents[1] / "training" / "data" / "languages"


@dataclass(frozen=True, slots=True)
class DataSet:
    """One file of the data folder as we use it.

    `made` says what was done to what the source offers, `installed` where a system package puts the file.
    """

    file: str
    name: str
    source: str
    licence: str
    sha256: str
    made: str = ""
    installed: str = ""

    def path(self, folder: Path) -> Path:
        """Where the file is expected: in the data folder, or else where the system package puts it."""
        own = folder / self.file
        return Path(self.installed) if self.installed and not own.exists() else own


@cache
def data_sets() -> dict[str, DataSet]:
    """All of them by file name."""
    lists = [
        tomllib.loads(each.read_text("utf-8")) for each in (_LIST, *sorted(_OF_LANGUAGES.glob("*.toml")))
    ]
    return {row["file"]: DataSet(**row) for each in lists for row in each["data_set"]}
