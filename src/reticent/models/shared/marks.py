"""Typed marks: which kind of mark says what stood in a place, and which places of a text hold the same thing.

What a term is comes from the shipped lists of medicine alone: the hints of conditions, the taxonomy of medicine, a list of words
that terms in notes end in ("exam"), and WordNet for parts of the body. A mark says less than its term does, and is judged as the term of its label; a wrong one misleads a reader and
gives nothing away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from types import MappingProxyType

from reticent.kinds import find_kind
from reticent.knowledge.conditions import Hint, conditions
from reticent.knowledge.corpus.phrases import LONGEST
from reticent.knowledge.corpus.spoken import normal_word, normal_words, spoken
from reticent.knowledge.taxonomy import ancestors, medicine, substance_of, wordnet
from reticent.language import Language
from reticent.language.language import CommonWords
from reticent.models.shared.phrases import HasCount, Phrase, is_telling
from reticent.models.shared.positions import tags_inside
from reticent.rendering.doses import is_interval
from reticent.text import Span
from reticent.text.tokens import tokenize

DRUG, CONDITION, FINDING, BODY_PART = "DRUG", "CONDITION", "FINDING", "BODY_PART"
SYMPTOM, SIGN, TEST, PROCEDURE = "SYMPTOM", "SIGN", "TEST", "PROCEDURE"
ORGANISM, SUBSTANCE, DEVICE = "ORGANISM", "SUBSTANCE", "DEVICE"
PROBLEM, TREATMENT, MEASUREMENT, HABIT = "PROBLEM", "TREATMENT", "MEASUREMENT", "HABIT"
INDIVIDUAL, TIME, AMOUNT, HEADING = "INDIVIDUAL", "TIME", "AMOUNT", "HEADING"
RISK, SERVICE = "RISK", "SERVICE"

WEAKER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        DRUG: (DRUG, SUBSTANCE),
        CONDITION: (CONDITION, PROBLEM, FINDING),
        FINDING: (FINDING,),
        BODY_PART: (BODY_PART,),
        SYMPTOM: (SYMPTOM, PROBLEM, FINDING),
        SIGN: (SIGN, FINDING),
        TEST: (TEST, PROCEDURE),
        PROCEDURE: (PROCEDURE,),
        ORGANISM: (ORGANISM,),
        SUBSTANCE: (SUBSTANCE,),
        DEVICE: (DEVICE,),
        PROBLEM: (PROBLEM,),
        TREATMENT: (TREATMENT,),
        MEASUREMENT: (MEASUREMENT, FINDING),
        HABIT: (HABIT,),
        INDIVIDUAL: (INDIVIDUAL,),
        TIME: (TIME,),
        AMOUNT: (AMOUNT,),
        HEADING: (HEADING,),
        RISK: (RISK,),
        SERVICE: (SERVICE,),
    }
)
"""The marks of each sort of term, the one that says most first: where "test" tells too much, "procedure" may not."""


KINDS = frozenset(kind for kinds in WEAKER.values() for kind in kinds)
"""All kinds of marks that say what stood there."""

_OF_SORT = {
    "drug": DRUG,
    "drug class": DRUG,
    "complication": CONDITION,
    "finding": FINDING,
    "anatomy": BODY_PART,
    "symptom": SYMPTOM,
    "sign": SIGN,
    "test": TEST,
    "procedure": PROCEDURE,
    "organism": ORGANISM,
    "risk": RISK,
    "device": DEVICE,
    "specialist": SERVICE,
}
"""Sorts of hints; the others, such as phrases, say nothing of what a term is."""

_OF_ROOT = (
    ("drug", DRUG),
    ("medical test", TEST),
    ("microorganism", ORGANISM),
    ("symptom", SYMPTOM),
    ("disease", CONDITION),
    ("disorder", CONDITION),
    ("condition", CONDITION),
)
"""What the taxonomy of medicine has at its top, the vaguest last; a cough is a disease there as well, and first of all a symptom."""


@dataclass(frozen=True, slots=True)
class TypedTerm:
    """The kinds of marks that can stand for a term, the one that says most first, and the thing that it names."""

    kinds: tuple[str, ...]
    thing: str = field(repr=False)


def label_of(kind: str) -> str:
    """The term that marks of a kind count as."""
    return find_kind(kind).judged_as or ""


def find_type(phrase: Phrase, kept: Sequence[int] = (), *, named: str = "") -> TypedTerm | None:
    """What a phrase names, by the whole of it, by what was given of it, or by its end after adjectives; None if unknown.

    Where some of its words are `kept`, what the others name, or the last of them that stand together. `named` is what the phrase is another name of, if somebody knows.
    """
    noun, language = phrase.noun and not phrase.name, phrase.language
    goes = [word for number, word in enumerate(phrase.words) if number not in kept]
    if phrase.mark or not language.positions.negations.isdisjoint(goes):
        return None  # "nil quinsy" is no condition
    readings = [" ".join(normal_words(named))] if named else _readings(phrase)
    forms = [_lost(phrase, kept)] if kept else list(readings)
    typed = ((form, _type_of(form, language, noun=noun)) for form in forms)
    by_head = (
        (form, _type_of_head(head, language))
        for form in forms[:1]
        for part in _before_link(form, language)
        for head in _heads(part, language)
    )
    light = ((form, _type_without(form, language, noun=noun)) for form in forms[:1])
    for form, kind in (*typed, *(by_head if phrase.noun else ()), *light):
        if kind and not (kind == BODY_PART and _begins_with_ill(form, language)):
            labels = tuple(each for each in WEAKER[kind] if label_of(each) != form)
            return TypedTerm(labels, _thing(form, kind)) if labels else None
    return None


def _begins_with_ill(form: str, language: Language) -> bool:
    """Whether what is wrong stands first, and after it where: "edema bilateral lower extremities" are no extremities."""
    return _types_of_heads(language).get(form.split(" ", 1)[0]) in _ILLS


_ILLS = frozenset({CONDITION, PROBLEM, FINDING, SYMPTOM, SIGN})
"""What is wrong with somebody, as somebody may call it."""

_PLAIN_SORTS = frozenset({BODY_PART, CONDITION, HABIT, MEASUREMENT, TEST, PROCEDURE})
"""Sorts that the last word of a phrase is enough to tell, whatever illness has it among its names."""


def agrees_with_type(phrase: Phrase, word: str, *, chosen: bool = False) -> bool:
    """Whether a general word for a phrase says the same sort of thing as its mark would: smoking is no disorder, a fracture no symptom.

    Where either is of no known sort, nothing speaks against the word, nor where the phrase ends in it. What a person has `chosen`
    to be told may be of another sort, but for an illness that stands for what is none.
    """
    language = phrase.language
    words = tuple(normal_words(phrase.spans[0].of(phrase.text))) or phrase.words
    written = replace(phrase, words=words)  # what names an entity is read as its term
    if f" {written.form}".endswith(f" {word}"):
        return True
    untrue = _is_event(written.form, language) and word.rsplit(" ", 1)[-1] in _ILLNESSES
    if untrue or not (chosen or _is_growth(words, word, language)):
        return False
    by_words = (_type_by_words(each, language) for each in _heads(written.form, language))
    head, typed = next(filter(None, by_words), None), find_type(written)
    own = head if head in _PLAIN_SORTS or typed is None else typed.kinds[0]
    other = _type_of(word, language, noun=True) or _type_by_words(word.rsplit(" ", 1)[-1], language)
    if own is None or other is None:
        return True
    if chosen:
        return own in _ILLS or other not in _ILLS
    return _are_of_one_sort(own, other) and (head is None or _are_of_one_sort(head, other))


def _are_of_one_sort(kind: str, other: str) -> bool:
    """Whether a word of the other kind is true of what is of this kind, where both may say what is wrong with somebody."""
    if CONDITION in (kind, other):
        return kind == CONDITION and other in (CONDITION, PROBLEM)
    if other == SYMPTOM:
        return kind in (SYMPTOM, SIGN)
    return kind == other or {kind, other} <= _ILLS


_ILLNESSES = frozenset({"disease", "disorder", "illness"})
"""What a course of things is that makes somebody ill; a fracture, a birth or a faint is none."""

_EVENTS = ("R", "S", "T", "O6", "O7", "O8")
"""How codes of ICD-10 begin that stand for symptoms, injuries and what happens at a birth."""


def _is_event(form: str, language: Language) -> bool:
    """Whether the first code of a condition stands for what happens to somebody, and its name doesn't say an illness."""
    if _type_of_ending(form.rsplit(" ", 1)[-1], language) == CONDITION:
        return False
    known = conditions().find(form)
    return known is not None and bool(known.icd10) and known.icd10[0].startswith(_EVENTS)


def _is_growth(words: Sequence[str], word: str, language: Language) -> bool:
    """Whether a word for growths ("cancer") stands for what is called one: a cyst is no tumor, whatever lies above it."""
    endings = _endings_of_growths(language).get(word.rsplit(" ", 1)[-1])
    return endings is None or any(each.endswith(endings) for each in words)


@cache
def _endings_of_growths(language: Language) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word, ending in _pairs(language.nouns.growths):
        found[word] = (*found.get(word, ()), ending)
    return found


def suits_other_name(name: str, general: str, thing: str) -> bool:
    """Whether what somebody chose to be told of a condition is sure of it under another of its names as well.

    Names on a list that all mean it to whoever hides it are less alike for a reader: "cancer" was chosen for cervical cancer, and
    not for the changes before it. Every name is of an illness; more than that only a name says that has to do with the first one.
    """
    if conditions().find(thing) is None:
        return True
    own, other, head = normal_words(thing), normal_words(name), normal_words(general)[-1]
    alike = own[-1] == other[-1] or f" {' '.join(own)} " in f" {' '.join(other)} "
    short = any(
        _initials(first) == "".join(second).casefold() for first, second in ((own, other), (other, own))
    )
    return head in _ILLNESSES or head in other or alike or short


def _initials(words: Sequence[str]) -> str:
    return "".join(word[0] for word in words).casefold() if len(words) > 1 else ""


def _lost(phrase: Phrase, kept: Sequence[int]) -> str:
    """The words that go, as one form, or the last of them where kept ones part them."""
    return " ".join(phrase.words[number] for number in phrase.last_run(kept))


def _readings(phrase: Phrase) -> Iterator[str]:
    """The phrase, without an amount at its end and what follows that, and the ends of it that only adjectives stand before."""
    words = list(phrase.words)
    yield " ".join(words)
    amount = next((number for number, word in enumerate(words) if word[:1].isdecimal()), 0)
    common = phrase.language.common
    if amount and all(_tells_amount(word, common) for word in words[amount:]):
        words = words[:amount]
        yield " ".join(words)
    while len(words) > 1 and words[-1].rstrip(".").lower() in common.schedules:
        words.pop()
        yield " ".join(words)
    if len(words) < 2 or phrase.name or not phrase.noun:
        return
    tags = tags_inside(phrase)
    for start in range(1, len(words)):
        if len(tags) < len(phrase.words) or tags[start - 1] != "JJ":
            return
        yield " ".join(words[start:])


_NO_ILLNESS = "Z"
"""The first letter of what ICD-10 calls a reason for care and no illness, such as contraception."""


def _tells_amount(word: str, common: CommonWords) -> bool:
    """Whether a word says how much of a drug is taken, or how."""
    bare = word.rstrip(".").lower()
    listed = bare in common.measures or bare in common.units or bare in common.schedules
    return word[:1].isdecimal() or listed or is_interval(bare)


@lru_cache(maxsize=1 << 14)
def _type_of(form: str, language: Language, *, noun: bool) -> str | None:
    # "Lead" is a name of lead poisoning as well, and in notes a wire.
    if form in _types_of_heads(language):
        return _types_of_heads(language)[form]
    if noun and _is_body_part(form):  # a list of illnesses may have what they are in for their name
        return BODY_PART
    made = _type_of_ending(form.rsplit(" ", maxsplit=1)[-1], language)
    # A list of hints has "radiculopathy" for a symptom of something else.
    return made if made in (PROCEDURE, CONDITION) else _type_by_lists(form, language)


def _type_by_lists(form: str, language: Language) -> str | None:
    """What a term is by the list of conditions, their hints and the taxonomy of medicine."""
    known_as, hinted = conditions().find(form), _sort_of_hint(form)
    if known_as:
        is_care = known_as.icd10 and all(code.startswith(_NO_ILLNESS) for code in known_as.icd10)
        return hinted if is_care else CONDITION
    if hinted in _WHATEVER:  # a gastrectomy is a risk for some illness, and a procedure first
        by_words = (_type_by_words(head, language) for head in _heads(form, language))
        return next(filter(None, by_words), _type_by_roots(form, _OF_ROOT[:-1]) or hinted)
    return hinted or _type_by_roots(form)


_WHATEVER = frozenset({RISK, SERVICE})
"""Kinds that say what a thing does for an illness: whatever it is besides says more."""


def _type_without(form: str, language: Language, *, noun: bool) -> str | None:
    """What a term is but for a last word that says little ("diabetes type"), or a first one that is a title ("Dr XYZ")."""
    words = form.split(" ")
    if len(words) > 1 and words[0] in language.names.always_titles:
        return INDIVIDUAL
    says_little = len(words) > 1 and words[-1] in language.positions.light
    return _type_of(" ".join(words[:-1]), language, noun=noun) if says_little else None


def _before_link(form: str, language: Language) -> Iterator[str]:
    """What a phrase with a preposition in it names, which stands before that: a gentleman after an operation is none."""
    words = form.split(" ")
    link = next((at for at, word in enumerate(words) if at and word in language.positions.links), 0)
    if link:
        yield " ".join(words[:link])
    yield form


def _heads(form: str, language: Language) -> Iterator[str]:
    """What a phrase ends in: its last two words, and the last one, which may be a heading in capitals."""
    words = form.split(" ")
    yield from (" ".join(words[-2:]), words[-1])
    if words[-1].isupper() and len(words[-1]) > _SHORT:
        yield language.lemma(words[-1].lower())


def _type_of_head(head: str, language: Language) -> str | None:
    """What a term is that ends in these words: by the list of such words, by the taxonomy of medicine, or by its ending."""
    if head in _types_of_heads(language):
        return _types_of_heads(language)[head]
    return (_type_by_roots(head) if head.islower() else None) or _type_by_words(head, language)


def _type_by_words(head: str, language: Language) -> str | None:
    """The same by words and their endings alone."""
    if head in _types_of_heads(language):
        return _types_of_heads(language)[head]
    return _type_of_ending(head, language) if head.islower() else None


def _type_of_ending(word: str, language: Language) -> str | None:
    """What the ending of a word of medicine says of it, the longest that it has: a hysterectomy is a procedure."""
    endings = _types_of_endings(language)
    longest = max(map(len, endings), default=0)
    ends = (word[-length:] for length in range(min(longest, len(word) - _SHORTEST_STEM), 0, -1))
    return next((endings[end] for end in ends if end in endings), None)


_SHORTEST_STEM = 2
"""Letters before an ending of medicine: "April" is no drug as ramipril is. Chosen by hand."""


@cache
def _types_of_heads(language: Language) -> Mapping[str, str | None]:
    """What words are that terms end in; None for one that may be anything, such as a discharge."""
    kinds = ((word, kind.replace(" ", "_")) for word, kind in _pairs(language.nouns.typed))
    return {word: None if kind == _ANYTHING else kind for word, kind in kinds}


_ANYTHING = "-"
"""What the list of last words has for the kind of one that may be anything."""


@cache
def _types_of_endings(language: Language) -> Mapping[str, str]:
    return dict(_pairs(language.nouns.typed_endings))


def _pairs(listed: Iterable[str]) -> Iterator[tuple[str, str]]:
    for each in listed:
        word, _, kind = each.partition(">")
        yield word, kind


_NUMBERED = re.compile(r"[\W\d_]*")
_REST_OF_HEADING = re.compile(r"[ \t]*(?P<colon>:|(?=\n|\Z))")
_LINE = 60
"""Characters before a heading on its line in which its number stands."""


def places_of_heading(phrase: Phrase) -> tuple[Span, ...]:
    """Where a phrase is a whole heading: a word for a section, before a colon or alone on its line, in capitals or with one."""
    language = phrase.language
    if not phrase.words or language.lemma(phrase.words[-1].lower()) not in _titles(language):
        return ()
    return tuple(span for span in phrase.spans if _is_heading(phrase.text, span))


@cache
def _titles(language: Language) -> frozenset[str]:
    titles = language.headings.titles
    return titles | frozenset(map(language.lemma, titles))


def _is_heading(text: str, span: Span) -> bool:
    start = text.rfind("\n", 0, span.start) + 1
    rest = _REST_OF_HEADING.match(text, span.end)
    if rest is None or span.start - start > _LINE or not _NUMBERED.fullmatch(text, start, span.start):
        return False
    written = span.of(text)
    return written[:1].isupper() and (rest["colon"] == ":" or written.isupper() or written.istitle())


def _sort_of_hint(form: str) -> str | None:
    """What most conditions have a hint for; None where that says nothing of what it is."""
    sorts = _sorts_from(form[:_FIRST].casefold()).get(form)
    if not sorts:
        return None
    kind = max(sorts, key=lambda each: (sorts[each], each is not None, each or ""))
    if kind == RISK and sorts[kind] == 1:
        return None  # contact sport is a risk for one illness, and a sport
    return kind if len(form) > _SHORT or not form.isupper() or sorts[kind] > 1 else None


_FIRST = 3
"""Letters that a hint and its normal form have in common: only hints that begin alike are put into normal form."""
_SHORT = 3
"""Letters up to which an acronym may mean anything, so that one condition alone doesn't say what it is."""


@cache
def _hints_by_letters() -> Mapping[str, Sequence[Hint]]:
    found: dict[str, list[Hint]] = {}
    for condition in conditions().listed:
        for hint in condition.hints:
            found.setdefault(hint.term[:_FIRST].casefold(), []).append(hint)
    return found


@lru_cache(maxsize=1 << 12)
def _sorts_from(letters: str) -> Mapping[str, Counter[str | None]]:
    """How many conditions have each hint that begins with these letters for what."""
    counted: dict[str, Counter[str | None]] = {}
    for hint in _hints_by_letters().get(letters, ()):
        counted.setdefault(" ".join(normal_words(hint.term)), Counter())[_OF_SORT.get(hint.sort)] += 1
    return counted


def _type_by_roots(form: str, roots: Sequence[tuple[str, str]] = _OF_ROOT) -> str | None:
    """What all senses of a form in the taxonomy of medicine are, by these of its roots."""
    taxonomy = medicine()
    kinds = set()
    senses = taxonomy.concepts(form)
    if len(form) <= _SHORT + 1 and not any(form in sense.names for sense in senses):
        return None  # "Noe" is no "NOE"
    for sense in senses:
        above = {name for concept in (sense, *ancestors(taxonomy, sense)) for name in concept.names}
        kinds.add(next((kind for root, kind in roots if root in above), None))
    return kinds.pop() if len(kinds) == 1 else None


def _is_body_part(form: str) -> bool:
    if not form.islower() or not form.replace(" ", "").isalpha():
        return False
    taxonomy = wordnet()
    first = taxonomy.concepts(form)[:1]
    return any("body part" in concept.names for sense in first for concept in ancestors(taxonomy, sense))


def _thing(form: str, kind: str) -> str:
    """What all sure names of one thing have in common: a condition's name, a drug's substance, or the form itself."""
    condition = conditions().find(form) if kind == CONDITION else None
    return condition.name if condition else substance_of(medicine(), form) or form


def number_things(things: Sequence[str]) -> dict[str, int]:
    """A number for each thing, from 1 on."""
    return {thing: number for number, thing in enumerate(dict.fromkeys(things), 1)}


_BLANKS = re.compile(r"[ \t]{1,3}|-")
_REACH = 80
"""Characters on each side of a mark in which the words stand that it may make a phrase with."""


def words_beside(text: str, span: Span, *, most: int = LONGEST - 1) -> tuple[list[str], list[str]]:
    """The words before and after a place that nothing but blanks or a hyphen parts from it and from each other, in normal form."""
    before, after = text[max(0, span.start - _REACH) : span.start], text[span.end : span.end + _REACH]
    left: list[str] = []
    end = len(before)
    for token in reversed(tokenize(before)):
        if len(left) == most or not _BLANKS.fullmatch(before, token.end, end) or not token.text[0].isalnum():
            break
        left, end = [normal_word(token.text), *left], token.start
    right: list[str] = []
    begin = 0
    for token in tokenize(after):
        if (
            len(right) == most
            or not _BLANKS.fullmatch(after, begin, token.start)
            or not token.text[0].isalnum()
        ):
            break
        right, begin = [*right, normal_word(token.text)], token.end
    return left, right


def phrases_with(
    left: Sequence[str], words: Sequence[str], right: Sequence[str], has_count: HasCount
) -> frozenset[str]:
    """The phrases with a count of their own that words make with those beside them, and that hold all of these words.

    Who reads "HIV [TEST 1]" reads "HIV test".
    """
    whole = [*left, *words, *right]
    first, last = len(left), len(left) + len(words)
    runs = (
        " ".join(whole[start:end])
        for start in range(first + 1)
        for end in range(last, len(whole) + 1)
        if len(words) < end - start <= LONGEST
    )
    return frozenset(run for run in runs if _is_term(run) and is_telling(run) and has_count(run))


def _is_term(run: str) -> bool:
    """Whether a run of words neither begins nor ends with one that terms are stripped of."""
    words = run.split(" ")
    return spoken().stop_words.isdisjoint((words[0], words[-1]))
