"""Finds people, places, organizations and the other quasi-identifiers of running English text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, reduce
from typing import Literal

import numpy as np

from reticent.detection.ages import tells_age_over_89
from reticent.detection.detector import CompleteDetector, agree_on_entities, settle
from reticent.detection.names.cased_text import BLANK, CasedText, cased_text
from reticent.detection.names.entities import number_entities, unite_kinds
from reticent.detection.names.layout import split_by_line
from reticent.detection.names.made_words import find_user_names
from reticent.detection.names.medical import fingerprint_of_terms
from reticent.detection.names.model import KINDS as NUMBERED
from reticent.detection.names.model import (
    SETTINGS,
    NameJudgement,
    NameModel,
    ask_for_demographics,
    name_model,
)
from reticent.detection.names.network import Network, name_network
from reticent.detection.names.other_writings import FOREIGN, find_foreign_names, find_other_writings
from reticent.detection.names.passes import DEMOGRAPHICS, FINDING, JUDGING, find_names
from reticent.detection.names.spans import AGE, ELSEWHERE, NameRange, explain, names_nothing
from reticent.detection.names.spreading import SPREAD, WholeDocument, find_doubtful, spread_names, strip_name
from reticent.detection.regions import Places, large_regions, states
from reticent.detection.word_list import WordList
from reticent.errors import LanguageError, PolicyError
from reticent.language import DEFAULT_LANGUAGE
from reticent.settings.sources import Ages
from reticent.text import Analysis, Document, Mention, Span, analyze, analyze_text, tokenize
from reticent.text.matching import View

Judged = list[tuple[int, NameJudgement]]
"""Where each part of a text begins, in words, and what the model says of it."""


def join_readings(first: Sequence[Mention], second: Sequence[Mention]) -> list[Mention]:
    """All mentions of both, disjoint and in order; who is mentioned at the same place in both has the number of the first."""
    return settle([*first, *agree_on_entities(first, second)])


_WORDS = DEFAULT_LANGUAGE.names
_ALSO_CITIES = frozenset({("new", "york"), ("washington",)})
_ALSO_COUNTRIES = frozenset({("georgia",)})
_JOINTS = frozenset({",", "(", "/", "-", "–", ";"})
_FEDERATIONS = frozenset(
    tuple(name.split())
    for name in "usa|us|u.s.|u.s.a.|united states|united states of america|canada|australia".split("|")
)
_NO_TOWNS = frozenset(
    f"{word}".capitalize()
    for names in (*DEFAULT_LANGUAGE.dates.months, *DEFAULT_LANGUAGE.dates.weekdays)
    for word in names
) | frozenset("Spring Summer Autumn Fall Winter Congress Parliament Court".split())
_COMMON = frozenset(
    "turkey china jordan labrador south north western northern british american united".split()
)
_LONGEST_NAME, _LONGEST_TOWN = 6, 3
"""Words of the name of a region (one of `data/regions.txt` has more), and of a town before its state; chosen by hand."""


def without_states(cased: CasedText, place: NameRange) -> Iterator[NameRange]:
    """A place without the states and countries between its commas: of "Austin, Texas" the city alone.

    "12 Texas Avenue" is no state, and "New York" one only after the name of a smaller place.
    """
    begin = place.begin
    for word in range(place.begin, place.end + 1):
        if word < place.end and cased.words[word] != ",":
            continue
        first = begin == place.begin
        if begin < word and not _is_state(cased.words[begin:word], alone=first):
            whole = (begin, word) == (place.begin, place.end)
            yield place if whole else replace(place, begin=begin, end=word)
        begin = word + 1


def _is_state(words: list[str], *, alone: bool) -> bool:
    plain = [word.casefold() for word in words if word != "."]
    name = tuple(plain[1:] if plain[:1] == ["the"] else plain)
    return name in large_regions() and not (alone and name in _ALSO_CITIES)


@dataclass(frozen=True, slots=True)
class _Region:
    """The name of a large region in a text, from its first word to after its last, and whether it is a state."""

    begin: int
    end: int
    name: tuple[str, ...]
    state: bool


def find_towns(text: CasedText) -> Iterator[tuple[int, int]]:
    """Places smaller than a state by what stands beside them, whatever their names: "Norway, Maine", "town of Mexico".

    In a list such as "Ohio, Texas and Maine" none is a part of another.
    """
    regions = list(_find_regions(text))
    places = {region.begin for region in regions}
    small = [region for at, region in enumerate(regions) if _is_small(text, regions, at)]
    names = {region.name for region in small}
    for region in regions:
        if region.name in names:  # elsewhere in the same text the same place is meant
            yield region.begin, region.end
        begin = _begin_of_town(text, region) if region.state else None
        if begin is not None and begin not in places:
            yield begin, region.begin - 1


def _is_small(text: CasedText, regions: Sequence[_Region], at: int) -> bool:
    region = regions[at]
    return _is_called_town(text, region) or (_is_long(region) and _lies_in_next(text, regions, at))


def _is_long(region: _Region) -> bool:
    return sum(map(len, region.name)) > 3


def _find_regions(text: CasedText) -> Iterator[_Region]:
    begin = 0
    while begin < len(text):
        region = _read_region(text, begin)
        if region:
            yield region
        begin = region.end if region else begin + 1


def _read_region(text: CasedText, begin: int) -> _Region | None:
    """The longest name of a large region that begins at this word."""
    word = text.words[begin]
    if word.casefold() not in _first_words() or (
        not word[0].isupper() and (len(word) < 5 or word in _COMMON)
    ):
        return _read_short(text, begin)
    for end in range(min(len(text), begin + _LONGEST_NAME), begin, -1):
        name = tuple(each.casefold() for each in text.words[begin:end])
        if name in large_regions() and (len(word) > 3 or word.isupper() or end > begin + 1):
            return _Region(begin, end, name, name in states())
    return _read_short(text, begin)


def _read_short(text: CasedText, begin: int) -> _Region | None:
    """A state in its old short form, after a comma."""
    word = text.words[begin]
    short = word.rstrip(".").casefold()
    if short not in _WORDS.states_in_short or not word[0].isupper() or text.words[begin - 1 : begin] != [","]:
        return None
    return _Region(begin, begin + 1, (short,), True)


@cache
def _first_words() -> frozenset[str]:
    return frozenset(name[0] for name in large_regions())


def _is_called_town(text: CasedText, region: _Region) -> bool:
    """Whether "town of", or a label such as "city:", stands before it."""
    before = [word.casefold() for word in text.words[max(0, region.begin - 5) : region.begin]]
    if before[-1:] == ["of"]:
        return before[-2:-1] != [] and before[-2] in _WORDS.towns
    label = [word for word in before if any(map(str.isalnum, word))][-1:]
    signs = [word for word in before if not any(map(str.isalnum, word))]
    return (
        bool(label)
        and label[0] in _WORDS.towns
        and before[-1:] != label
        and any(sign in (":", "=") for sign in signs)
    )


def _begin_of_town(text: CasedText, state: _Region) -> int | None:
    """Where a name in capitals begins that stands after "in" or "from" and before a comma and a state: "in Bath, Maine"."""
    end = state.begin - 1
    if not _is_joined(text, state.begin):
        return None
    for begin in range(end - 1, max(0, end - _LONGEST_TOWN) - 1, -1):
        word = text.words[begin]
        if not word[0].isupper() or word in _NO_TOWNS or begin in text.bounds:
            return None
        if text.words[begin - 1].casefold() in _WORDS.into_places and text.gaps[begin] == BLANK:
            return begin
    return None


def _is_joined(text: CasedText, begin: int) -> bool:
    """Whether a comma, a bracket or the like joins a word to the one before."""
    return begin > 1 and text.words[begin - 1] in _JOINTS


def _lies_in_next(text: CasedText, regions: Sequence[_Region], at: int) -> bool:
    """Whether the next region is a state that this one lies in, right after it or after its county."""
    if at + 1 == len(regions) or not regions[at + 1].state:
        return False
    first, second = regions[at], regions[at + 1]
    between = text.words[first.end : second.begin]
    if len(between) == 1:
        return between[0] in _JOINTS and not _is_in_list(text, regions, at)
    return (
        between[:1] == [","] == between[-1:]
        and between[-2].casefold() in _WORDS.towns
        and len(between) <= _LONGEST_NAME
    )


def _is_in_list(text: CasedText, regions: Sequence[_Region], at: int) -> bool:
    """Whether a region and the next are two of several in a row, none of which lies in another."""
    first = last = at
    while first and _joint(text, regions, first - 1) == ",":
        first -= 1
    while _joint(text, regions, last) == ",":
        last += 1
    if last - first > 1:
        return regions[last].name not in _FEDERATIONS
    alike = regions[at].state or regions[at + 1].name in _ALSO_COUNTRIES
    return (
        alike and _joint(text, regions, last) in ("and", "or", "&") and _joint(text, regions, last + 1) != ","
    )


def _joint(text: CasedText, regions: Sequence[_Region], at: int) -> str:
    """What joins a region and the next: a comma, "and", "or"; nothing where other words stand between them."""
    if at + 1 >= len(regions):
        return ""
    words = text.words[regions[at].end : regions[at + 1].begin]
    joint = " ".join(words[-1:] if words[:1] == [","] else words).casefold()
    return joint if len(words) < 3 and joint in (",", "and", "or", "&") else ""


Setting = Literal["balanced", "careful"]

Demographics = Literal["identifying", "all"]
"""Which demographic attributes are found: those that readers would mask, or all, kin and sexes included."""

KINDS = frozenset(NUMBERED)
"""What the tagger reports; CONTACT is a way to reach somebody, DEM is a demographic attribute such as a nationality or an occupation."""

_SPREADING, _KINDS, _OTHER_WRITINGS, _USER_NAMES = "spreading", "one kind", "other writings", "user names"
PASSES = (*JUDGING, *FINDING, _SPREADING, _KINDS, _OTHER_WRITINGS, _USER_NAMES)
"""The passes over the CRF's findings in their order: over its parts, over the whole document, over the text as it is written."""

_SPREAD = [NUMBERED.index(kind) for kind in sorted(SPREAD)]
_DENIED = "MISC"
SMALLER = "the state that it lies in stands beside it"

_LATIN_OR_DIGIT = re.compile(r"[A-Za-z0-9]")


@dataclass(frozen=True)
class Names(CompleteDetector):
    """The detector of names and quasi-identifiers; scores say how often readers masked such a mention.

    What is on the `allow` list is left alone when it is a whole mention; what is on the `deny` list is always found.
    """

    model: NameModel = field(repr=False)
    setting: Setting = "balanced"
    only: frozenset[str] = KINDS
    at_least: float = 0.0
    allow: frozenset[tuple[str, ...]] = field(default=frozenset(), repr=False)
    deny: WordList | None = field(default=None, repr=False)
    ages: Ages = "over 89"
    places: Places = "all"
    network: Network | None = field(default=None, repr=False)
    demographics: Demographics = "identifying"
    left_out: frozenset[str] = frozenset()
    """Passes that don't run, by their names in `passes`: for experiments."""

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds asked for."""
        return self.only | {_DENIED} if self.deny else self.only

    @cached_property
    def declared(self) -> Mapping[str, str]:
        """The hash of the model, the word table and the medical lists, with the setting and the lists of the policy."""
        lists = sorted(" ".join(words) for words in self.allow)
        known = [self.model.fingerprint, self.model.classes.fingerprint, f"{self.at_least}"]
        known += [
            fingerprint_of_terms(),
            self.ages,
            self.places,
            self.demographics,
            *([self.network.fingerprint] if self.network else []),
            *sorted(self.left_out),
        ]
        parts = "\n".join([*known, *sorted(self.only), *lists])
        digest = hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()
        return {f"names, {self.setting}": f"sha256:{digest}", **(self.deny.declared if self.deny else {})}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every name, disjoint and in order, with the number of its entity in the document."""
        return self.mentions_of_many([document])[0]

    def mentions_of_many(self, documents: Sequence[Document]) -> list[Sequence[Mention]]:
        """The mentions of each document, as if each were asked for alone; many short ones take far less time so."""
        for document in documents:
            if document.language not in self.languages:
                raise LanguageError(
                    f"'{document.id}' is in a language that the names of people are not known of here: give the policy a"
                    " detector that reads it"
                )
        key = "names", id(self)
        analyses = [analyze(document) for document in documents]
        new = [analysis for analysis in dict.fromkeys(analyses) if not analysis.knows(key)]
        for analysis, finding in zip(new, self._find(new), strict=True):
            analysis.keep(key, finding)
        found: list[Sequence[Mention]] = []
        for document, analysis in zip(documents, analyses, strict=True):
            finding = analysis.share(key, lambda: Finding(self))
            denied = self.deny.mentions(document) if self.deny else ()
            found.append(settle([*finding.mentions, *denied]) if denied else list(finding.mentions))
        return found

    def _find(self, analyses: Sequence[Analysis]) -> Iterator[Finding]:
        """The names of each text; the model judges and explains all of them at once."""
        read = [(analysis, view) for analysis in analyses for view in _views(analysis)]
        texts = [_plain(analysis, view) for analysis, view in read]
        judged = self._judge(texts)
        places = [list(self._places(self._read_case(text), judged[text])) for text in texts]
        reasons = iter(explain(self.model, [(part, place) for each in places for _, part, place in each]))
        found: dict[Analysis, list[Sequence[Mention]]] = {}
        doubtful: dict[Analysis, set[Span]] = {}
        for (analysis, view), text, each in zip(read, texts, places, strict=True):
            explained = {place.move(begin): next(reasons) for begin, _, place in each}
            document = self._weigh(self._read_case(text), judged[text])
            judged_here = list(self._mentions(view, document, explained))
            found.setdefault(analysis, []).append([mention for mention, _ in judged_here])
            doubtful.setdefault(analysis, set()).update(each.span for each, doubt in judged_here if doubt)
        for analysis in analyses:
            mentions = self._add_elsewhere(analysis.text, reduce(join_readings, found[analysis]))
            yield Finding(self, tuple(mentions), _strings_of(analysis.text, mentions, doubtful[analysis]))

    def doubtful(self, document: Document) -> frozenset[str]:
        """The strings that were certain at none of their places: single places count, the same letters elsewhere don't."""
        self.mentions_of_many([document])
        return analyze(document).share(("names", id(self)), lambda: Finding(self)).doubtful

    def _weigh(self, text: CasedText, judged: Judged) -> WholeDocument:
        """The text, with how likely each of its words is a name or a code."""
        likely = np.zeros(len(text), np.float32)
        for begin, part in judged:
            likely[begin : begin + len(part.text)] = part.guess.masked[:, _SPREAD].sum(axis=1)
        return WholeDocument(text, self.model.classes, self.model.lists, likely.tolist())

    def _add_elsewhere(self, text: str, mentions: Sequence[Mention]) -> list[Mention]:
        """The mentions and the same names once more, in other letters or as parts of made words."""
        further: list[Mention] = []
        if _OTHER_WRITINGS not in self.left_out:
            further += find_other_writings(text, mentions)
        if _USER_NAMES not in self.left_out:
            further += find_user_names(text, mentions, self.model.classes, self.model.lists)
        others = {each.span: each for each in further}
        alone = [each for each in mentions if each.span not in others]
        return settle([*alone, *others.values()])

    def _judge(self, texts: Iterable[Analysis]) -> dict[Analysis, Judged]:
        """What the model says of each text, part by part; those that it has not read yet are judged all at once."""
        key = "judged names", id(self.model), id(self.network)
        distinct = list(dict.fromkeys(texts))
        new = [text for text in distinct if not text.knows(key)]
        parts = [list(_english_parts(self._read_case(text))) for text in new]
        judged = self.model.judge([part for each in parts for _, part in each])
        if self.network:
            judged = self.network.join(judged)
        owners = self.model, self.network
        for text, each in zip(new, parts, strict=True):
            text.keep(key, (owners, [(begin, next(judged)) for begin, _ in each]))
        return {text: text.share(key, lambda: (owners, []))[1] for text in distinct}

    def _read_case(self, text: Analysis) -> CasedText:
        classes = self.model.classes
        return text.share(("cased text", id(classes)), lambda: (classes, cased_text(text, classes)))[1]

    def _places(self, text: CasedText, judged: Judged) -> Iterator[tuple[int, NameJudgement, NameRange]]:
        """What the model finds in each part of a text, in order, and where in the text the part begins."""
        foreign, dial, model = text.foreign(), SETTINGS[self.setting], self.model
        everything = self.demographics == "all" and "DEM" in self.only
        if everything:
            dial = ask_for_demographics(dial)
        left_out = self.left_out if everything else self.left_out | {DEMOGRAPHICS}
        for begin, part in judged:
            for place in find_names(
                part.text, part.guess, dial, model.classes, model.lists, left_out=left_out
            ):
                if not foreign or part.text.number + part.text.sentence_of(place.begin) not in foreign:
                    yield begin, part, place

    def _mentions(
        self, view: View, document: WholeDocument, reasons: Mapping[NameRange, str]
    ) -> Iterator[tuple[Mention, bool]]:
        """The mentions of a text in which these names were found, each for its reason, and whether it is doubtful."""
        text = document.text
        known = {(place.begin, place.end): reason for place, reason in reasons.items()}
        reported = [
            (part, known.get((place.begin, place.end), ELSEWHERE))
            for place in self._look_at_whole(document, list(reasons))
            if NUMBERED[place.kind] in self.only
            for part in self._parts(view.text, text, place)
            if not (self.allow and strip_name(text.words[part.begin : part.end]) in self.allow)
        ]
        if self.places == "state" and "LOCATION" in self.only:
            reported = self._add(text, reported, "LOCATION", find_towns(text), SMALLER)
        if "PERSON" in self.only:
            reported = self._add(text, reported, "PERSON", find_foreign_names(text), FOREIGN, longer=True)
        parts = [part for part, _ in reported]
        numbered = zip(reported, number_entities(text, parts), find_doubtful(document, parts), strict=True)
        for (part, reason), entity, doubt in numbered:
            score = self.model.calibrate(part.masked)
            if score >= self.at_least:
                start, end = text.starts[part.begin], text.ends[part.end - 1]
                if age := AGE.match(view.text, start, end):
                    end = age.end()
                span = view.span(start, end)
                yield Mention(span, NUMBERED[part.kind], score, reason, entity), doubt

    def _look_at_whole(self, document: WholeDocument, found: list[NameRange]) -> list[NameRange]:
        if _SPREADING not in self.left_out:
            found = spread_names(document, found)
        return found if _KINDS in self.left_out else unite_kinds(document, found)

    def _add(
        self,
        text: CasedText,
        reported: list[tuple[NameRange, str]],
        kind: str,
        found: Iterable[tuple[int, int]],
        reason: str,
        *,
        longer: bool = False,
    ) -> list[tuple[NameRange, str]]:
        """What is reported, and what a rule finds besides for its reason: elsewhere, or `longer` than what is reported."""
        places = list(found)
        if not places:
            return reported
        number = NUMBERED.index(kind)
        taken = {word for part, _ in reported for word in range(part.begin, part.end)}
        added = [
            (NameRange(begin, end, number, 1.0), reason)
            for begin, end in places
            if not (taken.issuperset if longer else taken.intersection)(range(begin, end))
            and not (self.allow and strip_name(text.words[begin:end]) in self.allow)
        ]
        return sorted([*reported, *added], key=lambda each: each[0].begin) if added else reported

    def _parts(self, text: str, cased: CasedText, place: NameRange) -> Iterator[NameRange]:
        """The parts of a finding that are reported: line by line, and without what the policy lets stand."""
        kind = NUMBERED[place.kind]
        for part in split_by_line(text, cased, place):
            if names_nothing(kind, cased.words[part.begin : part.end]):
                continue
            if kind == "AGE" and self.ages != "all":
                if tells_age_over_89(text[cased.starts[part.begin] : cased.ends[part.end - 1]]):
                    yield part
            elif kind == "LOCATION" and self.places == "state":
                yield from without_states(cased, part)
            else:
                yield part


@dataclass(frozen=True, slots=True)
class Finding:
    """What a detector found in a text; it is kept beside it, so that no other one can get its number."""

    detector: Names
    mentions: tuple[Mention, ...] = ()
    doubtful: frozenset[str] = field(default=frozenset(), repr=False)


def _strings_of(text: str, mentions: Iterable[Mention], doubtful: Collection[Span]) -> frozenset[str]:
    """What stands at the doubtful places of these mentions, and at no other of them."""
    strings: dict[bool, set[str]] = {True: set(), False: set()}
    for mention in mentions:
        strings[mention.span in doubtful].add(mention.span.of(text))
    return frozenset(strings[True] - strings[False])


def names(  # noqa: PLR0913 - each of them is a key of a policy
    setting: Setting = "balanced",
    *,
    kinds: Iterable[str] | None = None,
    at_least: float = 0.0,
    allow: Iterable[str] = (),
    deny: Iterable[str] = (),
    ages: Ages = "over 89",
    places: Places = "all",
    network: Network | bool = False,
    demographics: Demographics | None = None,
    model: NameModel | None = None,
) -> Names:
    """The name tagger that ships with reticent, or another `model`, at one of its two settings.

    "balanced" finds what readers would mask; "careful" finds nearly all of that, and more than they would. `ages` says
    whether those up to 89 are found too, `places` whether states and countries are. With the `network` that ships, or another
    one, a neural network reads along: better, and far slower.
    """
    if setting not in SETTINGS:
        raise PolicyError(f"the name tagger has no such setting; use one of {', '.join(SETTINGS)}")
    only = KINDS if kinds is None else frozenset(kinds)
    if only - KINDS:
        raise PolicyError(f"no name has the kind {min(only - KINDS)}: use one of {', '.join(sorted(KINDS))}")
    allowed = frozenset(strip_name([token.text for token in tokenize(entry)]) for entry in allow)
    denied = tuple(deny)
    return Names(
        model or name_model(),
        setting,
        only,
        at_least,
        allowed,
        WordList(denied, kind=_DENIED) if denied else None,
        ages,
        places,
        (name_network() if network else None) if isinstance(network, bool) else network,
        demographics or ("identifying" if kinds is None else "all"),
    )


def _views(analysis: Analysis) -> tuple[View, ...]:
    """The first of the plain readings, and the one without marks inside words: "**J**ohn" is "John"."""
    return analysis.reading, *(view for view in analysis.readings if view.unmarked)


def _plain(analysis: Analysis, view: View) -> Analysis:
    """The analysis of a plain reading, which mostly is the text itself."""
    return analysis if view.text == analysis.text else analyze_text(view.text, language=analysis.language)


def _english_parts(text: CasedText) -> Iterator[tuple[int, CasedText]]:
    """The parts of a text that has something an English text would say."""
    if any(map(_LATIN_OR_DIGIT.search, text.words)):
        yield from text.parts()
