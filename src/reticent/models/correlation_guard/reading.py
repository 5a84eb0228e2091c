"""S and Q of a release: what was removed from it, and the noun phrases that were not.

Section 4.2 of "Minimizing the disclosure risk of semantic correlations in document sanitization".
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from reticent.detection.settling import settle
from reticent.knowledge import is_countable
from reticent.languages.en.stop_words import STOP_WORDS
from reticent.plan import Release
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span, merged
from reticent.text.contexts import Context, contexts
from reticent.text.lemmas import normal_words
from reticent.text.terms import Term, terms

Counted = Callable[[str], bool]
"""Whether a phrase has a count of its own."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase left in the text, at all its places; `units` are what an attacker can look up of it.

    `contexts` number the parts of the document that hold it.
    """

    words: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...]
    units: frozenset[str] = field(repr=False)
    contexts: frozenset[int]

    @property
    def form(self) -> str:
        """Its normal form."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Secret:
    """A removed term, or one word of it (then not `whole`), as an attacker would look it up.

    `beside` is what the more general term that was put in its place tells already.
    """

    term: str = field(repr=False)
    whole: bool
    contexts: frozenset[int]
    beside: frozenset[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """The secrets of a release, the phrases left in it, and the places where a secret still stands."""

    secrets: tuple[Secret, ...]
    phrases: tuple[Phrase, ...]
    left: tuple[Mention, ...]


def read(
    release: Release,
    sensitive: Sequence[Mention],
    found_again: Iterable[Mention],
    *,
    context: Context,
    counted: Counted,
) -> Reading:
    """What the release hides and what it shows; where it hides nothing, what it shows doesn't matter.

    `sensitive` are places in the original, `found_again` in the released text.
    """
    trace = Trace.of(release.edits)
    left = settle([*_left(release, trace, sensitive), *found_again])
    if not sensitive:
        return Reading((), (), tuple(left))
    hidden = merged([*release.released.placeholders, *(mention.span for mention in left)])
    document = replace(release.released, placeholders=tuple(hidden))
    starts = [span.start for span in contexts(document, context)]
    phrases = [
        Phrase(
            term.words,
            term.spans,
            units(term.words, counted),
            frozenset(bisect_right(starts, span.start) for span in term.spans),
        )
        for term in terms(document)
    ]
    return Reading(_secrets(release, trace, sensitive, starts, counted), tuple(phrases), tuple(left))


def units(words: Sequence[str], counted: Counted) -> frozenset[str]:
    """The words of a phrase, the parts of hyphenated ones, and the whole and every run of it that has its own count."""
    runs = [
        " ".join(words[start:end]) for start in range(len(words)) for end in range(start + 2, len(words) + 1)
    ]
    parts = [part for word in words if "-" in word for part in word.split("-") if len(part) > 2]
    found = [*words, *parts, *(run for run in runs if is_countable(run) and counted(run))]
    return frozenset(unit for unit in found if is_countable(unit))


def _left(release: Release, trace: Trace, sensitive: Iterable[Mention]) -> Iterable[Mention]:
    """The sensitive places of which a letter or a digit survived outside every edit."""
    gone = bytearray(len(release.original.text))
    for edit in release.edits:
        gone[edit.span.start : edit.span.end] = b"\1" * len(edit.span)
    for mention in sensitive:
        places = range(mention.span.start, mention.span.end)
        survives = any(not gone[place] and release.original.text[place].isalnum() for place in places)
        if survives and (span := trace.to_released(mention.span)):
            yield replace(mention, span=span)


def _secrets(
    release: Release, trace: Trace, sensitive: Sequence[Mention], starts: Sequence[int], counted: Counted
) -> tuple[Secret, ...]:
    """Each removed term once for every replacement that it got, in the order of first places."""
    whole: dict[tuple[str, frozenset[str]], bool] = {}
    held: dict[tuple[str, frozenset[str]], set[int]] = {}
    phrases = _by_place(terms(release.original))
    for mention in sensitive:
        beside = _told_by_replacement(release, trace, mention, counted)
        number = bisect_right(starts, _place(trace, mention.span))
        for term, is_whole in _names(release.original, mention, phrases, counted):
            whole[term, beside] = whole.get((term, beside), False) or is_whole
            held.setdefault((term, beside), set()).add(number)
    return tuple(
        Secret(term, is_whole, frozenset(held[term, beside]), beside)
        for (term, beside), is_whole in whole.items()
    )


def _names(
    document: Document, mention: Mention, phrases: Sequence[tuple[Span, Term]], counted: Counted
) -> Iterable[tuple[str, bool]]:
    """What an attacker may call a removed term: itself, the known phrase around it, and its words."""
    words = normal_words(mention.span.of(document.masked()))
    while words and words[0] in STOP_WORDS:
        words = words[1:]
    while words and words[-1] in STOP_WORDS:
        words = words[:-1]
    own = " ".join(word for each in words for word in each.split(" ") if word)
    if not is_countable(own):
        return
    yield own, True
    last = bisect_right(phrases, mention.span.end - 1, key=lambda place: place[0].start)
    for span, term in phrases[max(0, last - len(words) - 1) : last]:
        if span.overlaps(mention.span) and term.form != own and counted(term.form):
            yield term.form, True
    for word in own.split(" "):
        if word != own and is_countable(word):
            yield word, False


def _by_place(found: Iterable[Term]) -> list[tuple[Span, Term]]:
    return sorted(((span, term) for term in found for span in term.spans), key=lambda place: place[0])


def _place(trace: Trace, span: Span) -> int:
    """Where the released text has what stands for a place of the original."""
    first = bisect_right(trace.ends, span.start)
    if first < len(trace.starts) and trace.starts[first] < span.end:
        return trace.new_starts[first]
    released = trace.to_released(span)
    return released.start if released else 0


def _told_by_replacement(
    release: Release, trace: Trace, mention: Mention, counted: Counted
) -> frozenset[str]:
    """What stands in the place of a mention and is no placeholder: a known phrase whole, any other by its words."""
    first = bisect_right(trace.ends, mention.span.start)
    last = bisect_left(trace.starts, mention.span.end)
    told: set[str] = set()
    for edit in release.edits[first:last]:
        words = [] if edit.placeholder else [word for word in normal_words(edit.text) if is_countable(word)]
        form = " ".join(words)
        told |= {form} if len(words) > 1 and counted(form) else set(words)
    return frozenset(told)
