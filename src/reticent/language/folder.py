"""Builds the value of a language out of its folder: what lies in `data` is found by its name, and only the rules are given.

Of the files only `words.txt` must be there. `people-words.txt` has nouns that say what somebody is, `common-words.txt.gz` (or `.xz`) the
words that everybody writes, `names.bin` is the trained tagger of names.
"""

from __future__ import annotations

import gzip
import lzma
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from reticent.language.language import (
    CommonWords,
    DateWords,
    GrammarWords,
    HeadingWords,
    Language,
    NameWords,
    NounWords,
    PeopleWords,
    PositionWords,
    SentenceWords,
    StatementWords,
    Tagger,
    ThesaurusWords,
    TokenParts,
    UseWords,
)
from reticent.language.word_file import fill_part, load_words, read_words

PARTS: Mapping[str, type] = MappingProxyType(
    {
        "tokens": TokenParts,
        "sentences": SentenceWords,
        "names": NameWords,
        "people": PeopleWords,
        "grammar": GrammarWords,
        "common": CommonWords,
        "nouns": NounWords,
        "positions": PositionWords,
        "statements": StatementWords,
        "word_use": UseWords,
        "headings": HeadingWords,
        "thesaurus": ThesaurusWords,
    }
)
"""The parts of a language that `words.txt` may fill; its dates are a value of their own."""

NO_DATES = DateWords()
"""Of a language whose dates nobody has written down."""

Rules = Mapping[str, object]
"""What a part holds besides sets of words, by its fields."""

_PEOPLE, _TAGGER = "people-words.txt", "names.bin"
_COMMON: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {"common-words.txt.gz": gzip.decompress, "common-words.txt.xz": lzma.decompress}
)
_MEASURE = re.compile(r"[\d.,:/x×+-]*\d[\d.,:/x×+-]*([^\W\d_]*|°[^\W\d_]?|%)(?:/([^\W\d_]+\d?))?")


def _undivided(word: str) -> tuple[str, ...]:
    return ()


def build_language(
    package: str,
    *,
    code: str,
    name: str,
    tagger: Callable[[], Tagger],
    dates: DateWords = NO_DATES,
    rules: Mapping[str, Rules] = MappingProxyType({}),
    split: Callable[[str], Iterable[str]] = _undivided,
    own_parts: Collection[str] = (),
    **others: Any,
) -> Language:
    """The language of the folder of a package, with its ISO 639 code; `others` are further fields of `Language`.

    `split` divides a compound in small letters into its words, of which `EverydayWords` asks whether everybody writes them.
    `rules` are functions and other values by the parts that they belong to. A part, a set of words or a rule that `Language`
    has no field for is a TypeError: somebody wrote it for nothing.
    """
    words, data = load_words(package), files(package).joinpath("data")
    if unknown := sorted((words.keys() - {"", *own_parts} | rules.keys()) - PARTS.keys()):
        raise TypeError(f"a language has no part called '{unknown[0]}': it has {', '.join(PARTS)}")
    given: dict[str, dict[str, object]] = {part: dict(rules.get(part, {})) for part in PARTS}
    if data.joinpath(_PEOPLE).is_file():
        sorts = read_words(data.joinpath(_PEOPLE).read_text("utf-8"))[""]
        given["names"] |= {sort: frozenset(map(str.lower, listed)) for sort, listed in sorts.items()}
    common = words.get("common", {})
    everyday = EverydayWords(
        package,
        others.get("lemma", str),
        frozenset((*common.get("units", ()), *common.get("after_numbers", ()))),
        frozenset(common.get("shorthand", ())),
        split,
    )
    if everyday.file:
        given["common"] = {**everyday.rules(), **given["common"]}
    if data.joinpath(_TAGGER).is_file():
        others.setdefault("name_tagger", package)
    return fill_part(
        Language,
        words[""],
        code=code,
        name=name,
        tagger=tagger,
        dates=dates,
        package=package,
        **{part: fill_part(shape, words.get(part, {}), **given[part]) for part, shape in PARTS.items()},
        **others,
    )


@dataclass(frozen=True)
class EverydayWords:
    """The words of a language that are nobody's secret: what everybody writes, units of measurement, shorthand.

    What everybody writes are the `common-words` in the folder of a package, as written and as their `lemma`; a compound of such
    words, as `split` divides it, tells no more than they do.
    """

    package: str
    lemma: Callable[[str], str]
    units: frozenset[str]
    shorthand: frozenset[str]
    split: Callable[[str], Iterable[str]] = _undivided

    @property
    def file(self) -> str:
        """The name of the file of the words; none where the folder has no such file."""
        data = files(self.package).joinpath("data")
        return next((each for each in _COMMON if data.joinpath(each).is_file()), "")

    @cached_property
    def _listed(self) -> frozenset[str]:
        data = files(self.package).joinpath("data", self.file).read_bytes()
        listed = frozenset(_COMMON[self.file](data).decode("utf-8").split("\n"))
        return listed | {self.lemma(word) for word in listed}

    def common_words(self) -> frozenset[str]:
        """The words that everybody writes, in small letters."""
        return self._listed

    def is_common(self, word: str) -> bool:
        """Whether small letters make a word that everybody writes."""
        return word in self._listed

    def is_ordinary(self, word: str) -> bool:
        """Whether a word that no corpus has counted tells nothing all the same."""
        small = word.lower()
        if not any(map(str.isalpha, small)) or small in self.shorthand or small in self.units:
            return True
        if small in self._listed:
            return True
        if found := _MEASURE.fullmatch(small):
            return all(unit == "%" or unit in self.units for unit in found.groups() if unit)
        parts = [*self.split(small)]
        return bool(parts) and all(part in self._listed for part in parts)

    def rules(self) -> dict[str, object]:
        """What the part `common` of a language takes from here."""
        return {
            "everyday": self.common_words,
            "is_ordinary": self.is_ordinary,
            "is_common_in_small_letters": self.is_common,
        }
