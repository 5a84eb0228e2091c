"""The settings of the model against searches for what a release leaves unchanged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from reticent.errors import PolicyError
from reticent.models.settings import Parts
from reticent.settings.section import Section

if TYPE_CHECKING:
    from reticent.knowledge.runs import RunCounts
    from reticent.models.no_linkage.model import NoLinkage


class NoLinkageSettings(Section):
    """The model under which no search for unchanged words leads to fewer than K originals."""

    uses_detectors: ClassVar[bool] = False

    type: Literal["no-linkage"]
    collection: list[str] = Field(
        ...,
        min_length=1,
        description="the originals of which every search must find at least K: folders and files of any kind that can be"
        " released, or a file from 'reticent knowledge runs'; relative to the policy",
    )
    k: int = Field(2, ge=2, le=255, description="at least how many originals hold whatever is left unchanged")
    longest: int = Field(
        0,
        ge=0,
        le=20,
        description="up to how many words in a row are judged together; 0 for runs of any length",
    )
    exact: bool = Field(
        False,
        description="compare words as they are written, with capitals and signs, as a search for an exact string does",
    )
    near_copies: bool = Field(
        True,
        description="count nearly identical documents as one original, unless they are said to be about different"
        " subjects; set false if each is about somebody else, as with filled-in forms",
    )
    rare: int = Field(
        0,
        ge=0,
        description="words in fewer originals than this are judged together wherever they stand; 0 for none",
    )
    together: int = Field(3, ge=2, le=3, description="at most how many rare words are judged together")
    generalize: bool = Field(
        True,
        description="replace a word with a more general noun if one is known, before removing another word",
    )
    fields: list[str] = Field(
        [],
        description="the keys of JSON records of the collection that hold text; when left out, those of the policy",
    )

    def build(self, parts: Parts) -> NoLinkage:
        """The model over the counted collection."""
        from reticent.models.no_linkage.model import NoLinkage

        return NoLinkage(
            self._count(parts),
            **self.model_dump(include={"k", "longest", "rare", "together"}),
            generalize=parts.taxonomy() if self.generalize else None,
        )

    def _count(self, parts: Parts) -> RunCounts:
        """What is counted of the collection: read from a file of runs, or of all its originals."""
        from reticent.formats.originals import read_originals
        from reticent.knowledge.runs import LONGEST, RAREST, count_runs, is_runs_file, open_runs

        paths = [parts.folder / each for each in self.collection]
        if missing := next((path for path in paths if not path.exists()), None):
            raise PolicyError(
                f"collection: '{missing}' does not exist: name the folder or file of the originals"
            )
        if len(paths) == 1 and is_runs_file(_head(paths[0])):
            counted = open_runs(paths[0])
            if counted.exact != self.exact:
                raise PolicyError(
                    f"exact: '{paths[0]}' was counted {'with' if counted.exact else 'without'} it: say the same of both, or count again"
                )
            return counted
        # Columns of numbers that nobody has a rule for are no text of a release, so that nothing is counted in them.
        options = replace(parts.reading, numbers="keep", fields=tuple(self.fields) or parts.reading.fields)
        documents = read_originals(paths, options)
        return count_runs(
            documents,
            longest=self.longest or LONGEST,
            rarest=max(RAREST, self.rare),
            exact=self.exact,
            near_copies=self.near_copies,
        )


def _head(path: Path) -> bytes:
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(64)
