"""The file of a packed taxonomy: its sections, its manifest, and what of it is compared."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain

from reticent.knowledge.taxonomy.packed import FORMAT, SECTIONS, fingerprint
from reticent.knowledge.taxonomy.taxonomy import fold_case


def senses_of_forms(forms: Sequence[str], index: dict[str, list[int]]) -> list[list[int]]:
    """The senses of each form's folded spelling, on the last of the forms that share it."""
    following = [fold_case(form) for form in forms[1:]] + [""]
    return [
        index[fold_case(form)] if fold_case(form) != after else []
        for form, after in zip(forms, following, strict=True)
    ]


def volumes(parents: Sequence[Sequence[int]]) -> list[int]:
    """The number of distinct leaves at or below each synset."""
    inner = set(chain.from_iterable(parents))
    counts = [0] * len(parents)
    for leaf in (synset for synset in range(len(parents)) if synset not in inner):
        above = [leaf]
        for synset in above:  # grows while it is read
            above += [parent for parent in parents[synset] if parent not in above]
        for synset in set(above):
            counts[synset] += 1
    return counts


def table(counts_name: str, items_name: str, rows: Sequence[Sequence[int]]) -> dict[str, bytes]:
    """Rows of different lengths as two sections."""
    return {
        counts_name: numbers("B", (len(row) for row in rows)),
        items_name: numbers("I", chain.from_iterable(rows)),
    }


def numbers(kind: str, values: Iterable[int]) -> bytes:
    """The values as little-endian integers."""
    packed_values = array(kind, values)
    if sys.byteorder == "big":
        packed_values.byteswap()
    return packed_values.tobytes()


def pack(sections: dict[str, bytes], about: dict[str, object]) -> bytes:
    """The manifest, with what there is to say about the source, and the sections behind it."""
    assert list(sections) == list(SECTIONS)
    content = b"".join(sections.values())
    manifest: dict[str, object] = {
        "format": FORMAT,
        **about,
        "sections": {name: len(section) for name, section in sections.items()},
    }
    manifest["fingerprint"] = fingerprint(manifest, content)
    return json.dumps(manifest).encode() + b"\n" + zlib.compress(content, 9)


def read_content(data: bytes) -> bytes:
    """What a data file says, whatever the compression; the licence is taken as it is."""
    manifest, _, packed = data.partition(b"\n")
    return manifest + zlib.decompress(packed) if manifest.startswith(b"{") else data
