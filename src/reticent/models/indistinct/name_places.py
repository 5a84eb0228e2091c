"""What becomes of each name of a secret: g(c) where that reads, and otherwise a gap, with the words that lean on the name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from reticent.knowledge.taxonomy import Taxonomy
from reticent.language import DEFAULT_LANGUAGE
from reticent.models.disclosure.phrases import HYPHENED, HasCount, can_be_told, goes_with, joins_well
from reticent.models.indistinct.secrets import Secret
from reticent.rendering.grammar import (
    NOUNS,
    is_countable_noun,
    is_plural,
    is_used_as_noun,
    line_around,
    tag_around,
)
from reticent.text import Document, Span, merge_spans
from reticent.text.sentences import normal_words

_BLANK = re.compile(r"[ \t]+")
_DETERMINERS = frozenset({"DT", "PRP$", "POS", "CD"})
_BARE = frozenset({"disease", "illness"})  # "severe disease", but no "severe condition"


@dataclass(frozen=True, slots=True)
class Names:
    """The places of a secret's names: `told` those where g(c) stands from now on, `gone` those that are removed.

    What is removed may be more than the name: of "HIV test" nothing is left where g(c) can't stand before "test".
    """

    secret: Secret = field(repr=False)
    told: tuple[Span, ...] = ()
    gone: tuple[Span, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """All places, in order."""
        return tuple(sorted((*self.told, *self.gone)))


def divide_names(
    document: Document,
    secret: Secret,
    *,
    has_count: HasCount,
    taxonomy: Taxonomy,
    taken: Sequence[Span] = (),
) -> Names:
    """The names of a secret in a text by what becomes of each; no gap grows over places that are `taken`."""
    places = secret.places_of_names(document)
    general = secret.general
    if general is None:
        return Names(secret, gone=tuple(places))
    told = [
        span
        for span in places
        if span.of(document.text).casefold() not in secret.forms
        and _reads(document.text, span, general, has_count, taxonomy)
    ]
    others = [*taken, *document.placeholders, *told]
    gone = []
    for span in places:
        if span not in told:
            whole = with_compound(document.text, span)
            free = not any(Span(span.end, whole.end).overlaps(other) for other in others)
            gone.append(whole if free else span)
    return Names(secret, tuple(told), tuple(merge_spans(gone)))


def _reads(text: str, span: Span, general: str, has_count: HasCount, taxonomy: Taxonomy) -> bool:
    """Whether g(c) reads as English at a place: for a noun, before words that it goes with, with an article where it needs one."""
    if not can_be_told(text, span, general, taxonomy) or not joins_well(text, span, general):
        return False
    behind = text[span.end : with_compound(text, span).end]
    is_end = normal_words(span.of(text))[-1:] == normal_words(
        general
    )  # "colon cancer screening" as "cancer screening"
    following = [] if is_end or HYPHENED.match(behind) else normal_words(behind)
    return goes_with(general, following, has_count) and not _lacks_article(text, span, general)


def _lacks_article(text: str, span: Span, general: str) -> bool:
    """Whether words before the name would part g(c) from the article that it needs: "well-controlled virus"."""
    head = general.rsplit(" ", 1)[-1]
    if not is_countable_noun(general) or head in _BARE or is_plural(span.of(text)):
        return False
    before, after = line_around(text, span)
    left, _ = tag_around(before, span.of(text), after)
    modifiers = 0
    while modifiers < len(left) and left[-1 - modifiers][1] in NOUNS | {"JJ"}:
        modifiers += 1
    opening = left[-1 - modifiers][1] if modifiers < len(left) else "DT"
    return modifiers > 0 and opening not in _DETERMINERS


def with_compound(text: str, span: Span) -> Span:
    """A name with the nouns behind it that it says more of, or with what was found ("HIV positive", "HIV-negative").

    An adjective says more of a noun than a part of it does: of "a pregnant woman" the woman stays.
    """
    if hyphened := HYPHENED.match(text, span.end):
        return Span(span.start, hyphened.end())
    if not is_used_as_noun(text, span):
        return span
    end = at = span.end
    before, after = line_around(text, span)
    for word, tag in tag_around(before, span.of(text), after)[1]:
        blank = _BLANK.match(text, at)
        start = blank.end() if blank else at
        at = start + len(word)
        if blank is None or text[start:at].lower() != word:
            break
        end = at if tag in NOUNS or word in DEFAULT_LANGUAGE.word_use.results else end
        if tag not in NOUNS:
            break
    return Span(span.start, end)
