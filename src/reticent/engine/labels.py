"""One judgement of labels: names of files, columns, keys, sheets and members of archives, which go out as well.

A label is hardly ever a sentence, so that a detector of names takes `birth_date`, "Price" or "WBC" for a person. What it
finds in a label counts only where a word of it is no ordinary one; what has a form of its own always counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import count, pairwise
from typing import Protocol, Self, TypeVar

from reticent.audit.tripwire import leftovers
from reticent.detection import Detector, Informativeness, Nouns, Patterns, WordList
from reticent.detection.names.word_lists import LISTED, MOSTLY_HIGH, word_classes, word_lists
from reticent.engine.languages import languages_of
from reticent.engine.outcome import Outcome
from reticent.engine.rules import Rules
from reticent.errors import PromiseError
from reticent.formats.seam.format import Relabel
from reticent.kinds import is_date
from reticent.knowledge.taxonomy import wordnet
from reticent.language.scripts import has_unread_word
from reticent.plan import Release, Violation
from reticent.rendering.placeholders import mark_placeholders, write_placeholder
from reticent.text import Document, Mention
from reticent.text.dates import read_date

_MOST_REMEMBERED = 4096  # names of a large folder; chosen by hand: more would only take memory
_TELLING = 3
"""Letters that a removed word must have to count in a name: shorter ones are everywhere."""

_QUOTED = re.compile(r"'(.+)'\Z", re.DOTALL)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")


_NUMBERED = re.compile(r"([A-Za-z]{3,})[ _-]?\d{1,3}(?:\.[a-z]{2,5})?")
_TITLES = frozenset("mr mrs ms miss mx dr prof sir dame".split())
_BEFORE_PEOPLE = frozenset(
    "doctor professor lord lady sister brother nurse patient client to for from by re".split()
)
"""Words of labels that also stand before others than people."""


@dataclass(frozen=True, slots=True)
class LabelJudge:
    """Judges labels by a policy; the same ones come again and again, so that verdicts are remembered."""

    rules: Rules
    _verdicts: dict[str, str | None] = field(default_factory=dict, repr=False)

    def find_kind(self, label: str) -> str | None:
        """The kind of what a label tells; None where it tells nothing."""
        if label not in self._verdicts:
            if len(self._verdicts) >= _MOST_REMEMBERED:
                self._verdicts.clear()
            self._verdicts[label] = _find_kind(label, self.rules)
        return self._verdicts[label]

    def tells(self, name: str, outcomes: Sequence[Outcome] = ()) -> bool:
        """Whether a name holds what the policy forbids, or words that were removed from the documents of its file."""
        if not _is_text(name) or self.find_kind(name) is not None:
            return True
        return _breaks_a_promise(name, self.rules) or _repeats(name, outcomes)

    def replace(self, labels: Sequence[str], *, taken: Iterable[str] = ()) -> dict[str, str]:
        """The labels that don't go out, each with the placeholder that does; numbered where two would be the same.

        An ordinary word that is also a name ("Mark") counts where two labels beside it are surely people's. `taken` are
        further labels that no placeholder may be equal to.
        """
        kinds = {each: kind for each in dict.fromkeys(labels) if (kind := self.find_kind(each))}
        if sum(kind == _PERSON for kind in kinds.values()) >= _ENOUGH_PEOPLE:
            kinds |= {each: _PERSON for each in labels if each not in kinds and _may_be_person(each)}
        return _number(kinds, {*labels, *taken}, self.rules.options.placeholders)

    def list_violations(self, labels: Sequence[str]) -> list[Violation]:
        """Every way in which labels together break a promise about protected entities, as they stand and as words."""
        models = [each for each in self.rules.models if each.protect]
        if not models or not labels:
            return []
        readings = {"\n".join(reading) for reading in zip(*map(_read_twice, labels), strict=True)}
        documents = [
            mark_placeholders(
                Document("labels", text), self.rules.kinds, style=self.rules.options.placeholders
            )
            for text in sorted(readings)
        ]
        return [
            violation
            for document in documents
            for model in models
            for violation in model.violations(Release(document, document))
        ]

    def release(self, name: str, labels: Sequence[str]) -> dict[str, str]:
        """What `replace` gives for the labels of a file; a PromiseError where the others still tell of what is protected.

        A word that a corpus has never seen is for a person to decide, in a label as in a text.
        """
        numbers = {each: number for number, each in reversed(list(enumerate(labels, 1)))}
        waiting = [
            f"{number}"
            for each, number in sorted(numbers.items(), key=lambda pair: pair[1])
            if any(violation.undecided for violation in self.list_violations([each]))
        ]
        changed = self.replace(labels)
        if waiting or self.list_violations([changed.get(each, each) for each in labels]):
            which = (
                f"label {', '.join(waiting)} (a column or key)" if waiting else "the labels (columns or keys)"
            )
            raise PromiseError(
                f"'{name}' is not released: {which} would give away what is protected, or holds words that the corpus has"
                " never seen: rename it, leave it out, or allow such words with --unseen keep"
            )
        return changed


class _HasLabels(Protocol):
    """A source or a layout."""

    def relabel(self, decide: Relabel) -> Self:
        """The same with other labels."""
        ...


Part = TypeVar("Part", bound=_HasLabels)


def release_labels(name: str, part: Part, judge: LabelJudge) -> Part:
    """A source or a layout of the file `name` with the labels that may go out; a PromiseError as `LabelJudge.release`."""
    return part.relabel(partial(judge.release, name))


def hide_labels(counts: Mapping[str, int], judge: LabelJudge) -> dict[str, int]:
    """What a format left out, by kind, with placeholders for the names that it quotes and that may not be shown."""
    quoted = {kind: found[1] for kind in counts if (found := _QUOTED.search(kind))}
    changed = judge.replace(list(quoted.values()))
    hidden = Counter[str]()
    for kind, number in counts.items():
        label = quoted.get(kind, "")
        hidden[kind.replace(f"'{label}'", changed[label]) if label in changed else kind] += number
    return dict(hidden)


def list_readings(label: str) -> list[str]:
    """A label as it stands, and as words with blanks between them."""
    words = " ".join(_WORD.findall(label))
    return list(dict.fromkeys([label, words]))


def _read_twice(label: str) -> tuple[str, str]:
    readings = list_readings(label)
    return readings[0], readings[-1]


def _is_text(name: str) -> bool:
    """Whether a name is text at all: bytes that are none can't be judged."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _find_kind(label: str, rules: Rules) -> str | None:
    """The kind of the longest finding in any reading of a label, or that of a promise which it breaks by itself."""
    read = languages_of(rules.models)
    if has_unread_word(label, read | rules.languages):
        return _PERSON if _PERSON in rules.kinds else min(rules.kinds, default=_PERSON)
    found: list[tuple[int, str]] = []
    for reading in [*list_readings(label), *_read_without_number(label)]:
        document = mark_placeholders(
            Document("a label", reading), rules.kinds, style=rules.options.placeholders
        )
        for detector in rules.removing:
            for mention in detector.mentions(document):
                if _counts(mention, reading, detector):
                    found.append((len(mention.span), mention.kind))
        if not found and (kind := _find_broken(document, rules)):
            return kind
    if not found and _PERSON in rules.kinds and _addresses_somebody(label):
        return _PERSON
    return max(found, key=lambda each: each[0])[1] if found else None


def _read_without_number(label: str) -> list[str]:
    """A word with a number after it as it begins a sentence: `kowalska2.txt` is the second of a person."""
    numbered = _NUMBERED.fullmatch(label)
    return [numbered[1].capitalize()] if numbered else []


def _addresses_somebody(label: str) -> bool:
    """Whether a title stands before a capitalized word, or another word that people follow before one that is a name."""
    words = [word for word in _WORD.findall(label) if not word.isdecimal()]
    return any(
        two.istitle()
        and len(two) >= _TELLING
        and two.lower() not in _VOCABULARY
        and (
            one.lower() in _TITLES or (one.lower() in _BEFORE_PEOPLE and (_is_given(two) or _is_family(two)))
        )
        for one, two in pairwise(words)
    )


def _find_broken(document: Document, rules: Rules) -> str | None:
    """The kind of the placeholder for a label that tells of a protected entity."""
    for model in rules.models:
        if model.protect:
            for violation in model.violations(Release(document, document)):
                if not violation.undecided:
                    return violation.kind if violation.kind in rules.kinds else min(model.kinds)
    return None


def _breaks_a_promise(name: str, rules: Rules) -> bool:
    """Whether a file's name breaks a promise about whole texts, or is found by a detector that no model removes by."""
    used = {id(each) for each in rules.removing}
    others = [each for each in rules.detectors if id(each) not in used]
    models = [each for each in rules.models if each.needs != "both" and not each.takes_findings]
    for reading in list_readings(name) if others or models else ():
        document = mark_placeholders(
            Document("a file name", reading), rules.kinds, style=rules.options.placeholders
        )
        if any(True for each in others for _ in each.mentions(document)):
            return True
        if any(model.violations(Release(document, document)) for model in models):
            return True
    return False


def _repeats(name: str, outcomes: Sequence[Outcome]) -> bool:
    """Whether a name holds a word that was removed from a document and that no released text shows."""
    removed = [
        edit.span.of(outcome.release.original.text) for outcome in outcomes for edit in outcome.release.edits
    ]
    if not removed:
        return False
    gone = {word for each in removed for word in _words(each) if len(word) >= _TELLING}
    shown = {word for outcome in outcomes for word in _words(outcome.release.released.text)}
    return bool(_words(name) & (gone - shown)) or bool(leftovers(removed, name))


def _words(text: str) -> set[str]:
    """The words of a text in small letters, divided at signs and also where capitals begin."""
    return {word.casefold() for word in (*_WORD.findall(text), *re.split(r"[\W_]+", text))}


def _number(kinds: dict[str, str], taken: set[str], style: str) -> dict[str, str]:
    """A placeholder for each label, with a number where its kind comes twice or stands there already."""
    folded = {each.casefold() for each in taken}
    shared = Counter(kinds.values())
    numbers = {kind: count(1) for kind in shared}
    changed = {}
    for each, kind in kinds.items():
        plain = write_placeholder(kind, style=style)
        free = (write_placeholder(kind, number, style=style) for number in numbers[kind])
        alone = shared[kind] == 1 and plain.casefold() not in folded
        changed[each] = plain if alone else next(mark for mark in free if mark.casefold() not in folded)
    return changed


_PERSON = "PERSON"
_ENOUGH_PEOPLE = 2
"""Labels that are surely names of people, beside which a doubtful one is taken for one too."""

_CERTAIN = (Patterns, WordList, Informativeness, Nouns)
"""Detectors that find forms or given words: what they find needs no sentence around it."""

_FEWEST_DIGITS = 4
"""Digits of a code or a contact that a tagger finds in a label: `md5` and "ICD10" have fewer."""


def _counts(mention: Mention, reading: str, detector: Detector) -> bool:
    """Whether what a detector finds in a label is more than an ordinary word that stands alone."""
    if isinstance(detector, _CERTAIN) or mention.score >= 1:
        return True
    found = mention.span.of(reading)
    if is_date(mention.kind):
        date = read_date(found)
        return date is not None and date.month is not None
    if mention.kind in ("CODE", "CONTACT", "QUANTITY", "AGE"):
        return "@" in found or sum(map(str.isdecimal, found)) >= _FEWEST_DIGITS
    return _names_something(found, known=mention.kind != _PERSON)


def _names_something(found: str, *, known: bool) -> bool:
    """Whether words hold one that is no ordinary word, or a given name before a surname.

    Where only `known` names count, a word that no list has is none: places and bodies have them, people need not.
    """
    words = [word for word in _WORD.findall(found) if word.isalpha()]
    if any(not _is_ordinary(word) and (not known or _is_listed(word)) for word in words):
        return True
    return any(
        one.istitle()
        and two.istitle()
        and one.lower() not in _VOCABULARY
        and _is_given(one)
        and _is_family(two)
        for one, two in pairwise(words)
    )


def _may_be_person(label: str) -> bool:
    """Whether a label is nothing but capitalized words that people are called, though they are ordinary words too."""
    words = label.split()
    return bool(words) and all(
        word.isalpha() and word[0].isupper() and (_is_given(word) or _is_family(word)) for word in words
    )


_NAMING = _GIVEN, _FAMILY, _PLACE, _BODY = tuple(map(LISTED.index, ("given", "family", "place", "body")))
_SPECIAL = tuple(LISTED.index(each) for each in ("drug", "abbreviation", "medical", "clinical"))
_BORNE = "2"
"""The grade from which on many people bear a name, live in a place or belong to a body."""

_COMMON = "3"
"""The grade of names that very many people bear."""


def _is_given(word: str) -> bool:
    return word_lists().of(word)[_GIVEN] >= _BORNE


def _is_family(word: str) -> bool:
    return word_lists().of(word)[_FAMILY] >= _BORNE


@lru_cache(maxsize=8192)
def _is_ordinary(word: str) -> bool:
    """Whether a word of a label is one that stands in names of columns and files, and not one that names somebody."""
    low = word.lower()
    if low in _VOCABULARY or len(word) == 1:
        return True
    known = word_classes().of(low)
    if low in word_classes().codes and known.capitals <= MOSTLY_HIGH:
        return True
    code = word_lists().of(word)
    if word.isupper() and len(word) <= _SHORTEST_NAME and max(code[_GIVEN], code[_FAMILY]) < _COMMON:
        return True
    if any(code[each] >= _BORNE for each in _NAMING[:-1]) or word.capitalize() in word_classes().codes:
        return False
    listed = any(code[each] != "0" for each in _NAMING[:-1])
    if not listed and (any(code[each] != "0" for each in _SPECIAL) or _is_short_form(word)):
        return True
    return bool(wordnet().concepts(low)) or any(_is_compound(low))


def _is_listed(word: str) -> bool:
    """Whether some list has a word as a part of a name."""
    return word_lists().of(word)[: _NAMING[-1] + 1] != "0000" or word.capitalize() in word_classes().codes


def _is_short_form(word: str) -> bool:
    """Whether an unknown word looks like a short form: a few capitals, or small letters that are too few for a name."""
    most = _LONGEST_SHORT_FORM if word.islower() else _LONGEST_CAPITALS if word.isupper() else _SHORTEST_NAME
    return len(word) <= most


_LONGEST_SHORT_FORM = 6
"""Small letters of a short form such as `pclass`; an unknown name is mostly longer."""

_LONGEST_CAPITALS = 5  # as in SIBSP; chosen by hand: more would take surnames in capitals for short forms
_SHORTEST_NAME = 3
"""Letters in capitals that are a name only where very many people bear it, such as LEE or KIM."""


def _is_compound(low: str) -> Iterator[bool]:
    """For each place of a word whether it parts two ordinary words, as in `zipcode`."""
    for at in range(2, len(low) - 1):
        yield all(half in _VOCABULARY or _is_common(half) for half in (low[:at], low[at:]))


def _is_common(word: str) -> bool:
    known = word_classes()
    return len(word) > 2 and word in known.codes and known.of(word).capitals <= MOSTLY_HIGH


_VOCABULARY = frozenset(
    """jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october
    november december mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday
    id ids no nr num max min avg std med sum sku qty uuid guid uid pid acct emp dept usd eur gbp chf lat lon lng url uri ip
    md sha crc api http https json csv xml pdf ref pos neg pre post yr yrs mo wk wks hr hrs sec ms kg mg mcg ml mmol dob yob
    ssn mrn nhs gp nok hb wbc rbc crp bmi gcs bp na cl sp fio
    apgar barthel braden charlson glasgow ranson pugh wells apache norton waterlow norm likert pearson""".split()
)
"""Words of labels that are names elsewhere, or that no list of words has: months, units, short forms, scores."""
