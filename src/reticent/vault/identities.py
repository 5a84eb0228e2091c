"""Who is meant: names of a document that speak of one person, and the form that one name has in every document."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from reticent.kinds import find_kind
from reticent.language import DEFAULT_LANGUAGE
from reticent.text.folding import spell_umlauts, strip_accents

_POSSESSIVE = re.compile(r"['’]s?$")
_WORD = re.compile(r"[^\W_]+(?:['’.-]?[^\W_]+)*")
_GENERATIONS = frozenset({"jr", "sr", "ii", "iii", "iv"})


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """Something that a document names: of which kind, by which form in all documents, and as it is written here.

    `spelled` is the form of the same name written without umlauts, "mueller" for "Müller".
    """

    kind: str
    form: str = field(repr=False)
    written: str = field(repr=False)
    spelled: str = field(default="", repr=False)


def name_entities(written: Sequence[tuple[str, str]]) -> list[NamedEntity]:
    """What a document names, by kind and as it is written there; each gets the form by which all documents know it.

    Case, accents and blanks make no difference, nor titles, middle names and "Lee, Ann" for a person. A surname, a given
    name or initials alone are a person's whose full name stands in the same document, if it is only one person's.
    """
    people = [_parse(text) if find_kind(kind).invented == "name" else None for kind, text in written]
    known = {name.key: name for name in people if name and len(name.given) > 1}
    clashing = _find_clashes([name for name in people if name and name.given])
    named = []
    for (kind, text), name in zip(written, people, strict=True):
        own = fold(text) if name is None else name.form
        form = own if name is None else _form_of(name, list(known.values()), clashing)
        umlauts = spell_umlauts(text) if form == own else text
        spelled = "" if umlauts == text else fold(umlauts) if name is None else _parse(umlauts).form
        named.append(NamedEntity(kind, form, text, spelled))
    return named


def fold(text: str) -> str:
    """A text in small letters and digits, without accents, signs and doubled blanks; one of nothing but signs as it is.

    >>> fold(" İstanbul"), fold("St. José"), fold("12-34 A")
    ('istanbul', 'st jose', '12 34 a')
    """
    plain = strip_accents(_POSSESSIVE.sub("", text.strip())).casefold()
    letters = "".join(char if char.isalnum() else " " for char in strip_accents(plain) if not _is_mark(char))
    return " ".join(letters.split()) or text.strip()


def _is_mark(char: str) -> bool:
    return "\u0300" <= char <= "\u036f"


@dataclass(frozen=True, slots=True)
class _Name:
    given: str
    middle: tuple[str, ...]
    family: str
    generation: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.given, self.family, self.generation

    @property
    def form(self) -> str:
        return " ".join(filter(None, self.key))


def _parse(written: str) -> _Name:
    """The parts of a person's name; a single word is the family name, whatever it is."""
    before, comma, after = unicodedata.normalize("NFC", written).partition(",")
    turned = comma and fold(after) not in _GENERATIONS
    ordered = f"{after} {before}" if turned else f"{before} {after}"
    words = [fold(word) for word in _WORD.findall(_POSSESSIVE.sub("", ordered.strip()))]
    generation = words.pop() if len(words) > 1 and words[-1] in _GENERATIONS else ""
    words = [word for word in words if word and word not in DEFAULT_LANGUAGE.names.titles]
    if not words:
        return _Name("", (), fold(written), generation)
    given = words[0] if len(words) > 1 else ""
    return _Name(given, tuple(words[1:-1]), words[-1], generation)


def _find_clashes(names: Sequence[_Name]) -> frozenset[tuple[str, str, str]]:
    """The keys under which one document has people whose middle names contradict each other."""
    middles: dict[tuple[str, str, str], set[tuple[str, ...]]] = {}
    for name in names:
        if name.middle:
            middles.setdefault(name.key, set()).add(name.middle)
    return frozenset(
        key
        for key, found in middles.items()
        if not all(_agree(one, other) for one in found for other in found)
    )


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two rows of middle names may be the same: an initial stands for any name that begins with it."""
    return all(a.startswith(b) or b.startswith(a) for a, b in zip(one, other, strict=False))


def _form_of(name: _Name, known: Sequence[_Name], clashing: frozenset[tuple[str, str, str]]) -> str:
    meant = [each for each in known if _may_be(name, each)]
    full = meant[0] if len(meant) == 1 else name
    if full.key in clashing and name.middle:
        return " ".join([full.given, *name.middle, full.family, full.generation]).strip()
    return full.form


def _may_be(name: _Name, full: _Name) -> bool:
    """Whether a shorter name can be the full one's, which is more than it."""
    if name.generation and name.generation != full.generation:
        return False
    if not name.given:
        return name.family in (full.family, full.given)
    if name.family != full.family:
        return False
    return name.given == full.given or (len(name.given) == 1 and full.given.startswith(name.given))
