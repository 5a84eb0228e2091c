"""What is written is read again, by us and by others, before anybody gets it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from reticent.audit.verification import find_arising, read_afresh
from reticent.detection.detector import Detector
from reticent.errors import DocumentError, PromiseError
from reticent.formats.fields import SEPARATOR
from reticent.formats.format import Checked, Container, Format
from reticent.models.privacy_model import PrivacyModel, UsesDetectors
from reticent.pipeline import Outcome
from reticent.plan import Release
from reticent.policy.assembly import Assembly
from reticent.text import Document
from reticent.text.tokens import token_texts

_TELLING = 3
"""Letters and digits that a removed word must have to be looked for in a container: shorter ones are everywhere."""


def require_same_texts(
    name: str, form: Format | Checked, again: Sequence[Document], released: Sequence[Document]
) -> None:
    """Raise unless what was written reads back as just what was judged; a source that knows how is asked first."""
    ours, found = [each.text for each in released], [each.text for each in again]
    if isinstance(form, Checked):
        same = form.agrees_with(ours, found)
    elif isinstance(form, Container):
        same = len(ours) == len(found) and all(map(form.agrees, ours, found))
    else:
        same = ours == found
    if not same:
        raise DocumentError(
            f"'{name}' does not read back as what was judged, so nothing was written: please report this"
        )


def require_nothing_left(
    name: str, form: Format | Checked, data: bytes, outcomes: Sequence[Outcome], assembly: Assembly
) -> None:
    """Raise when another reader of a container, or a search of all that it holds, finds what was removed.

    A text of which the other reader finds just the blocks that were released has been judged already: it may stand in
    another order, as the sheets of a workbook do whose names lie in a part of their own.
    """
    if not isinstance(form, Container | Checked):
        return
    if form.residue(data, removed_words(outcomes)):
        raise PromiseError(
            f"'{name}' is not released: a word that was removed is left in the file, outside its text;"
            " save it in its program anew, or export it as another format"
        )
    models = [model for model in assembly.models if model.needs != "both"]
    judged = {block for outcome in outcomes for block in _blocks(outcome.document.text)}
    for text in form.reread(data):
        if _blocks(text) <= judged:
            continue
        document = read_afresh(Document(name, text), assembly.kinds, assembly.knows)
        found = [each for model in models for each in model.violations(Release(document, document))]
        known = _arising_words(outcomes, models) if found else frozenset()
        broken = any(_squeeze(each.span.of(text)) not in known for each in found)
        if broken or _finds_more(document, outcomes, assembly):
            raise PromiseError(
                f"'{name}' is not released: another reader finds in the written file what the policy forbids;"
                " export it as another format"
            )


def _arising_words(outcomes: Sequence[Outcome], models: Sequence[PrivacyModel]) -> frozenset[str]:
    """What is found in the released texts because of a gap alone: another reader, who has no original, may find it too."""
    return frozenset(
        _squeeze(each.span.of(outcome.release.released.text))
        for outcome in outcomes
        for each in find_arising(outcome.release, models)
    )


def _squeeze(text: str) -> str:
    """A text without blanks: another reader may break lines elsewhere."""
    return "".join(text.split())


def _finds_more(document: Document, outcomes: Sequence[Outcome], assembly: Assembly) -> bool:
    """Whether the detectors of a model that speaks of both texts find what no released text shows them."""
    models = [each for each in assembly.models if each.needs == "both" and isinstance(each, UsesDetectors)]
    detectors = [detector for model in models for detector in model.detectors]
    found = _find_all(detectors, [document])
    return bool(found) and not found <= _find_all(detectors, [outcome.document for outcome in outcomes])


def _find_all(detectors: Sequence[Detector], documents: Sequence[Document]) -> set[str]:
    """What the detectors find, without blanks."""
    return {
        _squeeze(mention.span.of(document.text))
        for document in documents
        for detector in detectors
        for mention in detector.mentions(document)
    }


def _blocks(text: str) -> set[str]:
    """What stands between two separators, such as a cell or a text box, without blanks around its lines."""
    parts = (block.strip() for block in text.split(SEPARATOR))
    return {"\n".join(line.strip() for line in block.splitlines()) for block in parts if block}


def removed_words(outcomes: Iterable[Outcome]) -> frozenset[str]:
    """The words that were removed and that no released text of the file still shows."""
    gone: set[str] = set()
    shown: set[str] = set()
    for outcome in outcomes:
        original = outcome.release.original.text
        for edit in outcome.release.edits:
            gone.update(_words(edit.span.of(original)))
        shown |= _words(outcome.release.released.text)
    return frozenset(word for word in gone - shown if sum(map(str.isalnum, word)) >= _TELLING)


def _words(text: str) -> set[str]:
    """The words of a text, and the parts of those that are joined by a hyphen or the like."""
    folded = text.casefold()
    return {*token_texts(folded), *re.findall(r"\w+", folded)}
