"""The English tagger that ships with the package, learned from SemCor (`data/LICENSE-SemCor`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reticent.languages.en.linear_tagger import LinearTagger


@cache
def tagger() -> LinearTagger:
    """The tagger, loaded once."""
    from reticent.languages.en.linear_tagger import load  # numpy loads with it

    with as_file(files("reticent.languages.en").joinpath("data/tagger.npz")) as path:
        return load(path)
