"""How many megabytes the core takes when installed, and how many each extra adds to it.

Run as `python -m experiments.extras [--quick] [--json FILE]`, in an environment where the extras are installed: the files of
every package that is needed are added up, as the installer wrote them down; compiled caches (`.pyc`) are left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from experiments.harness import run
from experiments.needs import Needs

NEEDS = Needs(packages=("fontTools", "lxml", "pdfminer", "pikepdf", "pyarrow", "pypdfium2", "selectolax"))
EXTRAS = ("office", "pdf", "html", "tables")
LIMIT = 200
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def measure(quick: bool) -> dict[str, Any]:
    """Megabytes of the package itself, of the core with all that it needs, and of what each extra adds."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    core = _gather(project["dependencies"])
    own = sum(path.stat().st_size for path in Path("src/reticent").rglob("*") if _counts(path))
    extras = {}
    for name in EXTRAS:
        added = {
            key: size
            for key, size in _gather(project["optional-dependencies"][name]).items()
            if key not in core
        }
        extras[name] = {"megabytes": sum(added.values()) / 1e6, "packages": sorted(added)}
    return {
        "package_megabytes": own / 1e6,
        "core_megabytes": (own + sum(core.values())) / 1e6,
        "extras": extras,
    }


def _gather(requirements: Iterable[str]) -> dict[str, int]:
    """The installed size of every package that is needed, by name."""
    sizes: dict[str, int] = {}
    waiting = [_name(each) for each in requirements]
    while waiting:
        name = waiting.pop()
        found = _find(name)
        if name in sizes or found is None:
            continue
        sizes[name] = sum(_sizes(found))
        waiting += [_name(each) for each in found.requires or () if "extra ==" not in each]
    return sizes


def _name(requirement: str) -> str:
    match = _NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", match[0]).lower() if match else ""


def _find(name: str) -> Distribution | None:
    """The package as it is installed; one that is needed on other systems alone is not there."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _sizes(found: Distribution) -> Iterator[int]:
    for each in found.files or ():
        path = Path(str(each.locate()))
        if path.is_file() and _counts(path):
            yield path.stat().st_size


def _counts(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc"


def show(figures: Mapping[str, Any]) -> None:
    """A line for the core and one for each extra."""
    print(
        f"core: {figures['core_megabytes']:.0f} MB, of which {figures['package_megabytes']:.0f} MB are reticent's own"
    )
    for name, extra in figures["extras"].items():
        print(f"{name}: {extra['megabytes']:.0f} MB more ({', '.join(extra['packages'])})")
    assert figures["core_megabytes"] < LIMIT, "the core has grown too large"


if __name__ == "__main__":
    run("extras", NEEDS, measure, show)
