"""What finds places worth looking at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from reticent.errors import PolicyError
from reticent.languages.identification import ANY
from reticent.text import Document, Mention


class Detector(Protocol):
    """Anything that points at places in a document."""

    @property
    def kinds(self) -> frozenset[str]:
        """All the kinds that it may report."""

    @property
    def declared(self) -> Mapping[str, str]:
        """What it knows, each with a hash, so that a promise can name it: `{"patterns": "sha256:…"}`."""

    def mentions(self, document: Document) -> Sequence[Mention]:
        """The places it points at; none lies in a placeholder, and no reason quotes the text."""


@runtime_checkable
class ReadsLanguages(Protocol):
    """A detector or a model that says which languages it reads; one that doesn't say so reads English."""

    @property
    def languages(self) -> frozenset[str]:
        """Their codes, or `any`."""


EVERY_LANGUAGE = frozenset({ANY})
_ENGLISH = frozenset({"en"})


def languages_read(parts: Iterable[object]) -> frozenset[str]:
    """The languages that detectors or models read together: those of all that don't read every language.

    What has a form, such as a number or a word of a list, is found in every language; a name is not.
    """
    each = [part.languages if isinstance(part, ReadsLanguages) else _ENGLISH for part in parts]
    bound = [languages for languages in each if ANY not in languages]
    return frozenset().union(*bound) if bound else EVERY_LANGUAGE


def require_kinds(asked: Collection[str] | None, known: Collection[str]) -> None:
    """Raise a PolicyError unless a detector knows all kinds that are asked for."""
    unknown = sorted(set(asked or ()) - set(known))
    if unknown:
        raise PolicyError(f"the detector knows no kind {unknown[0]}: use one of {', '.join(sorted(known))}")
