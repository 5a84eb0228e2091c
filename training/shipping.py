"""What every module here shares: its options, and how the files that it makes are written or compared.

python -m training.NAME [--data DIR] [--to FOLDER] [--check] [--needs]
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Callable, Mapping
from pathlib import Path

from experiments.harness import parse_options
from experiments.needs import Needs

PACKAGE = Path(__file__).parents[1] / "src" / "reticent"

Made = Mapping[str, bytes]
"""The content of each file by its name."""


def ship(
    name: str,
    needs: Needs,
    folder: str,
    make: Callable[[], Made],
    *,
    content: Callable[[bytes], object] = bytes,
) -> None:
    """Make the files of one folder of the package, and write them there or say whether they are what is shipped.

    `content` is what is compared: two versions of a compressor give the same content in different bytes.
    """
    parser = argparse.ArgumentParser(prog=f"python -m training.{name}")
    parser.add_argument("--to", type=Path, metavar="FOLDER", default=PACKAGE / folder, help="%(default)s")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 where what is shipped differs"
    )
    options = parse_options(parser, needs)
    made = make()
    if options.check:
        raise SystemExit(_compare(made, options.to, content))
    options.to.mkdir(parents=True, exist_ok=True)
    for file, data in made.items():
        (options.to / file).write_bytes(data)
        print(f"{options.to / file}: {len(data):,} bytes")


def unpack(data: bytes) -> bytes:
    """The content of a gzip file; any other is taken as it is."""
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def _compare(made: Made, folder: Path, content: Callable[[bytes], object]) -> int:
    differ = [
        name
        for name, data in made.items()
        if not (folder / name).exists() or content((folder / name).read_bytes()) != content(data)
    ]
    for name in made:
        print(f"{folder / name}: {'differs' if name in differ else 'is the same'}")
    return 1 if differ else 0
