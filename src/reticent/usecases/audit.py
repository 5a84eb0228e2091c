"""Audit a released file, whoever made it: does it keep the promises of a policy?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reticent.audit.exceptions import is_excepted
from reticent.audit.verification import verify
from reticent.errors import DocumentError
from reticent.formats.options import FormatOptions
from reticent.plan import DeclaredException, Release, Violation
from reticent.policy.assembly import Assembly
from reticent.rendering.alignment import align
from reticent.text import Document, Span
from reticent.usecases.given import Given, open_given
from reticent.usecases.release import find_unseen


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit says of one document; `untold` are the promises that can't be judged without the original."""

    document: Document
    violations: tuple[Violation, ...]
    excepted: int = 0
    untold: tuple[str, ...] = ()
    unseen: tuple[Span, ...] = ()


def audit(
    given: Given,
    assembly: Assembly,
    *,
    original: Given | None = None,
    exceptions: Mapping[str, Sequence[DeclaredException]] | None = None,
    options: FormatOptions | None = None,
) -> list[Verdict]:
    """Judge every document of a file; with the `original`, also the promises that speak of both texts."""
    chosen = options or assembly.options
    documents = open_given(given, assembly.kinds, chosen).documents
    originals = open_given(original, assembly.kinds, chosen).documents if original else None
    if originals is not None and len(originals) != len(documents):
        raise DocumentError(
            f"'{given.name}' holds {len(documents)} documents and its original {len(originals)}:"
            " give the original that it was released from"
        )
    kept = exceptions or {}
    return [
        _judge(
            document, originals[number] if originals else None, assembly, kept.get(document.fingerprint, ())
        )
        for number, document in enumerate(documents)
    ]


def _judge(
    document: Document, original: Document | None, assembly: Assembly, exceptions: Sequence[DeclaredException]
) -> Verdict:
    if original is None:
        models = [model for model in assembly.models if model.needs == "released"]
        release = Release(document, document)
    else:
        models = list(assembly.models)
        release = Release(original, document, align(original, document))
    found = verify(release, models, kinds=assembly.kinds)
    left = tuple(violation for violation in found if not is_excepted(violation, exceptions))
    return Verdict(
        document,
        left,
        excepted=len(found) - len(left),
        untold=tuple(
            model.promise.model for model in assembly.models if original is None and model.needs == "both"
        ),
        unseen=find_unseen(document, assembly),
    )
