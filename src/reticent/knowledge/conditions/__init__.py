"""The conditions that ship with the package (ours, CC0): what they are called, what they are, and by what a physician
recognizes them; and where a document names one.

Sure names mean a condition anywhere, the others where the document says that they are meant.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from reticent.errors import KnowledgeError
from reticent.text import Document, Span, analyze_text
from reticent.text.sentences import normal_word, normal_words
from reticent.text.tokens import Token

__all__ = [
    "Condition",
    "Conditions",
    "Hint",
    "conditions",
    "find_conditions",
    "places_of",
    "read_conditions",
]


@dataclass(frozen=True, slots=True)
class Hint:
    """What points to a condition; `strength` 3 names it alone, 2 points strongly, 1 adds up."""

    term: str = field(repr=False)
    sort: str
    strength: int


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that the list knows.

    `names` mean it wherever they stand, `acronyms` wherever they stand in just these capitals. `unsure` names have other
    meanings as well (BD is a dosing too, "spots" are on a leopard): they mean it where the document says so. `general`
    are terms above it, in no particular order.
    """

    name: str
    general: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=(), repr=False)
    acronyms: tuple[str, ...] = field(default=(), repr=False)
    unsure: tuple[str, ...] = field(default=(), repr=False)
    icd10: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = field(default=(), repr=False)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Everything that means it without asking the document, its own name first."""
        return (self.name, *self.names, *self.acronyms)


FILE = "conditions.jsonl.gz"


@dataclass(frozen=True, slots=True, eq=False)
class Conditions:
    """Conditions, each found by any name that surely means it.

    >>> fibromyalgia = conditions().find("fibro")
    >>> fibromyalgia.name
    'fibromyalgia'
    >>> "measles" in {each.name for each in conditions().below("viral infection")}
    True
    """

    listed: tuple[Condition, ...] = field(repr=False)
    fingerprint: str
    _by_name: Mapping[str, tuple[Condition, ...]] = field(init=False, repr=False)
    _by_any_name: Mapping[str, tuple[Condition, ...]] = field(init=False, repr=False)
    _by_general: Mapping[str, tuple[Condition, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # A condition's own name comes before the same name as another one's synonym.
        own = ((each, [each.name]) for each in self.listed)
        others = ((each, each.aliases) for each in self.listed)
        object.__setattr__(self, "_by_name", _index([*own, *others]))
        every = ((each, (*each.aliases, *each.unsure)) for each in self.listed)
        object.__setattr__(self, "_by_any_name", _index(every, form=str.casefold))
        object.__setattr__(self, "_by_general", _index((each, each.general) for each in self.listed))

    def __len__(self) -> int:
        return len(self.listed)

    def __reduce__(self) -> tuple[Callable[[str], Conditions], tuple[str]]:
        """Travels to other processes by its fingerprint: what ships with the package already exists."""
        return _load_shipped, (self.fingerprint,)

    def find(self, name: str) -> Condition | None:
        """The condition that a name surely means, or None."""
        found = self._by_name.get(_form(name), ())
        return found[0] if found else None

    def find_likely(self, name: str, others: Iterable[str] = ()) -> Condition | None:
        """The condition that somebody means who names it to hide it, in any case: also by a word that is unsure in a text, where
        that is no other condition's.

        >>> conditions().find("depression"), conditions().find_likely("depression").name
        (None, 'major depressive disorder')
        """
        given = [name, *others]
        sure = (found for each in given if (found := self.find(each)))
        likely = (own[0] for each in given if len(own := self._by_any_name.get(each.casefold(), ())) == 1)
        return next(sure, None) or next(likely, None)

    def aliases(self, name: str) -> tuple[str, ...]:
        """Everything else that surely means the condition of that name; nothing for what is not on the list."""
        found = self.find(name)
        return tuple(each for each in found.aliases if _form(each) != _form(name)) if found else ()

    def below(self, general: str) -> tuple[Condition, ...]:
        """The conditions that are a kind of this, by the general terms of each."""
        return self._by_general.get(_form(general), ())


@cache
def conditions() -> Conditions:
    """The conditions that ship with the package, loaded once."""
    return read_conditions(_shipped())


def _shipped() -> bytes:
    return files("reticent.knowledge.conditions").joinpath("data", FILE).read_bytes()


def read_conditions(data: bytes) -> Conditions:
    """The conditions of a packed list; a KnowledgeError when it is damaged."""
    try:
        content = gzip.decompress(data)
        listed = tuple(_read_line(line) for line in content.splitlines())
        if not listed:
            raise ValueError
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise KnowledgeError("the list of conditions is damaged: install reticent again") from None
    return Conditions(listed, "sha256:" + hashlib.sha256(content).hexdigest())


def _read_line(line: bytes) -> Condition:
    values = json.loads(line)
    hints = tuple(
        Hint(term, sort, strength)
        for sort, strong in values["hints"].items()
        for strength, terms in zip((3, 2, 1), strong, strict=True)
        for term in terms
    )
    lists = {key: tuple(values[key]) for key in ("general", "names", "acronyms", "unsure", "icd10")}
    return Condition(values["name"], **lists, hints=hints)


@lru_cache(maxsize=1 << 16)  # every name and hint of the list, with room for what texts spell out
def _form(name: str) -> str:
    return " ".join(normal_words(name))


def _index(
    named: Iterable[tuple[Condition, Iterable[str]]], *, form: Callable[[str], str] = _form
) -> dict[str, tuple[Condition, ...]]:
    found: dict[str, dict[str, Condition]] = {}
    for each, names in named:
        for name in names:
            found.setdefault(form(name), {}).setdefault(each.name, each)
    return {key: tuple(owners.values()) for key, owners in found.items()}


def _load_shipped(expected: str) -> Conditions:
    if conditions().fingerprint != expected:
        raise KnowledgeError(
            "this list of conditions is not the one that ships with the package: install the same reticent everywhere"
        )
    return conditions()


LONGEST = 8
"""The words of the longest name or hint that is looked for."""

ENOUGH = 4
"""The strengths of other hints that together say which meaning is meant; one of strength 3 says it alone."""

_ALONE = 3  # the strength of a hint that names its condition by itself
_DOSE = re.compile(
    r"(?:\d|\b(?:mg|mcg|micrograms?|g|ml|iu|units?|tabs?|tablets?|caps?|capsules?|puffs?|drops?|sachets?|patch(?:es)?|po|iv|im|sc))"
    r"[\s.,%]*$",
    re.IGNORECASE,
)
_DOSE_REACH = 12  # chosen by hand: the longest unit, a number and blanks


def places_of(document: Document, condition: Condition) -> list[Span]:
    """Every place that means the condition, in order; none overlaps another."""
    text = _Text(document.mask_placeholders())
    sure = [*text.find(condition.name, *condition.names), *text.find_exactly(condition.acronyms)]
    unsure = [
        span
        for name in condition.unsure
        for span in (text.find_exactly([name]) if _has_capitals(name) else text.find(name))
        if _is_meant(text, span, name, condition, said=bool(sure))
    ]
    return _without_overlaps([*sure, *unsure])


def find_conditions(document: Document, known: Conditions) -> dict[str, list[Span]]:
    """Every condition that the document names, with its places."""
    text = _Text(document.mask_placeholders())
    named = {each.name: each for each in known.listed if any(map(text.holds, _forms_of(each)))}
    found = {name: places_of(document, each) for name, each in named.items()}
    return {name: places for name, places in found.items() if places}


@dataclass(frozen=True, eq=False)
class _Text:
    """The tokens of a text, their normal forms, and where each word stands."""

    text: str = field(repr=False)

    @cached_property
    def tokens(self) -> list[Token]:
        return [token for row in analyze_text(self.text).tokens for token in row]

    @cached_property
    def forms(self) -> list[str]:
        return [normal_word(token.text) for token in self.tokens]

    @cached_property
    def starts(self) -> dict[str, list[int]]:
        """The tokens that begin with each word, in normal form."""
        found: dict[str, list[int]] = {}
        for number, form in enumerate(self.forms):
            found.setdefault(form.partition(" ")[0], []).append(number)
        return found

    def places(self, form: str) -> Iterator[tuple[int, int]]:
        """Where the words of a normal form stand in a row, as numbers of tokens."""
        for start in self.starts.get(form.partition(" ")[0], ()):
            run = ""
            for end in range(start + 1, min(len(self.forms), start + LONGEST) + 1):
                run = f"{run} {self.forms[end - 1]}" if run else self.forms[start]
                if run == form:
                    yield start, end
                if len(run) >= len(form):
                    break

    def holds(self, form: str) -> bool:
        """Whether the words of a normal form stand in a row anywhere."""
        return next(self.places(form), None) is not None

    def find(self, *names: str) -> Iterator[Span]:
        """The places of names in any case and number."""
        for name in names:
            for start, end in self.places(_form(name)):
                yield Span(self.tokens[start].start, self.tokens[end - 1].end)

    def find_exactly(self, acronyms: Iterable[str]) -> Iterator[Span]:
        """The places of acronyms in just these capitals, as whole words: "XDR-TB", "XDR TB" and "XDRTB" are one."""
        for acronym in acronyms:
            ways = dict.fromkeys(acronym.replace("-", between) for between in "- ") | {
                acronym.replace("-", ""): None
            }
            yield from (span for way in ways for span in self._find_written(way))

    def _find_written(self, way: str) -> Iterator[Span]:
        """The places of a name in its very letters, in the singular or plural."""
        for start, end in self.places(_form(way)):
            tokens = self.tokens[start:end]
            if " ".join(token.text for token in tokens).rstrip("s.") == way.rstrip("s."):
                yield Span(tokens[0].start, tokens[-1].end)


def _is_meant(text: _Text, span: Span, name: str, condition: Condition, *, said: bool) -> bool:
    """Whether an unsure name means the condition at this place: it is no dosing, not spelled out otherwise, and witnessed."""
    if _has_capitals(name):
        if _DOSE.search(text.text, max(0, span.start - _DOSE_REACH), span.start):
            return False
        if long := _long_form(text.text, name):
            return any(_form(long).endswith(_form(each)) for each in (condition.name, *condition.names))
    return said or _is_witnessed(text, condition, name)


def _is_witnessed(text: _Text, condition: Condition, name: str) -> bool:
    """Whether enough else in the text points to the condition."""
    own = set(_form(name).split())
    strengths = [
        hint.strength
        for form, hint in ((_form(hint.term), hint) for hint in condition.hints)
        if text.holds(form) and not own & set(form.split())
    ]
    return _ALONE in strengths or sum(strengths) >= ENOUGH


def _long_form(text: str, acronym: str) -> str:
    """What a text itself spells an acronym out as, if it does: "diabetes insipidus (DI)", "DI (diabetes insipidus)"."""
    letters = [letter.lower() for letter in acronym if letter.isalpha()]
    words = r"[\s-]+".join(rf"{letter}\w*" for letter in letters)
    short = re.escape(acronym)
    found = re.search(rf"\b({words})\s*\(\s*{short}\s*\)", text, re.IGNORECASE) or re.search(
        rf"\b{short}\s*\(\s*({words})\s*\)", text, re.IGNORECASE
    )
    return found[1] if found else ""


def _has_capitals(name: str) -> bool:
    return sum(map(str.isupper, name)) > 1 or (len(name) <= 2 and name.isupper())


def _without_overlaps(spans: Iterable[Span]) -> list[Span]:
    """The longest of those that overlap, in order."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda each: (each.start, -each.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


@cache
def _forms_of(condition: Condition) -> Sequence[str]:
    return tuple(dict.fromkeys(_form(name) for name in (*condition.aliases, *condition.unsure)))
