"""Write down what an installation of reticent consists of, as a bill of materials in CycloneDX 1.6.

Run as `python scripts/build_sbom.py [-o FILE] [--extra NAME]` with the Python of an environment that has reticent: the package,
every package that it needs there with version and licence, and every data file that ships, with its hash. The same environment
gives the same bytes.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

PACKAGE = "reticent"
_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra *== *['\"]([\w-]+)['\"]")
_TEXT_OF_A_LICENCE = 80
"""Characters: a longer value of an old field is the licence's whole text, and no name of it."""


def list_needed(package: str, extras: frozenset[str]) -> Iterator[str]:
    """The package and all that it needs here, each once; what is not installed is not part of the installation."""
    seen, waiting = set[str](), [package]
    while waiting:
        name = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            requirements = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        yield name
        asked = extras if name == package else frozenset()
        for each in requirements:
            needed, extra = _NAME.match(each), _EXTRA.search(each)
            if needed and (extra is None or extra[1] in asked):
                waiting.append(needed[0])


def describe_package(name: str) -> dict[str, Any]:
    """A package as a component."""
    told = metadata.metadata(name)
    licence = next((told[key] for key in ("License-Expression", "License") if key in told), "")
    if not licence or len(licence) > _TEXT_OF_A_LICENCE:
        classified = [each for each in told.get_all("Classifier") or [] if each.startswith("License ::")]
        licence = "; ".join(each.rpartition(" :: ")[2] for each in classified) or "see the package"
    expression = "License-Expression" in told
    return {
        "type": "library",
        "name": told["Name"],
        "version": told["Version"],
        "purl": f"pkg:pypi/{re.sub(r'[-_.]+', '-', told['Name']).lower()}@{told['Version']}",
        "licenses": [{"expression": licence} if expression else {"license": {"name": licence}}],
    }


def list_data() -> Iterator[dict[str, Any]]:
    """Every data file that ships inside the package as a component; NOTICE names the licences."""
    import reticent

    root = Path(reticent.__file__).parent
    for path in sorted(root.rglob("data/*")):
        if path.is_file() and not path.name.startswith("LICENSE"):
            yield {
                "type": "data",
                "name": path.relative_to(root).as_posix(),
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
            }


def make_bill(extras: frozenset[str]) -> dict[str, Any]:
    """The whole bill."""
    own, *others = (describe_package(name) for name in list_needed(PACKAGE, extras))
    others.sort(key=lambda each: str(each["purl"]))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**own, "type": "application"}},
        "components": [*others, *list_data()],
    }


def main() -> int:
    """Write the bill to a file, or show it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, help="the file to write; standard output if left out")
    parser.add_argument(
        "--extra", action="append", default=[], help="an extra that is part of it; can be repeated"
    )
    options = parser.parse_args()
    text = json.dumps(make_bill(frozenset(options.extra)), indent=1) + "\n"
    if options.output is None:
        print(text, end="")
    else:
        options.output.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
