"""How well something can be hidden in a text, against how many of its words stay: for a person who has to choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reticent.errors import KnowledgeError, PromiseError
from reticent.formats.options import FormatOptions
from reticent.models.indistinct import Indistinct
from reticent.models.indistinct.asking import share_kept
from reticent.models.indistinct.secrets import pair_with_secrets
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.pipeline import Outcome
from reticent.stand_ins import sanitize_under
from reticent.text import Document
from reticent.usecases.given import Given, read_single
from reticent.usecases.guess import Question, Sight, see

STEPS = (1, 2, 5, 10, 20, 50, 100)
"""How many others have to explain a text as well, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Point:
    """A draft of the text: what was asked of it, the share of words that it keeps, and what attackers see in it.

    With k = 0 only the names are gone. `why` says why there is no such draft.
    """

    k: int
    kept: float = 0.0
    sights: tuple[Sight, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of one document."""

    document: Document
    points: tuple[Point, ...]


def make_curve(
    given: Given, question: Question, steps: Sequence[int] = (), *, options: FormatOptions | None = None
) -> Curve:
    """The curve of a file's one document; see `draw_points`. Of the usual steps, those out of reach are left out."""
    document = read_single(given, kinds=question.kinds, options=options or question.rest.options)
    points = draw_points(document, question, steps or STEPS)
    return Curve(document, tuple(point for point in points if steps or point.sights or not point.k))


def draw_points(document: Document, question: Question, steps: Sequence[int]) -> list[Point]:
    """The drafts of a text in which ever more others explain it as well, for the attackers that can be reckoned with.

    All other promises hold on each of them, so that attackers elsewhere may see them too.
    """
    return [_make_point(document, question, k) for k in (0, *sorted(set(steps)))]


def _make_point(document: Document, question: Question, k: int) -> Point:
    try:
        outcome = _make_draft(document, question, k)
        released = outcome.document
    except (PromiseError, KnowledgeError) as error:
        return Point(k, why=str(error))
    sights = [
        see(released, attacker, secret)
        for own in question.model.secrets
        for attacker, secret in pair_with_secrets(question.model.attackers, [own])
    ]
    return Point(k, share_kept(outcome.release), tuple(sights))


def _make_draft(document: Document, question: Question, k: int) -> Outcome:
    models = (_hide(question.model, k), *question.rest.models)
    return sanitize_under(replace(question.rest, models=models), document)


def _hide(model: Indistinct, k: int) -> PrivacyModel:
    """The promise that k others explain a text as well, for the attackers at hand; none but the names for k = 0."""
    if k == 0:
        return Redaction(tuple(secret.names for secret in model.secrets))
    return replace(model, k=k, attackers=tuple(each for each in model.attackers if each.repeatable))
