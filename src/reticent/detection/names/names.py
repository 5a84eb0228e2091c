"""Finds people, places, organizations and the other quasi-identifiers of running text, in each language that has a tagger."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Literal

import numpy as np

from reticent.detection.ages import tells_age_over_89
from reticent.detection.detector import DEFAULT_READ, CompleteDetector, agree_on_entities, settle
from reticent.detection.names.cased_text import CasedText, cased_text
from reticent.detection.names.columns_in_text import find_in_columns
from reticent.detection.names.entities import number_entities, unite_kinds
from reticent.detection.names.layout import split_by_line
from reticent.detection.names.made_words import find_user_names
from reticent.detection.names.medical import fingerprint_of_terms
from reticent.detection.names.model import KINDS as NUMBERED
from reticent.detection.names.model import (
    NAME_DATA,
    SETTINGS,
    NameJudgement,
    NameModel,
    ask_for_demographics,
    name_model,
)
from reticent.detection.names.network import Network, fast_network, name_network
from reticent.detection.names.other_writings import FOREIGN, find_foreign_names, find_other_writings
from reticent.detection.names.passes import DEMOGRAPHICS, FINDING, JUDGING, find_names
from reticent.detection.names.spans import (
    AGE,
    ELSEWHERE,
    NameRange,
    ends_with_sentence,
    explain,
    names_nothing,
)
from reticent.detection.names.spreading import SPREAD, WholeDocument, find_doubtful, spread_names, strip_name
from reticent.detection.names.towns import find_towns, without_states
from reticent.detection.regions import Places
from reticent.detection.word_list import WordList
from reticent.errors import LanguageError, PolicyError
from reticent.language import DEFAULT_CODE, find_language
from reticent.language.identification import name_language
from reticent.language.passages import LanguagePart, keep_parts
from reticent.language.registry import languages_with
from reticent.settings.sources import Ages
from reticent.text import Analysis, Document, Mention, Span, analyze, analyze_text, tokenize
from reticent.text.matching import View

Judged = list[tuple[int, NameJudgement]]
"""Where each part of a text begins, in words, and what the model says of it."""


def join_readings(first: Sequence[Mention], second: Sequence[Mention]) -> list[Mention]:
    """All mentions of both, disjoint and in order; who is mentioned at the same place in both has the number of the first."""
    return settle([*first, *agree_on_entities(first, second)])


Setting = Literal["balanced", "careful"]

Demographics = Literal["identifying", "all"]
"""Which demographic attributes are found: those that readers would mask, or all, kin and sexes included."""

KINDS = frozenset(NUMBERED)
"""What the tagger reports; CONTACT is a way to reach somebody, DEM is a demographic attribute such as a nationality or an occupation."""

_SPREADING, _KINDS, _OTHER_WRITINGS, _USER_NAMES = "spreading", "one kind", "other writings", "user names"
_COLUMNS = "columns in text"
PASSES = (*JUDGING, *FINDING, _SPREADING, _KINDS, _OTHER_WRITINGS, _USER_NAMES, _COLUMNS)
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
    read: frozenset[str] = DEFAULT_READ
    _others: dict[str, Names] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def languages(self) -> frozenset[str]:
        """The languages that it has a model of."""
        return self.read

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
            fingerprint_of_terms(self.model.language),
            self.ages,
            self.places,
            self.demographics,
            *([self.network.fingerprint] if self.network else []),
            *sorted(self.left_out),
        ]
        parts = "\n".join([*known, *sorted(self.only), *lists])
        digest = hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()
        others = {
            f"names, {code}": name_model(find_language(code)).fingerprint
            for code in sorted(self.read - {self.model.language.code})
        }
        denied = self.deny.declared if self.deny else {}
        return {f"names, {self.setting}": f"sha256:{digest}", **others, **denied}

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
        parts = [self._divide(document) for document in documents]
        if all(len(each) == 1 and each[0].code == self.model.language.code for each in parts):
            return self._read_together(documents)
        return [self._join_parts(*each) for each in zip(documents, parts, strict=True)]

    def _divide(self, document: Document) -> list[LanguagePart]:
        """The parts of a document by language; all of it is in the one language where no other is read."""
        code = document.language
        if self.read == {self.model.language.code}:
            return [LanguagePart(0, len(document.text), code)]
        return analyze(document).parts(self.read, code)

    def _join_parts(self, document: Document, parts: Sequence[LanguagePart]) -> Sequence[Mention]:
        """The mentions of a document that is read by the models of several languages, or by another than this one."""
        found: list[Mention] = []
        for code, detector, part in self._by_language(document, parts):
            (mentions,) = detector._read_together([part])
            kept = [each for each in mentions if any(_holds(each.span, own, code) for own in parts)]
            found = join_readings(found, kept) if found else kept
        return found

    def _by_language(
        self, document: Document, parts: Sequence[LanguagePart]
    ) -> Iterator[tuple[str, Names, Document]]:
        """Each language of a document with its detector, and the document as that reads it."""
        masked = document.mask_placeholders()
        for code in dict.fromkeys(part.code for part in parts):
            text = masked if len(parts) == 1 else keep_parts(masked, parts, code)
            yield code, self._speak(code), Document(document.id, text, language=code)

    def _speak(self, code: str) -> Names:
        """This detector with the model of another language."""
        if code == self.model.language.code:
            return self
        if code not in self._others:
            model = name_model(find_language(code))
            self._others[code] = replace(self, model=model, network=None, read=frozenset({code}))
        return self._others[code]

    def _read_together(self, documents: Sequence[Document]) -> list[Sequence[Mention]]:
        """The mentions of documents that are in the language of the model."""
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
            by_column = self._find_in_columns(analysis.text, mentions)
            doubtful[analysis].update(each.span for each in by_column)
            mentions = settle([*mentions, *by_column]) if by_column else mentions
            yield Finding(self, tuple(mentions), _strings_of(analysis.text, mentions, doubtful[analysis]))

    def doubtful(self, document: Document) -> frozenset[str]:
        """The strings that were certain at none of their places: single places count, the same letters elsewhere don't."""
        if document.language not in self.languages:
            return frozenset()
        strings: frozenset[str] = frozenset()
        for _, detector, part in self._by_language(document, self._divide(document)):
            detector._read_together([part])
            key = "names", id(detector)
            strings |= analyze(part).share(key, lambda own=detector: Finding(own)).doubtful  # type: ignore[misc]
        return strings

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
            further += find_user_names(
                text, mentions, self.model.classes, self.model.lists, self.model.language
            )
        others = {each.span: each for each in further}
        alone = [each for each in mentions if each.span not in others]
        return settle([*alone, *others.values()])

    def _find_in_columns(self, text: str, mentions: Sequence[Mention]) -> list[Mention]:
        """What stands in columns of names and is no mention yet."""
        if _COLUMNS in self.left_out:
            return []
        found = find_in_columns(text, mentions, self.model.language)
        return [each for each in found if each.kind in self.only and not self._is_allowed(each.span.of(text))]

    def _is_allowed(self, name: str) -> bool:
        return bool(self.allow) and strip_name(name.split(), self.model.language) in self.allow

    def _judge(self, texts: Iterable[Analysis]) -> dict[Analysis, Judged]:
        """What the model says of each text, part by part; those that it has not read yet are judged all at once."""
        key = "judged names", id(self.model), id(self.network)
        distinct = list(dict.fromkeys(texts))
        new = [text for text in distinct if not text.knows(key)]
        parts = [list(_spoken_parts(self._read_case(text))) for text in new]
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
            if not (self.allow and strip_name(text.words[part.begin : part.end], text.language) in self.allow)
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
                elif ends_with_sentence(text, part):
                    end -= 1
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
            and not (self.allow and strip_name(text.words[begin:end], text.language) in self.allow)
        ]
        return sorted([*reported, *added], key=lambda each: each[0].begin) if added else reported

    def _parts(self, text: str, cased: CasedText, place: NameRange) -> Iterator[NameRange]:
        """The parts of a finding that are reported: line by line, and without what the policy lets stand."""
        kind = NUMBERED[place.kind]
        for part in split_by_line(text, cased, place):
            if names_nothing(kind, cased.words[part.begin : part.end], cased.language):
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


def _holds(span: Span, part: LanguagePart, code: str) -> bool:
    return part.code == code and part.start <= span.start and span.end <= part.end


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
    network: Network | bool | Literal["fast"] = False,
    demographics: Demographics | None = None,
    model: NameModel | None = None,
    languages: Iterable[str] | None = None,
) -> Names:
    """The name tagger that ships with reticent, or another `model`, at one of its two settings.

    "balanced" finds what readers would mask; "careful" finds nearly all of that, and more than they would. `ages` says
    whether those up to 89 are found too, `places` whether states and countries are. With the `network` that ships, or another
    one, a neural network reads along: better, and slower; "fast" lets it read where the extra `network` is installed. Documents in any of the `languages` are read, or parts of them:
    all that have a tagger here, unless another `model` is given.
    """
    if setting not in SETTINGS:
        raise PolicyError(f"the name tagger has no such setting; use one of {', '.join(SETTINGS)}")
    only = KINDS if kinds is None else frozenset(kinds)
    if only - KINDS:
        raise PolicyError(f"no name has the kind {min(only - KINDS)}: use one of {', '.join(sorted(KINDS))}")
    known = languages_with(NAME_DATA) | {DEFAULT_CODE, *((model.language.code,) if model else ())}
    read = frozenset(languages if languages is not None else {model.language.code} if model else known)
    if unknown := sorted(read - known):
        raise PolicyError(
            f"there is no name tagger for {name_language(unknown[0])} here: use some of {', '.join(sorted(known))}"
        )
    own = model or name_model(find_language(DEFAULT_CODE if DEFAULT_CODE in read else min(read)))
    allowed = frozenset(strip_name([token.text for token in tokenize(entry)]) for entry in allow)
    denied = tuple(deny)
    return Names(
        own,
        setting,
        only,
        at_least,
        allowed,
        WordList(denied, kind=_DENIED) if denied else None,
        ages,
        places,
        _choose_network(network),
        demographics or ("identifying" if kinds is None else "all"),
        read=read,
    )


def _choose_network(network: Network | bool | Literal["fast"]) -> Network | None:
    if network == "fast":
        return fast_network()
    if isinstance(network, bool):
        return name_network() if network else None
    return network


def _views(analysis: Analysis) -> tuple[View, ...]:
    """The first of the plain readings, and the one without marks inside words: "**J**ohn" is "John"."""
    return analysis.reading, *(view for view in analysis.readings if view.unmarked)


def _plain(analysis: Analysis, view: View) -> Analysis:
    """The analysis of a plain reading, which mostly is the text itself."""
    return analysis if view.text == analysis.text else analyze_text(view.text, language=analysis.language)


def _spoken_parts(text: CasedText) -> Iterator[tuple[int, CasedText]]:
    """The parts of a text that has Latin letters or digits."""
    if any(map(_LATIN_OR_DIGIT.search, text.words)):
        yield from text.parts()
