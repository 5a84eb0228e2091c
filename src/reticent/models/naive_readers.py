"""Second opinions that share neither reading nor counting with what plans and checks.

Planning and checking read a text with the same words and count with the same index: a fault there passes both. The
readers in this module know no tokens, lemmas, sentences or taggers. They split on everything that is not a letter, look
into raw postings, and recount by enumeration. They see less than the checks do, on purpose: each of their rules holds only
where the check's own rule holds as well, so that what they find is a fault and stops the release.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp, inf, log, log2
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pyroaring import BitMap

from reticent.executors import TravelsAsSettings
from reticent.knowledge.corpus.corpus import Corpus, HasPostings
from reticent.knowledge.entities.entities import EntityDatabase, HasContextRows
from reticent.knowledge.taxonomy.taxonomy import Concept, Taxonomy
from reticent.plan import Release
from reticent.text.document import Span

NAIVE = "a second, naive reader finds here what the check did not: please report this"
"""Why a place breaks a promise that the check itself found kept."""

Documents = Sequence[tuple[int, BitMap]]
"""Documents of each file of an index, with the weight that one of them has there."""

_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_BEGINS = re.compile(r"(?:\A|[^\w\s'’/-]|\b(?i:an?|the|has|have|had|is|was|were|with|his|her|their))\s*\Z")
_ENDS = re.compile(r"\s*(?:\Z|[^\w\s'’/-])")
_OPENS = re.compile(r"(?:\A|[.!?…\n])[^\w\n]*\Z")
_BEFORE = 20
"""Characters before a term that are looked at: enough for an article and the end of a sentence."""
_JOINT = re.compile(r"\s{1,3}|-")
_SHORTEST = 3
"""Letters of a word that is looked up: shorter ones are units of measure, initials and remains of contractions."""

_NO_PLURALS = frozenset(
    {"was", "has", "his", "its", "this", "does", "thus", "ours", "yours", "hers", "theirs"}
)
"""Words with an s that nobody counts: they are not several of "wa" or "doe"."""

_MOST_ENTITIES = 100_000
"""Entities up to which a database's terms are held in memory for a second count: some 50 MB. Larger ones have none."""

_CHANCE = 0.2
"""The chance up to which (C, g(C)) believes a single term, the same as its own; the promise names it."""

_EQUAL = 1 + 1e-9  # shares that two ways of dividing make differ by less

_MARGIN = 1.0
"""Bits by which a word must exceed what the guard allows: its threshold is taken from slightly other terms here. By hand."""

_MOST = 0.5
"""The share of a word's documents that must hold the secret: only nouns reach it, and the guard judges only nouns."""

_VERBAL = ("ed", "ing")
"""How verbs end that can't be told from nouns by counts: the guard judges nouns alone."""

_SUPPORT = 5
"""Documents that must hold a word and a secret before their bits are believed: below, one document decides."""


class PlainWord(NamedTuple):
    """A run of letters and its place; `joined` says whether only blanks or a hyphen part it from the one before."""

    text: str
    span: Span
    joined: bool


def split_words(text: str) -> list[PlainWord]:
    """Every run of letters, in order.

    >>> [word.text for word in split_words("HIV-positive, since 2019; isn't")]
    ['HIV', 'positive', 'since', 'isn', 't']
    """
    words: list[PlainWord] = []
    end = 0
    for found in _WORD.finditer(text):
        joined = bool(_JOINT.fullmatch(text, end, found.start()))
        words.append(PlainWord(found[0], Span(*found.span()), joined))
        end = found.end()
    return words


def find_names(words: Sequence[PlainWord], names: Iterable[str]) -> Iterator[Span]:
    """The places where the words of a name stand in a row, in any case; a name in capitals in capitals only."""
    begun: dict[str, list[tuple[str, ...]]] = {}
    for name in names:
        parts = tuple(_WORD.findall(name))
        if parts and len("".join(parts)) >= _SHORTEST:
            begun.setdefault(parts[0].casefold(), []).append(parts)
    for at, word in enumerate(words):
        for parts in begun.get(word.text.casefold(), ()):
            here = words[at : at + len(parts)]
            if all(each.joined for each in here[1:]) and _is_name(here, parts):
                yield here[0].span.hull(here[-1].span)


def _is_name(here: Sequence[PlainWord], parts: Sequence[str]) -> bool:
    written = tuple(word.text for word in here)
    if all(part.isupper() for part in parts):
        return written == tuple(parts)
    return " ".join(written).casefold() == " ".join(parts).casefold()


@dataclass(frozen=True, slots=True)
class RawCounts(TravelsAsSettings):
    """The postings of a corpus as they lie on disk, combined here; a corpus without postings is asked for its counts."""

    corpus: Corpus = field(repr=False)
    _known: dict[str, Documents] = field(default_factory=dict, init=False, repr=False, compare=False)
    _any: dict[frozenset[str], Documents] = field(default_factory=dict, init=False, repr=False, compare=False)

    def documents(self, term: str) -> Documents:
        """The documents with a term; none where it has no postings of its own."""
        if term not in self._known:
            self._known[term] = self.corpus.postings(term) if isinstance(self.corpus, HasPostings) else ()
        return self._known[term]

    def any_of(self, terms: frozenset[str]) -> Documents:
        """The documents with at least one of several terms."""
        if terms not in self._any:
            self._any[terms] = self._unite(terms)
        return self._any[terms]

    def _unite(self, terms: Iterable[str]) -> Documents:
        found: Documents = ()
        for documents in filter(None, map(self.documents, terms)):
            pairs = zip(found, documents, strict=True) if found else ()
            found = [(weight, one | other) for (weight, one), (_, other) in pairs] or documents
        return found

    def look_up(self, word: str) -> Documents:
        """The documents with a word as it is written, in small letters, or without a plural s: the first that has any."""
        if len(word) < _SHORTEST:
            return ()
        small = word.lower()
        if small in _NO_PLURALS and not word.isupper():
            return ()
        if (
            word.isupper()
        ):  # an acronym, unless its small letters are the commoner word: then a heading may be shouted
            found = self.documents(word)
            return found if count(found) >= count(self.documents(small)) else ()
        forms = [
            small,
            *([small.removesuffix("ies") + "y"] if small.endswith("ies") else ()),
            small.removesuffix("s"),
        ]
        return next((found for form in forms if count(found := self.documents(form))), ())


def count(documents: Documents) -> int:
    """As how many documents these count."""
    return sum(weight * len(numbers) for weight, numbers in documents)


def count_both(one: Documents, other: Documents) -> int:
    """As how many documents those count that are among both."""
    pairs = zip(one, other, strict=True) if one and other else ()
    return sum(weight * int(left.intersection_cardinality(right)) for (weight, left), (_, right) in pairs)


@dataclass(frozen=True, slots=True)
class Watched:
    """An entity as a naive reader knows it: its names, and the terms under which it and g(c) are counted.

    With `within` only documents that hold g(c) are counted. At most a share of `at_most` of a word's documents may hold it, or as
    many as of all documents; the word `told` may stand. How often g(c) is said is counted in `texts`, if there are any. `ordinary` are names that are common words as well, in small
    letters and without a plural s: all documents about Steve Jobs hold "job", so that its counts say nothing where no name is
    meant.
    """

    names: tuple[str, ...] = field(repr=False)
    ordinary: frozenset[str] = field(repr=False)
    terms: frozenset[str] = field(repr=False)
    general: frozenset[str] | None = field(repr=False)
    within: bool = False
    at_most: float = 1.0
    told: str = field(default="", repr=False)
    texts: RawCounts | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SingleWords(TravelsAsSettings):
    """Judges single words by Definitions 1 and 3 of (C, g(C)), on raw postings; `sure` asks for more than chance."""

    counts: RawCounts
    protected: tuple[Watched, ...]
    sure: bool
    _judged: dict[str, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    def find(self, text: str) -> list[Span]:
        """The places of names of an entity, and of words that tell more of it than is allowed."""
        words = split_words(text)
        ordinary = frozenset().union(*(entity.ordinary for entity in self.protected))
        names = [name for entity in self.protected for name in entity.names]
        telling = (
            word.span
            for at, word in enumerate(words)
            if not _is_in_capitals(words, at, text) and self._tells(word.text)
        )
        found = {*find_names(words, names), *telling}
        return sorted(span for span in found if not _is_ordinary(text, span, ordinary))

    def _tells(self, word: str) -> bool:
        if word not in self._judged:
            found = self.counts.look_up(word)
            self._judged[word] = bool(found) and any(
                self._tells_of(each, found, capped=each.at_most < 1 and _crude(each.told) != _crude(word))
                for each in self.protected
            )
        return self._judged[word]

    def _tells_of(self, entity: Watched, word: Documents, *, capped: bool) -> bool:
        own, general = self.counts.any_of(entity.terms), self.counts.any_of(entity.general or frozenset())
        if entity.within:
            own, word = _inside(own, general), _inside(word, general)
        alone, together = count(word), count_both(word, own)
        shares = self._share_by_general(entity, own, general)
        if capped:
            everything = count(general) if entity.within else self.counts.corpus.size
            shares.append(max(entity.at_most, count(own) / everything) if everything else 1.0)
        allowed = min(shares, default=0.5)
        if not alone or not together or (together < alone and together <= alone * allowed * _EQUAL):
            return False
        if together < alone and entity.general is None and not capped:
            return False
        return not self.sure or _chance(together, alone, allowed) <= _CHANCE

    def _share_by_general(self, entity: Watched, own: Documents, general: Documents) -> list[float]:
        """The share of a word's documents that may name the entity by g(c), if there is one that was ever seen."""
        size = self.counts.corpus.size
        if entity.texts is not None:
            general, among = entity.texts.any_of(entity.general or frozenset()), entity.texts.corpus.size
        else:
            among = size
        said = count(general)
        return [min(1.0, count(own) * among / (said * size))] if entity.general and said else []


def _is_in_capitals(words: Sequence[PlainWord], at: int, text: str) -> bool:
    """Whether a word in capitals has another one beside it on its line: nobody can tell a heading from acronyms by letters."""
    if not words[at].text.isupper():
        return False
    return any(
        each.text.isupper()
        and len(each.text) > 1
        and "\n"
        not in text[min(each.span.end, words[at].span.end) : max(each.span.start, words[at].span.start)]
        for each in (*words[max(0, at - 1) : at], *words[at + 1 : at + 2])
    )


def _is_ordinary(text: str, span: Span, ordinary: Collection[str]) -> bool:
    """Whether a common word has no capital of its own here: in small letters, first in its sentence, or among capitals."""
    word = span.of(text)
    if _crude(word) not in ordinary or word.islower():
        return _crude(word) in ordinary
    if word.isupper():
        return any(each.isupper() for each in _WORD.findall(text[: span.start].rpartition("\n")[2]))
    return bool(_OPENS.search(text, max(0, span.start - _BEFORE), span.start))


def _inside(one: Documents, other: Documents) -> Documents:
    return [(weight, left & right) for (weight, left), (_, right) in zip(one, other, strict=True)]


def _chance(together: int, alone: int, share: float) -> float:
    """At most how likely so many out of `alone` are by chance (Chernoff): never below what the check computes."""
    seen = together / alone
    if seen <= share or share >= 1:
        return 1.0
    rest = (1 - seen) * log((1 - seen) / (1 - share)) if seen < 1 else 0.0
    return exp(-alone * (seen * log(seen / share) + rest))


def find_correlated(
    text: str,
    secrets: Collection[str],
    counts: RawCounts,
    at_least: Callable[[Sequence[float]], Sequence[float]],
    *,
    at_most: float = 1.0,
    support: int = 1,
) -> list[Span]:
    """The words of a text that tell clearly more of a removed string than is allowed, by equations 3 and 8 of the guard.

    `at_least` makes the threshold of each secret out of the information of all, in bits. Whatever that is, a word may make a string as likely
    as `at_most`, where `support` documents say so.
    """
    size = counts.corpus.size
    terms = {secret: counts.documents(" ".join(_WORD.findall(secret.lower()))) for secret in secrets}
    known = {secret: found for secret, found in terms.items() if count(found)}
    thresholds = at_least([log2(size / count(found)) for found in known.values()])
    allowed = {
        secret: min(threshold, log2(max(at_most * size / count(found), 1.0))) + _MARGIN
        for (secret, found), threshold in zip(known.items(), thresholds, strict=True)
    }
    enough = max(_SUPPORT, support)

    @cache
    def tells(word: str) -> bool:
        found = () if word.islower() and word.endswith(_VERBAL) else counts.look_up(word)
        return any(
            _bits(found, hidden, size, enough) >= allowed[secret]
            for secret, hidden in known.items()
            if word.casefold() not in secret.casefold()
        )

    words = split_words(text) if known else []
    return [word.span for word in words if tells(word.text)]


def _bits(word: Documents, hidden: Documents, size: int, support: int) -> float:
    """What a word tells of a secret, where it names it in most of its documents; nothing otherwise."""
    together, alone = count_both(word, hidden), count(word)
    is_clear = together >= support and together >= _MOST * alone
    return log2(together * size / (alone * count(hidden))) if is_clear else -inf


def find_told_entities(
    text: str, database: EntityDatabase, least: Mapping[int, int], *, general: Collection[str] = ()
) -> list[Span]:
    """The places of terms that fit a protected entity and too few others, counted row by row (Definition 3.1 of ERASE).

    `least` has K of every protected entity; terms that are `general` names of others are left out, as more know them than
    the rows say.
    """
    if not isinstance(database, HasContextRows) or database.size > _MOST_ENTITIES:
        return []
    places = _find_terms(text, _terms_by_words(database))
    knowers: dict[str, set[int]] = {}
    for form, entity in database.context_rows(sorted(set(places.values()).difference(general))):
        knowers.setdefault(form, set()).add(entity)
    unsafe: set[str] = set()
    for entity in sorted(set().union(*knowers.values()) & least.keys()):
        fitting = [form for form, known in knowers.items() if entity in known]
        if len(set.intersection(*(knowers[form] for form in fitting))) - 1 < least[entity]:
            unsafe.update(fitting)
    return sorted(span for span, form in places.items() if form in unsafe)


def _find_terms(text: str, terms: _TermsByWords) -> dict[Span, str]:
    """The longest terms of a text by their letters and digits; one that may be several, or a part of more, is left out."""
    words = [(_crude(found[0]), Span(*found.span())) for found in _RUN.finditer(text)]
    found: dict[Span, str] = {}
    end = 0
    for at, (first, span) in enumerate(words):
        fitting = [
            (parts, forms)
            for parts, forms in terms.get(first, {}).items()
            if at + len(parts) > end and parts == tuple(word for word, _ in words[at : at + len(parts)])
        ]
        if fitting:
            parts, forms = max(fitting, key=lambda term: len(term[0]))
            end = at + len(parts)
            place = span.hull(words[end - 1][1])
            if len(forms) == 1 and _stands_alone(text, place):
                found[place] = forms[0]
    return found


def _stands_alone(text: str, place: Span) -> bool:
    """Whether no word before or after a place can belong to it: the check may know a longer name than the database has."""
    before = text[max(0, place.start - _BEFORE) : place.start]
    return bool(_BEGINS.search(before)) and bool(_ENDS.match(text, place.end))


_TermsByWords = Mapping[str, Mapping[tuple[str, ...], Sequence[str]]]
_known_terms: WeakKeyDictionary[EntityDatabase, _TermsByWords] = WeakKeyDictionary()


def _terms_by_words(database: EntityDatabase) -> _TermsByWords:
    """All terms by their words, and these by the first of them; read once for each database."""
    if database not in _known_terms:
        terms: dict[str, dict[tuple[str, ...], list[str]]] = {}
        for form in database.terms():
            if parts := tuple(map(_crude, _RUN.findall(form))):
                terms.setdefault(parts[0], {}).setdefault(parts, []).append(form)
        _known_terms[database] = terms
    return _known_terms[database]


def _crude(word: str) -> str:
    """A word in small letters without a plural s, on both sides."""
    return word.casefold().removesuffix("s")


def count_plausible(
    release: Release,
    sensitive: Collection[Span],
    taxonomy: Taxonomy,
    enough: int,
    *,
    read_mark: Callable[[str], str | None] = lambda placeholder: None,
) -> int | None:
    """At most how many texts could have been the original, up to `enough`, by the leaves below what stands for sensitive words.

    None where nothing more general was put in, or something that the taxonomy has under another name. `read_mark` says which
    term a placeholder counts as, if any.
    """
    edits = {
        (edit.span.of(release.original.text).casefold(), shown.casefold())
        for edit in release.edits
        if any(edit.span.overlaps(place) for place in sensitive)
        and (shown := read_mark(edit.text) if edit.placeholder else edit.text) is not None
    }
    product = None
    for written, shown in sorted(edits):
        above = {high for form in _singulars(written) for high in _find_above(taxonomy, form)}
        senses = [sense for form in _singulars(shown) for sense in taxonomy.concepts(form) if sense in above]
        if not senses:
            return None
        most = max(_count_leaves(taxonomy, sense, enough) for sense in senses)
        product = min(enough, (product or 1) * most)
    return product


def _singulars(shown: str) -> list[str]:
    """What a replacement may be in a dictionary: without its article, in the singular."""
    plain = re.sub(r"^(?:an?|the|some) ", "", shown.strip())
    ends = [("ies", "y"), ("es", ""), ("s", "")]
    return [plain, *(plain.removesuffix(end) + new for end, new in ends if plain.endswith(end))]


def _find_above(taxonomy: Taxonomy, word: str) -> set[Concept]:
    """All concepts above any sense of a word."""
    waiting = [parent for sense in taxonomy.concepts(word) for parent in taxonomy.parents(sense)]
    above: set[Concept] = set()
    while waiting:
        concept = waiting.pop()
        if concept not in above:
            above.add(concept)
            waiting += taxonomy.parents(concept)
    return above


def _count_leaves(taxonomy: Taxonomy, concept: Concept, enough: int) -> int:
    """The concepts below with nothing below them, counted one by one, up to `enough`."""
    seen, waiting, found = {concept}, [concept], 0
    while waiting and found < enough:
        below = taxonomy.children(waiting.pop())
        found += not below
        new = [child for child in below if child not in seen]
        seen.update(new)
        waiting += new
    return max(1, found)
