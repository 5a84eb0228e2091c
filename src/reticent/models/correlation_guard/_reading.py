"""S and Q of a release: what was removed from it, and the noun phrases that were not, with the words beside a mask.

Section 4.2 of "Minimizing the disclosure risk of semantic correlations in document sanitization", which takes a noun phrase for
sensitive when one of its words is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import dropwhile
from typing import Literal

from reticent.detection.detector import outside, settle, with_words
from reticent.knowledge import is_countable
from reticent.knowledge.corpus.spoken import normal_word, normal_words, spoken
from reticent.language import Language, find_language
from reticent.models.shared.decisions import find_survivors, meets, narrow
from reticent.models.shared.marks import phrases_with, words_beside
from reticent.models.shared.phrases import (
    ContextOf,
    HasCount,
    Phrase,
    number_contexts,
    phrase_at,
    units_of,
)
from reticent.models.shared.proper_names import NameIndex, divide_by_name, with_full_names
from reticent.models.shared.spelling import WordReadings
from reticent.plan import Release
from reticent.rendering.placeholders import read_term, spell_marks, widen_to_marks
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span, merge_spans
from reticent.text.document import MASK
from reticent.text.terms import Term, terms
from reticent.text.tokens import Token, tokenize

NAME, KIND = "correlation-guard", "REMOVED"
REASON = "in one noun phrase with a sensitive word"

_REACH = 60
"""Characters on each side of a mask in which the word beside it lies whole."""

_BEFORE = re.compile(rf"(\b[^\W_][^\s{MASK}]*)[ \t-]*\Z")
_AFTER = re.compile(rf"[ \t-]*([^\W_][^\s{MASK}]*)")


# paper: correlations, Section 4.2
def find_rest_of_phrases(document: Document, sensitive: Sequence[Mention]) -> list[Mention]:
    """What stands in one noun phrase with a sensitive word and is not sensitive by itself: "immune" of "immune system"."""
    taken = merge_spans(mention.span for mention in sensitive)
    rest: list[Mention] = []
    for phrase in sorted(span for term in terms(document) for span in term.spans):
        first = bisect_right(taken, phrase.start, key=lambda span: span.end)
        if inside := taken[first : bisect_left(taken, phrase.end, key=lambda span: span.start)]:
            rest += outside([Mention(phrase, KIND, reason=REASON)], inside)
    return [replace(each, span=narrow(each.span, document.text)) for each in with_words(rest, document)]


def find_words_beside(document: Document, known: Iterable[Span]) -> list[Token]:
    """The words directly beside a placeholder that have a meaning and that no `known` phrase holds, in order."""
    covered = merge_spans(known)
    language = find_language(document.language)
    found = {
        token.start: token
        for token in _tokens_beside(document)
        if _has_meaning(token.text, language) and not meets(covered, token.span)
    }
    return [found[start] for start in sorted(found)]


def _tokens_beside(document: Document) -> Iterator[Token]:
    """The last token before each placeholder and the first after it, where only blanks and hyphens lie between."""
    text = document.mask_placeholders()
    for mask in document.placeholders:
        start, end = max(0, mask.start - _REACH), min(len(text), mask.end + _REACH)
        before = _BEFORE.search(text, start, mask.start)
        after = _AFTER.match(text, mask.end, end)
        yield from tokenize(text, Span(*before.span(1)), language=spoken())[-1:] if before else ()
        yield from tokenize(text, Span(*after.span(1)), language=spoken())[:1] if after else ()


def _has_meaning(word: str, language: Language) -> bool:
    means_something = any(map(str.isalpha, word)) and word.lower() not in language.stop_words
    return means_something and is_countable(normal_word(word))


Lookup = Literal["words", "phrases"]
"""Whether an attacker looks up every word and every known run of words in a phrase, or whole noun phrases only."""


@dataclass(frozen=True, slots=True)
class SecretTerm:
    """A removed term, or one word of it (then not `whole`), as an attacker would look it up.

    `beside` is what the more general term that was put in its place tells already. `name` is how the original writes it,
    where it is a proper name, and a word is one `of` these terms. `bar` is how many bits of it are too many, where that is its own.
    """

    term: str = field(repr=False)
    whole: bool
    contexts: frozenset[int]
    beside: frozenset[str] = field(default=frozenset(), repr=False)
    name: str = field(default="", repr=False)
    of: frozenset[str] = field(default=frozenset(), repr=False)
    bar: float | None = None

    def allowed(self, at_least: float) -> float:
        """The bits of it that are too many: its own bar, or that of all."""
        return at_least if self.bar is None else self.bar


@dataclass(frozen=True, slots=True)
class ReleaseReading:
    """The secrets of a release, the phrases left in it, and the places where a secret still stands."""

    secrets: tuple[SecretTerm, ...]
    phrases: tuple[Phrase, ...]
    left: tuple[Mention, ...]

    def judged_alike(self) -> ReleaseReading:
        """The same without bars of their own."""
        return replace(self, secrets=tuple(replace(each, bar=None) for each in self.secrets))


# paper: correlations, Section 4.2; Figure 2
@dataclass(frozen=True, slots=True)
class ReleaseReader:
    """How a release is read: where terms count as standing together, and what an attacker looks up.

    With `whole_phrases` the noun phrases that hold a sensitive word are sensitive as a whole; else the rest of their words
    is judged like all others. `spelling` reads words that the attacker has never seen as those that were meant.
    """

    context: str
    has_count: HasCount = field(repr=False)
    whole_phrases: bool = True
    lookup: Lookup = "words"
    spelling: WordReadings | None = None

    def read(
        self, release: Release, sensitive: Sequence[Mention], found_again: Iterable[Mention]
    ) -> ReleaseReading:
        """What the release hides and what it shows; where it hides nothing, what it shows doesn't matter.

        `sensitive` are places in the original, `found_again` in the released text.
        """
        rest = find_rest_of_phrases(release.original, sensitive) if self.whole_phrases and sensitive else []
        left = settle([*find_survivors(release, [*sensitive, *rest]), *found_again])
        if not sensitive:
            return ReleaseReading((), (), tuple(left))
        hidden = merge_spans([*release.released.placeholders, *(mention.span for mention in left)])
        document = replace(release.released, placeholders=tuple(hidden))
        secrets = self._secrets(release, sensitive, number_contexts(document, self.context))
        named = [(secret.name, secret.term) for secret in secrets if secret.name]
        return ReleaseReading(secrets, tuple(with_full_names(self.phrases(document, named))), tuple(left))

    def units_of_mark(self, words: Sequence[str], phrase: Phrase) -> frozenset[str]:
        """What a mark tells that counts as these words and stands for a phrase, and what they make with the words beside them."""
        beside = (words_beside(phrase.text, span) for span in phrase.spans)
        joined = (phrases_with(left, words, right, self.has_count) for left, right in beside)
        return frozenset().union(self._units(words), *joined)

    def phrases(self, document: Document, named: Iterable[tuple[str, str]] = ()) -> list[Phrase]:
        """The noun phrases left in a document, and the words beside a mask that stand in none.

        Who looks up phrases only has no use for the latter. `named` are proper names, each with what it stands for.
        """
        spelled, names = spell_marks(document), NameIndex.of(named)
        found, whole = terms(spelled), widen_to_marks(document)
        add = partial(phrase_at, spelled, context_of=number_contexts(document, self.context))
        phrases = [
            _widen(
                add(term.words, spans, units=self._units(term.words) | names.meant_by(name), name=name), whole
            )
            for term in found
            for name, spans in divide_by_name(term, spelled)
        ]
        if self.lookup == "phrases":
            return phrases
        beside: dict[str, list[Span]] = {}
        for token in find_words_beside(document, (span for term in found for span in term.spans)):
            beside.setdefault(normal_word(token.text), []).append(token.span)
        words = beside.items()
        return phrases + [add((word,), at, units=self._units((word,)), noun=False) for word, at in words]

    def _units(self, words: Sequence[str]) -> frozenset[str]:
        if self.lookup == "words":
            read = [words, *(self.spelling.respell(tuple(words)) if self.spelling else ())]
            return frozenset().union(*(units_of(row, self.has_count) for row in read))
        return frozenset(filter(is_countable, [" ".join(words)]))

    def _secrets(
        self, release: Release, sensitive: Sequence[Mention], context_of: ContextOf
    ) -> tuple[SecretTerm, ...]:
        """Each removed term once for every replacement that it got, in the order of first places."""
        trace = Trace.of(release.edits)
        places = [(span, term) for term in terms(release.original) for span in term.spans]
        places.sort(key=lambda place: place[0])
        found: dict[tuple[str, frozenset[str]], SecretTerm] = {}
        for mention in sensitive:
            beside = self._units_in_its_place(release, trace, mention)
            now = _place_now(trace, mention.span)
            here = context_of(Span(now, now))
            for secret in self._names(release.original, mention, places):
                known = found.get((secret.term, beside), secret)
                whole, name = known.whole or secret.whole, known.name or secret.name
                found[secret.term, beside] = SecretTerm(
                    secret.term, whole, known.contexts | here, beside, name, known.of | secret.of
                )
        return tuple(found.values())

    def _names(
        self, document: Document, mention: Mention, places: Sequence[tuple[Span, Term]]
    ) -> Iterator[SecretTerm]:
        """What an attacker may call a removed term: itself, the known phrase around it, and its words.

        One who looks up phrases only calls it by the noun phrase that it stands in.
        """
        written = mention.span.of(document.mask_placeholders())
        language = find_language(document.language)
        words = list(dropwhile(language.stop_words.__contains__, normal_words(written)))
        while words and words[-1] in language.stop_words:
            words.pop()
        own = " ".join(word for each in words for word in each.split(" ") if word)
        if not is_countable(own):
            return
        last = bisect_right(places, mention.span.end - 1, key=lambda place: place[0].start)
        near = places[max(0, last - len(words) - 1) : last]
        around = [term for span, term in near if span.overlaps(mention.span)]
        nowhere, only_phrases = frozenset[int](), self.lookup == "phrases" and bool(around)
        if not only_phrases:
            yield SecretTerm(own, True, nowhere, name=written if any(term.name for term in around) else "")
        for term in around:
            if only_phrases or (term.form != own and self.has_count(term.form)):
                yield SecretTerm(term.form, True, nowhere, name=term.written if term.name else "")
        for word in own.split(" ") if self.lookup == "words" else ():
            if word != own and is_countable(word):
                yield SecretTerm(word, False, nowhere, of=frozenset({own}))

    def _units_in_its_place(self, release: Release, trace: Trace, mention: Mention) -> frozenset[str]:
        """What stands in the place of a mention and says something: a known phrase whole, any other by its words."""
        first = bisect_right(trace.ends, mention.span.start)
        last = bisect_left(trace.starts, mention.span.end)
        units: set[str] = set()
        for edit in release.edits[first:last]:
            said = (read_term(edit.text) or "") if edit.placeholder else edit.text
            words = list(filter(is_countable, normal_words(said)))
            form = " ".join(words)
            units |= {form} if len(words) > 1 and self.has_count(form) else set(words)
        return frozenset(units)


def _widen(phrase: Phrase, whole: Callable[[Span], Span]) -> Phrase:
    """The phrase with the whole of the marks in it; nothing but a gap can stand where a mark is."""
    spans = tuple(map(whole, phrase.spans))
    return (
        phrase
        if spans == phrase.spans
        else replace(phrase, spans=spans, noun=False, divisible=False, mark=True)
    )


def _place_now(trace: Trace, span: Span) -> int:
    """Where the released text has what stands for a place of the original."""
    first = bisect_right(trace.ends, span.start)
    if first < len(trace.starts) and trace.starts[first] < span.end:
        return trace.new_starts[first]
    released = trace.to_released(span)
    return released.start if released else 0
