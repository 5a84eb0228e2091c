"""How often the senses of a noun are meant: WordNet's own counts."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from reticent.taxonomy.taxonomy import Concept

_ID = re.compile(r"[0-9]{8}-n")
_NONE: Mapping[str, int] = {}


def is_of_wordnet(concept: Concept) -> bool:
    """Whether a concept is one of WordNet's nouns, whose ids are offsets of its files."""
    return _ID.fullmatch(concept.id) is not None


def sense_counts(noun: str) -> Mapping[str, int]:
    """The counts of a noun's senses by their concepts' ids; a sense that was never met has none."""
    row = _rows().get(noun.casefold())
    if row is None:
        return _NONE
    pairs = (each.split(":") for each in row.split())
    return {f"{offset}-n": int(count) for offset, count in pairs}


@cache
def _rows() -> dict[str, str]:
    packed = files("reticent.taxonomy").joinpath("data/sense-counts.txt.gz").read_bytes()
    lines = gzip.decompress(packed).decode().splitlines()
    return dict(line.split("\t") for line in lines)
