"""Places smaller than a state by what stands beside them, and places without the states that they lie in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from reticent.detection.names.cased_text import BLANK, CasedText
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange, Reading
from reticent.detection.names.word_lists import LISTED
from reticent.detection.regions import large_regions, states
from reticent.language import Language

_ALSO_CITIES = frozenset({("new", "york"), ("washington",)})
_ALSO_COUNTRIES = frozenset({("georgia",)})
_JOINTS = frozenset({",", "(", "/", "-", "–", ";"})
_FEDERATIONS = frozenset(
    tuple(name.split())
    for name in "usa|us|u.s.|u.s.a.|united states|united states of america|canada|australia".split("|")
)


@cache
def _no_towns(language: Language) -> frozenset[str]:
    dates = (word for names in (*language.dates.months, *language.dates.weekdays) for word in names)
    return frozenset(word.capitalize() for word in (*dates, *language.names.after_in))


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
    if (
        short not in text.language.names.states_in_short
        or not word[0].isupper()
        or text.words[begin - 1 : begin] != [","]
    ):
        return None
    return _Region(begin, begin + 1, (short,), True)


@cache
def _first_words() -> frozenset[str]:
    return frozenset(name[0] for name in large_regions())


def _is_called_town(text: CasedText, region: _Region) -> bool:
    """Whether "town of", or a label such as "city:", stands before it."""
    before = [word.casefold() for word in text.words[max(0, region.begin - 5) : region.begin]]
    if before[-1:] == ["of"]:
        return before[-2:-1] != [] and before[-2] in text.language.names.towns
    label = [word for word in before if any(map(str.isalnum, word))][-1:]
    signs = [word for word in before if not any(map(str.isalnum, word))]
    return (
        bool(label)
        and label[0] in text.language.names.towns
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
        if not word[0].isupper() or word in _no_towns(text.language) or begin in text.bounds:
            return None
        if text.words[begin - 1].casefold() in text.language.names.into_places and text.gaps[begin] == BLANK:
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
        and between[-2].casefold() in text.language.names.towns
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


_PLACE, _KNOWN = LISTED.index("place"), "1"
_LOCATION = KINDS.index("LOCATION")
_LIKELY = 0.6
"""How likely readers mask a district, at least; chosen by hand, as much as what follows a title."""


def find_districts(reading: Reading) -> Iterator[NameRange]:
    """Towns with their district in one word that no mention covers yet, where a town may stand: "in Berlin-Neukölln"."""
    text, vacant = reading.text, reading.vacant
    if not text.language.names.joins_districts:
        return
    bounds = set(text.bounds)
    for place, word in enumerate(text.words):
        town, hyphen, district = word.partition("-")
        if (
            not hyphen
            or place in bounds
            or not (town.istitle() and district.istitle() and word[-1].isalpha())
        ):
            continue
        before = text.words[place - 1]
        follows = before.lower() in text.language.names.into_places or before == ","
        if follows and reading.lists.of(town)[_PLACE] >= _KNOWN and not _is_plain_noun(reading, district):
            yield from vacant.claim(place, place + 1, _LOCATION, _LIKELY)


def _is_plain_noun(reading: Reading, word: str) -> bool:
    """Whether a word is known, and as no place: "Berlin-Marathon"."""
    return reading.lists.of(word)[_PLACE] == "0" and reading.classes.of(word).frequency > 0
