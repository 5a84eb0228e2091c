"""The check: equations 7 to 10 on a released text, every noun phrase and every group of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reticent.models.correlation_guard._reading import REASON, ReleaseReading
from reticent.models.correlation_guard.risk import Correlation, CorrelationAttacker, correlations_in_contexts
from reticent.models.shared.counts import describe_counts, describe_group, finite
from reticent.models.shared.phrases import Phrase, places_by_unit
from reticent.models.shared.unseen import NEVER_SEEN, UNDECIDED, UnseenWords, places_of_words
from reticent.plan import Violation
from reticent.text import Mention


def violations(
    reading: ReleaseReading,
    *,
    attacker: CorrelationAttacker,
    unseen: UnseenWords,
    at_least: float,
    model: str,
    kind: str,
) -> list[Violation]:
    """One violation for each secret that stands, each group that tells too much of one within a context, and each word
    that the corpus has never seen and that nobody wants kept."""
    standing = [
        Violation(model, mention.span, mention.kind, _why_it_may_not_stand(mention))
        for mention in reading.left
    ]
    found = correlations_in_contexts(attacker, reading.secrets, reading.phrases, at_least=at_least)
    places = places_by_unit(reading.phrases)
    told = [
        Violation(
            model,
            place.spans[0],
            kind,
            reason(each, at_least),
            group=each.group,
            members=tuple(places[unit] for unit in each.group),
            about=each.secret.term,
            evidence=figures(each, at_least),
        )
        for each in found
        if (place := _first_place(each, reading.phrases)) is not None
    ]
    return [*standing, *told, *_never_seen(reading, unseen, model=model, kind=kind)]


def _never_seen(
    reading: ReleaseReading, unseen: UnseenWords, *, model: str, kind: str
) -> Iterator[Violation]:
    """The words that the corpus has never seen: those that should be gone, and those that nobody has decided about."""
    units = sorted({unit for phrase in reading.phrases for unit in phrase.units})
    undecided = unseen.undecided(units)
    for word, spans in places_of_words(reading.phrases, [*undecided, *unseen.removed(units)]).items():
        open_yet = word in undecided
        yield Violation(
            model,
            spans[0],
            kind,
            UNDECIDED if open_yet else NEVER_SEEN,
            group=(word,),
            members=(spans,),
            undecided=open_yet,
        )


def figures(each: Correlation, at_least: float) -> dict[str, float]:
    """The numbers behind a correlation; what is infinite is left out."""
    values = {
        "bits": finite(each.bits),
        "bits_allowed": finite(at_least),
        "together": each.together,
        "alone": each.alone,
    }
    return {name: value for name, value in values.items() if value is not None}


def reason(each: Correlation, at_least: float) -> str:
    """What a group tells and what it may not, in one sentence that quotes no term of the text."""
    if not each.together:
        return "a removed term, or a telling word of one, stands here in clear"
    terms = len(each.group)
    given = ", given what stands in its place" if each.secret.beside else ""
    return (
        f"{describe_group(terms)} {each.bits:.1f} bits of a removed term{given}, and {at_least:.1f} are too many:"
        f" {describe_counts(each.together, each.alone, terms, 'that too')}"
    )


def _why_it_may_not_stand(mention: Mention) -> str:
    return f"{REASON}, and still there" if mention.reason == REASON else "sensitive and still there"


def _first_place(each: Correlation, phrases: Sequence[Phrase]) -> Phrase | None:
    """The first phrase of a group that a context of the secret shows as a whole."""
    for number in sorted(each.secret.contexts):
        here = [phrase for phrase in phrases if number in phrase.contexts]
        if all(any(unit in phrase.units for phrase in here) for unit in each.group):
            return next(phrase for phrase in here if each.group[0] in phrase.units)
    return None
