"""From a text to what has to change in it: names of the secrets, words that give them away, and what stands there then.

Readers who don't add up are asked by the audit alone. Planning takes the words that the last answer relied on, the audit asks
again about what is left, and so on, until k others come out as well or the budget of words is spent.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from reticent.attackers import Attacker, Clue, Guess
from reticent.attackers.linear import LinearAttacker
from reticent.attackers.profiles import read_words
from reticent.attackers.retrieval import Retrieval
from reticent.knowledge import Corpus
from reticent.knowledge.taxonomy import Entries, Taxonomy
from reticent.language import DEFAULT_LANGUAGE, Language, find_language
from reticent.models.indistinct._problem import (
    Balance,
    Cover,
    Occurrence,
    ReaderDemand,
    RemovalProblem,
    balances_of,
    choose_words,
)
from reticent.models.indistinct.secrets import Secret, count_others, pair_with_secrets
from reticent.models.shared.counts import information, own_counts
from reticent.models.shared.decisions import meets
from reticent.models.shared.generalizations import generalizations
from reticent.models.shared.mark_options import marks_of
from reticent.models.shared.marks import label_of
from reticent.models.shared.phrases import (
    HYPHENED,
    HasCount,
    Phrase,
    can_be_told,
    goes_with,
    joins_well,
    phrase_at,
)
from reticent.plan import Release
from reticent.rendering.grammar import (
    NOUNS,
    is_countable_noun,
    is_plural,
    is_used_as_noun,
    line_around,
    tag_around,
)
from reticent.rendering.placeholders import judged_marks
from reticent.text import Document, Span, merge_spans
from reticent.text.sentences import normal_words
from reticent.text.terms import terms
from reticent.text.tokens import token_texts

GAP = 8.0
"""Bits that a gap costs its reader, whatever stood there: about those of a common word. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text by number: normal form, places, and the bits that are lost when all of them go.

    `starts` and `numbers` are all places in order, with the word that stands at each.
    """

    forms: tuple[str, ...] = field(repr=False)
    places: tuple[tuple[Span, ...], ...]
    bits: NDArray[np.float64]
    spans: tuple[Span, ...] = field(repr=False)
    numbers: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(
        cls,
        document: Document,
        corpus: Corpus,
        *,
        gap: float = GAP,
        also: Mapping[str, tuple[Span, ...]] = MappingProxyType({}),
    ) -> Words:
        """The words of a document; a hyphenated one goes as a whole, and `gap` are the bits that a gap costs besides.

        `also` are numbers and small words that some reader takes from it; where another word stands they are a part of that.
        """
        form_at: dict[Span, str] = {}
        for form, spans in read_words(document).items():
            for span in spans:
                form_at[span] = max(form, form_at.get(span, ""), key=len)
        taken = merge_spans(form_at)
        for form, spans in also.items():
            form_at.update((span, form) for span in spans if not meets(taken, span))
        ordered = tuple(sorted(form_at))
        places: dict[str, list[Span]] = {}
        for span in ordered:
            places.setdefault(form_at[span], []).append(span)
        known = information(corpus, places)
        bits = [(gap + known.get(form, 0.0)) * len(at) for form, at in places.items()]
        number = {form: place for place, form in enumerate(places)}
        numbers = tuple(number[form_at[span]] for span in ordered)
        return cls(tuple(places), tuple(map(tuple, places.values())), np.array(bits, float), ordered, numbers)

    def at(self, place: Span) -> list[int]:
        """The numbers of the words that stand at a place, in part or whole."""
        first = bisect_left(self.spans, place.start, key=lambda span: span.end)
        last = bisect_left(self.spans, place.end, key=lambda span: span.start)
        pairs = zip(self.spans[first:last], self.numbers[first:last], strict=True)
        return [number for span, number in pairs if span.overlaps(place)]


def demand_of(
    reader: LinearAttacker, secret: Secret, document: Document, words: Words, *, added: Document, k: int
) -> ReaderDemand:
    """What a reader makes of a text in which the words of `added` will stand as well."""
    places: dict[str, tuple[Occurrence, ...]] = {
        unit: tuple(dict.fromkeys(frozenset(words.at(span)) for span in spans))
        for unit, spans in reader.units(document).items()
    }
    places |= dict.fromkeys(reader.units(added), ())
    units = sorted(places)
    others = others_known(reader, secret)
    named = {
        number: tuple(frozenset(words.at(span)) for span in spans)
        for number, spans in secret.places_of_candidates(document).items()
    }
    named |= dict.fromkeys(secret.places_of_candidates(added), (frozenset(),))
    names = {column: named[number] for column, number in enumerate(others) if number in named}
    return ReaderDemand(pull_of(reader, secret, units, others), [places[unit] for unit in units], k, names)


def effect_of(
    reader: LinearAttacker, secret: Secret, added: Document
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """How much a text that comes in besides speaks for the secret rather than for each other, and which it names."""
    others = others_known(reader, secret)
    named = secret.places_of_candidates(added)
    pull = pull_of(reader, secret, sorted(reader.units(added)), others).sum(axis=0)
    return pull, np.array([number in named for number in others], dtype=bool)


def others_known(reader: LinearAttacker, secret: Secret) -> list[int]:
    """The candidates besides the secret that a reader knows, by number."""
    known = reader.considers(secret.candidates)
    return [number for number, is_known in enumerate(known) if is_known and number != secret.own]


def pull_of(
    reader: LinearAttacker, secret: Secret, units: Sequence[str], others: Sequence[int]
) -> NDArray[np.float64]:
    """How much each unit speaks for the secret rather than for each of these candidates."""
    weights = reader.weights(units, secret.candidates)
    pull: NDArray[np.float64] = weights[:, [secret.own]] - weights[:, others]
    return pull


def share_of_units(
    reader: LinearAttacker, secret: Secret, document: Document
) -> Mapping[str, tuple[float, tuple[Span, ...]]]:
    """What each unit of a text adds to the score of the secret, as a share of all that speaks for it."""
    places = reader.units(document)
    units = sorted(places)
    own = reader.weights(units, secret.candidates)[:, secret.own] if units else np.zeros(0)
    total = float(np.maximum(own, 0.0).sum()) or 1.0
    return {unit: (float(own[row]) / total, places[unit]) for row, unit in enumerate(units)}


@dataclass(frozen=True, slots=True)
class WordRunChange:
    """A run of words at all places where just these stand together, and what it becomes; None is a placeholder, which a `mark`
    makes one of this kind."""

    words: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...]
    becomes: str | None = field(default=None, repr=False)
    mark: str = ""

    def phrase_in(self, document: Document, *, noun: bool = True) -> Phrase:
        """The words as a phrase of a document."""
        words = tuple(word for each in self.words for word in each.split())
        return phrase_at(
            document, words, self.spans, units=frozenset(), context_of=lambda place: frozenset({0}), noun=noun
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to change in a text: the places of each secret's names, the changes, and the cover behind them."""

    names: tuple[NamePlaces, ...]
    changes: tuple[WordRunChange, ...]
    cover: Cover


@dataclass(frozen=True, slots=True)
class LinearPlanner:
    """Plans for readers who add up, over words that cost the bits which a corpus gives them."""

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy = field(repr=False)
    readers: tuple[LinearAttacker, ...]
    k: int
    gap: float = GAP
    marks: bool = False

    def plan(
        self,
        document: Document,
        secrets: Sequence[Secret],
        *,
        kept: Sequence[Span] = (),
        also: Sequence[Span] = (),
    ) -> Wanted:
        """What has to change so that every demand is met; words at places that are `kept` stay, `also` others go."""
        names = self._divide_names(document, secrets, kept)
        nameless = mask(document, [span for each in names for span in each.spans])
        searching = [reader for reader in self.readers if isinstance(reader, Retrieval)]
        also_read = {form: spans for reader in searching for form, spans in reader.units(nameless).items()}
        words = Words.of(nameless, self.corpus, gap=self.gap, also=also_read)
        problem = self._problem(nameless, secrets, words, names, kept, also)
        cover = choose_words(problem)
        gone = cover.words | {number for span in also for number in words.at(span)}
        balances = balances_of(problem, sorted(gone))
        ends = self._ends_of_nouns(nameless) if gone else frozenset()
        changes = [
            self._replace(nameless, change, secrets, balances, ends)
            for change in join_neighbours(nameless, words, gone)
        ]
        return Wanted(names, tuple(changes), cover)

    def _divide_names(
        self, document: Document, secrets: Sequence[Secret], kept: Sequence[Span]
    ) -> tuple[NamePlaces, ...]:
        """What becomes of the names of each secret; what is removed with one is no word of another."""
        has_count = own_counts(self.corpus)
        taken = [*kept, *(span for secret in secrets for span in secret.places_of_names(document))]
        return tuple(
            divide_names(document, secret, has_count=has_count, taxonomy=self.taxonomy, taken=taken)
            for secret in secrets
        )

    def _problem(
        self,
        document: Document,
        secrets: Sequence[Secret],
        words: Words,
        names: Iterable[NamePlaces],
        kept: Sequence[Span],
        also: Sequence[Span],
    ) -> RemovalProblem:
        free = np.ones(len(words.forms), dtype=bool)
        free[[number for span in kept for number in words.at(span)]] = False
        costs = words.bits.copy()
        costs[[number for span in also for number in words.at(span)]] = 1e-6
        general = " ".join(each.secret.general or "" for each in names if each.told)
        added = Document("what stands for names", general)
        demands = [
            demand_of(reader, secret, document, words, added=added, k=self.k)
            for reader, secret in pair_with_secrets(self.readers, secrets)
        ]
        return RemovalProblem(costs, free, demands)

    def _replace(
        self,
        document: Document,
        change: WordRunChange,
        secrets: Sequence[Secret],
        balances: Sequence[Balance],
        ends: Collection[int],
    ) -> WordRunChange:
        """The change with the most informative general term, or mark, that no reader learns too much from, if there is any.

        What it adds is taken into the balances, so that the next one is judged with it.
        """
        noun = all(span.end in ends for span in change.spans)
        phrase = change.phrase_in(document, noun=noun)
        if noun:
            allowed = [secret.general for secret in secrets if secret.general]
            options = generalizations(phrase, corpus=self.corpus, taxonomy=self.taxonomy, allowed=allowed)
            forms = (option.form for option in options if option.form)
            if form := next((each for each in forms if self._may_stand(each, secrets, balances)), None):
                return replace(change, becomes=phrase.spell(form))
        marks = marks_of(phrase, corpus=self.corpus, taxonomy=self.taxonomy) if self.marks else []
        kinds = (option.mark for option in marks)
        mark = next((each for each in kinds if self._may_stand(label_of(each), secrets, balances)), "")
        return replace(change, mark=mark)

    def _may_stand(self, form: str, secrets: Sequence[Secret], balances: Sequence[Balance]) -> bool:
        """Whether a term can stand in the text too; then the balances have it from now on."""
        document = Document("a general term", form)
        if any(secret.places_of_names(document) for secret in secrets):
            return False
        pairs = pair_with_secrets(self.readers, secrets)
        effects = [effect_of(reader, secret, document) for reader, secret in pairs]
        fits = all(balance.fits(*effect) for balance, effect in zip(balances, effects, strict=True))
        if fits:
            for balance, effect in zip(balances, effects, strict=True):
                balance.add(*effect)
        return fits

    def _ends_of_nouns(self, document: Document) -> frozenset[int]:
        """Where common nouns end: another noun can stand there."""
        found = terms(document, known=Entries(self.taxonomy))
        return frozenset(span.end for term in found if not term.name for span in term.spans)


def mask(document: Document, spans: Collection[Span]) -> Document:
    """The document with these places blanked, as placeholders are; a mark there says nothing any more."""
    text = document.text
    for mark, _ in judged_marks(document):
        if any(map(mark.overlaps, spans)):
            text = text[: mark.start] + " " * len(mark) + text[mark.end :]
    return replace(document, text=text, placeholders=tuple(merge_spans([*document.placeholders, *spans])))


def join_neighbours(document: Document, words: Words, gone: frozenset[int]) -> Iterator[WordRunChange]:
    """The words that go, those together between which there are blanks only; alike runs are one change."""
    runs: list[list[int]] = []
    for place in (place for place, number in enumerate(words.numbers) if number in gone):
        if runs and _is_next(document, words, runs[-1][-1], place):
            runs[-1].append(place)
        else:
            runs.append([place])
    alike: dict[tuple[str, ...], list[Span]] = {}
    for run in runs:
        forms = tuple(words.forms[words.numbers[place]] for place in run)
        alike.setdefault(forms, []).append(words.spans[run[0]].hull(words.spans[run[-1]]))
    for forms, spans in alike.items():
        yield WordRunChange(forms, tuple(spans))


def _is_next(document: Document, words: Words, before: int, after: int) -> bool:
    between = document.text[words.spans[before].end : words.spans[after].start]
    return after == before + 1 and between.isspace() and "\n" not in between


_REMEMBERED = 256  # answers kept for the next round, to bound memory; chosen by hand
_SHARE = 0.5  # of what a reader relied on goes in one round; chosen by hand


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A point of a curve: the share of words that stood, and how many others explained the text as well."""

    kept: float
    others: int


class Answers:
    """What readers answered about the drafts that they saw last, and the curves that this makes."""

    def __init__(self) -> None:
        self._guesses: dict[tuple[str, str, str], tuple[Guess, ...]] = {}
        self._curves: dict[tuple[str, str, str], list[CurvePoint]] = {}

    def remember(self, reader: str, release: Release, secret: str, guesses: Sequence[Guess]) -> None:
        """Keep an answer."""
        self._guesses[reader, release.released.fingerprint, secret] = tuple(guesses)
        others = count_others(guesses, secret)
        point = CurvePoint(share_kept(release), len(guesses) if others is None else others)
        self._curves.setdefault((reader, release.original.fingerprint, secret), []).append(point)
        for kept in (self._guesses, self._curves):
            for oldest in list(kept)[:-_REMEMBERED]:
                del kept[oldest]

    def last(self, reader: str, document: Document, secret: str) -> tuple[Guess, ...]:
        """What a reader answered about a text; nothing where it was not asked."""
        return self._guesses.get((reader, document.fingerprint, secret), ())

    def begin(self, reader: str, release: Release, secret: str) -> None:
        """Forget how a reader fared with drafts of an earlier run: those of one run hold fewer words each time."""
        place = (reader, release.original.fingerprint, secret)
        if place in self._curves and share_kept(release) > self._curves[place][-1].kept:
            del self._curves[place]

    def curve(self, reader: str, original: Document, secret: str) -> tuple[CurvePoint, ...]:
        """How a reader fared with the drafts of a text so far, in order."""
        return tuple(self._curves.get((reader, original.fingerprint, secret), ()))


def places_relied_on(
    answers: Answers,
    readers: Sequence[Attacker],
    document: Document,
    secrets: Sequence[Secret],
    *,
    k: int,
    otherwise: Sequence[Span] = (),
) -> list[Span]:
    """Where readers who still find a secret say that they found it: the weightiest half of it, and at least one place.

    For a reader who finds it and says nothing of where, these are the places `otherwise`.
    """
    found: list[Span] = []
    for reader, secret in pair_with_secrets(readers, secrets):
        guesses = answers.last(reader.name, document, secret.name)
        others = count_others(guesses, secret.name)
        if guesses and others is not None and others < k:
            clues = [each for guess in guesses if guess.candidate == secret.name for each in guess.clues]
            found += [clue.span for clue in _weightiest(clues)] or otherwise
    return found


def share_kept(release: Release) -> float:
    """The share of the original's words that no edit changed."""
    words = len(token_texts(release.original.text))
    changed = sum(len(token_texts(edit.span.of(release.original.text))) for edit in release.edits)
    return 1 - changed / words if words else 1.0


def describe_curve(points: Sequence[CurvePoint]) -> str:
    """A curve in words, from the first draft to the last.

    >>> describe_curve([CurvePoint(1.0, 0), CurvePoint(0.9, 3)])
    'words kept and others so far: 100 %: 0, 90 %: 3'
    """
    told = [f"{100 * each.kept:.0f} %: {each.others:,}" for each in points]
    return f"words kept and others so far: {', '.join(told)}"


def _weightiest(clues: Iterable[Clue]) -> Iterator[Clue]:
    """The clues that speak for a candidate, the weightiest first, until so much of their weight is taken."""
    positive = [clue for clue in clues if clue.share > 0]
    left = _SHARE * sum(clue.share for clue in positive)
    for clue in sorted(positive, key=lambda each: (-each.share, each.span)):
        if left <= 0:
            return
        yield clue
        left -= clue.share


_BLANK = re.compile(r"[ \t]+")
_DETERMINERS = frozenset({"DT", "PRP$", "POS", "CD"})
_BARE = frozenset({"disease", "illness"})  # "severe disease", but no "severe condition"


@dataclass(frozen=True, slots=True)
class NamePlaces:
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
) -> NamePlaces:
    """The names of a secret in a text by what becomes of each; no gap grows over places that are `taken`."""
    places, general = secret.places_of_names(document), secret.general
    language = find_language(document.language)
    if general is None:
        return NamePlaces(secret, gone=tuple(places))
    told = [
        span
        for span in places
        if span.of(document.text).casefold() not in secret.forms
        and _reads(document.text, span, general, has_count, taxonomy, language)
    ]
    others = [*taken, *document.placeholders, *told]
    gone = []
    for span in places:
        if span not in told:
            whole = with_compound(document.text, span, language=language)
            free = not any(Span(span.end, whole.end).overlaps(other) for other in others)
            gone.append(whole if free else span)
    return NamePlaces(secret, tuple(told), tuple(merge_spans(gone)))


def _reads(
    text: str, span: Span, general: str, has_count: HasCount, taxonomy: Taxonomy, language: Language
) -> bool:
    """Whether g(c) reads well at a place: for a noun, before words that it goes with, with an article where it needs one."""
    told = can_be_told(text, span, general, taxonomy, language=language)
    if not told or not joins_well(text, span, general, language=language):
        return False
    after = text[span.end : with_compound(text, span, language=language).end]
    own, said = normal_words(span.of(text), language=language), normal_words(general, language=language)
    is_end = own[-1:] == said  # "colon cancer screening" as "cancer screening"
    following = [] if is_end or HYPHENED.match(after) else normal_words(after, language=language)
    fits = goes_with(general, following, has_count, language=language)
    return fits and not _lacks_article(text, span, general, language)


def _lacks_article(text: str, span: Span, general: str, language: Language) -> bool:
    """Whether words before the name would part g(c) from the article that it needs: "well-controlled virus"."""
    head, written = general.rsplit(" ", 1)[-1], span.of(text)
    counted = is_countable_noun(general, language=language)
    if not counted or head in _BARE or is_plural(written, language=language):
        return False
    before, after = line_around(text, span)
    left, _ = tag_around(before, written, after, language)
    modifiers = 0
    while modifiers < len(left) and left[-1 - modifiers][1] in NOUNS | {"JJ"}:
        modifiers += 1
    opening = left[-1 - modifiers][1] if modifiers < len(left) else "DT"
    return modifiers > 0 and opening not in _DETERMINERS


def with_compound(text: str, span: Span, *, language: Language = DEFAULT_LANGUAGE) -> Span:
    """A name with the nouns after it that it says more of, or with what was found ("HIV positive", "HIV-negative").

    An adjective says more of a noun than a part of it does: of "a pregnant woman" the woman stays.
    """
    if hyphened := HYPHENED.match(text, span.end):
        return Span(span.start, hyphened.end())
    if not is_used_as_noun(text, span, language=language):
        return span
    end = at = span.end
    before, after = line_around(text, span)
    for word, tag in tag_around(before, span.of(text), after, language)[1]:
        blank = _BLANK.match(text, at)
        start = blank.end() if blank else at
        at = start + len(word)
        if blank is None or text[start:at].lower() != word:
            break
        end = at if tag in NOUNS or word in language.word_use.results else end
        if tag not in NOUNS:
            break
    return Span(span.start, end)
