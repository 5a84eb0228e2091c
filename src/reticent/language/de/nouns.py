"""German nouns with their genders and plurals, and the base forms of words; from Wiktionary (`data/LICENSE-nouns`).

A compound has the gender and the plural of its last part, so that nouns that no list has are read too.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

LINKS, _LONG_LINKS = ("", "s", "es", "n", "en", "er", "e", "ns"), ("", "s", "n", "en")
"""What may join the parts of a compound: "Arbeits-", "Tages-", "Lungen-", "Bilder-"; fewer after a compound."""

_SHORTEST_PART = 3
"""Letters of a part of a compound; with two, "ei" and "uhr" make "Eiuhr" of anything. Chosen by hand."""

_SHORTEST_FIRST, _LONGEST = 3, 60
"""Letters of the first part, and of a word that is read apart: longer ones are strings of a machine. Chosen by hand."""

_NO_PARTS = frozenset(
    "ion ion tion ismus mus tor ort ter gen ner ser ahl and ist ier ret tät itis ung lang ehr ier tum mut amt"
    " rin ern ell ent ant ium ose oma ase ide ene ins aus ihn ihr".split()
)
"""Short nouns that end other words by chance: an ending, no part."""

_ALWAYS_PARTS = frozenset({"amt", "ort", "mut"})
"""Of those the ones that do end compounds where the rest is a noun."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun as it is listed: its `gender` (m, f, n, several letters where writers differ), its plural ("" where it has none).

    An adjective that became one ("Kranke") is `declined` as adjectives are.
    """

    lemma: str
    gender: str
    plural: str
    declined: bool = False


@dataclass(frozen=True, slots=True)
class _Lexicon:
    nouns: dict[str, str]
    plurals: dict[str, str]
    classes: dict[str, str]


@cache
def _lexicon() -> _Lexicon:
    """Nouns in small letters with their codes, plurals with their singulars, and the classes of other words."""
    nouns: dict[str, str] = {}
    plurals: dict[str, str] = {}
    for line in _lines("nouns.txt.xz"):
        code, *lemmas = line.split(" ")
        form = code.partition("/")[2]
        for lemma in lemmas:
            nouns[lemma] = code
            if form not in ("-", "~"):
                plurals.setdefault(_inflect(lemma, form), lemma)
    classes = {
        word: letter
        for letter, *words in (line.split(" ") for line in _lines("classes.txt.xz"))
        for word in words
    }
    return _Lexicon(nouns, plurals, classes)


def _lines(name: str) -> list[str]:
    data = files("reticent.language.de").joinpath(f"data/{name}").read_bytes()
    return lzma.decompress(data).decode("utf-8").split("\n")


def _inflect(lemma: str, form: str) -> str:
    cut = form[:1]
    return lemma + form[1:] if cut == "+" else lemma[: len(lemma) - int(cut)] + form[1:]


def word_class(word: str) -> str:
    """What a word in small letters is: "a" an adjective, "v" a verb; "" for nouns and unknown ones.

    >>> [word_class(word) for word in ("schwer", "ging", "haus")]
    ['a', 'v', '']
    """
    return _lexicon().classes.get(word, "")


def find_noun(word: str) -> Noun | None:
    """The listed noun that a word, in any case, is the singular of.

    >>> find_noun("Krankheit"), find_noun("ging")
    (Noun(lemma='krankheit', gender='f', plural='krankheiten', declined=False), None)
    """
    lemma = word.lower()
    code = _lexicon().nouns.get(lemma)
    if code is None:
        return None
    gender, _, form = code.partition("/")
    plural = "" if form in ("-", "~") else _inflect(lemma, form)
    return Noun(lemma, gender, plural, declined=form == "~")


def base_noun(word: str) -> str:
    """The singular of a listed noun in small letters, in any case; "" where there is none.

    >>> [base_noun(word) for word in ("häuser", "häusern", "hauses", "patientinnen", "virus", "viren", "oder")]
    ['haus', 'haus', 'haus', 'patientin', 'virus', 'virus', '']
    """
    lexicon = _lexicon()
    if word in lexicon.nouns:
        return word
    if singular := lexicon.plurals.get(word):
        return singular
    if word.endswith("n") and (singular := lexicon.plurals.get(word[:-1])):
        return singular
    for ending in ("es", "s", "en", "n", "e"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > _SHORTEST_PART and _may_end(lexicon.nouns.get(stem, ""), ending):
            return stem
    return ""


def _may_end(code: str, ending: str) -> bool:
    """Whether a noun with this code has a form with this ending besides its plural."""
    gender, _, form = code.partition("/")
    if not code:
        return False
    if ending in ("es", "s", "e"):
        return gender != "f"
    return form in ("+n", "+en", "~")


@lru_cache(maxsize=20_000)
def split_compound(word: str) -> tuple[str, ...]:
    """The parts of a compound in small letters, each in its base form; () where it is none, as far as the list tells.

    >>> split_compound("tumorpatient"), split_compound("lungenkrebs"), split_compound("lungenkrebs-op")
    (('tumor', 'patient'), ('lunge', 'krebs'), ('lunge', 'krebs', 'op'))
    >>> split_compound("herzinsuffizienzambulanz"), split_compound("schmidt")
    (('herzinsuffizienz', 'ambulanz'), ())
    """
    if "-" in word:
        pieces = [piece for piece in word.split("-") if piece]
        return tuple(
            part for piece in pieces for part in split_compound(piece) or (base_noun(piece) or piece,)
        )
    if not 2 * _SHORTEST_PART <= len(word) <= _LONGEST or not word.isalpha():
        return ()
    return _split(word, 0)


@lru_cache(maxsize=20_000)
def parts_of(word: str) -> tuple[str, ...]:
    """All words that a compound in small letters is made of, in their base forms, and the base form of any other noun.

    >>> parts_of("tumorpatientin"), parts_of("lungenkrebs-op"), parts_of("tumoren")
    (('tumor', 'patientin'), ('lungenkrebs', 'lunge', 'krebs', 'op'), ('tumor',))
    """
    found: list[str] = []
    waiting = word.split("-") if "-" in word else [base_noun(word) or lemma(word)]
    while waiting and len(found) < _MOST_PARTS:
        part = waiting.pop(0)
        found.append(base_noun(part) or part)
        waiting[:0] = split_compound(part)
    return tuple(dict.fromkeys(part for part in found if part and part != word))


_MOST_PARTS = 12
"""Parts of a word that are listed: those of four nouns, and what these are made of. Chosen by hand."""

_DEEPEST = 4
"""Parts that a compound has at most; chosen by hand, it bounds the time."""


@lru_cache(maxsize=50_000)
def _split(word: str, depth: int) -> tuple[str, ...]:
    """The split with the longest last part whose rest is a noun or a compound."""
    for at in range(_SHORTEST_FIRST, len(word) - _SHORTEST_PART + 1):
        last = base_noun(word[at:])
        if not last or (word[at:] in _NO_PARTS and word[at:] not in _ALWAYS_PARTS):
            continue
        first = _read_first(word[:at], depth)
        if first:
            return (*first, last)
    return ()


def _read_first(stem: str, depth: int) -> tuple[str, ...]:
    """The parts of what stands before the last part, with the letters that join it."""
    for base in _without_links(stem, LINKS):
        if known := _read_noun(base, bare=base == stem):
            return (known,)
    if plural := _lexicon().plurals.get(stem):
        return (plural,)
    if _lexicon().classes.get(stem) == "a" or stem in _STEMS:
        return (stem,)
    if depth >= _DEEPEST:
        return ()
    return next(filter(None, (_split(base, depth + 1) for base in _without_links(stem, _LONG_LINKS))), ())


def _without_links(stem: str, links: tuple[str, ...]) -> Iterator[str]:
    for link in links:
        base = stem.removesuffix(link) if link else stem
        if (not link or base != stem) and len(base) >= _SHORTEST_FIRST:
            yield base


def _read_noun(stem: str, *, bare: bool) -> str:
    """The noun that a stem is, also one without its last letter: "Schul-", "Sprach-"."""
    nouns = _lexicon().nouns
    return stem if stem in nouns else stem + "e" if bare and stem + "e" in nouns else ""


_STEMS = frozenset(
    "vor nach haupt neben unter über zwischen gegen mit selbst fremd gesamt einzel allgemein ab an auf aus ein um zu bei"
    " groß hoch klein neu alt fach dauer not eil anti hyper hypo intra extra peri post prä sub supra neuro kardio gastro"
    " elektro mikro makro multi mono bi tri poly psycho thermo radio hämo osteo arthro pneumo nephro hepato dermato onko"
    " geburts wohn schlaf geh steh lauf ess trink schluck atem heil pflege entlass bewegungs lern lehr".split()
)
"""Stems and prefixes that begin compounds and are no nouns."""


def lemma(word: str) -> str:
    """The base form of a word in small letters: the singular of a noun, an adjective without its ending, or the word itself.

    >>> [lemma(word) for word in ("entzündungen", "patienten", "schwerer", "chronischen", "tumorpatientinnen", "diabetes")]
    ['entzündung', 'patient', 'schwer', 'chronisch', 'tumorpatientin', 'diabetes']
    """
    if base := base_noun(word):
        return base
    if adjective := base_adjective(word):
        return adjective
    if "-" in word:
        head, _, tail = word.rpartition("-")
        return f"{head}-{lemma(tail)}" if tail else word
    parts = split_compound(word)
    if not parts:
        return word
    ending = max((at for at in range(1, len(word)) if base_noun(word[at:]) == parts[-1]), default=0)
    return word[:ending] + parts[-1] if ending else word


def base_adjective(word: str) -> str:
    """An adjective in small letters without its ending; "" where no list has it and no suffix shows one.

    >>> base_adjective("leichten"), base_adjective("linksseitiger"), base_adjective("lungen")
    ('leicht', 'linksseitig', '')
    """
    classes = _lexicon().classes
    for ending in ("", "en", "er", "em", "es", "e"):
        stem = word.removesuffix(ending)
        if ending and stem == word:
            continue
        if classes.get(stem) == "a" or (ending and len(stem) > 5 and stem.endswith(_OF_ADJECTIVES)):
            return stem
    return ""


_OF_ADJECTIVES = ("lich", "isch", "ig", "los", "bar", "sam", "haft", "iv", "ös", "end", "iert")


_MOST_STEPS, _SHORTEST_WOMAN = 3, 5
"""Parts of a compound that are looked at, and letters of a woman's occupation: shorter words end in "-in" by chance."""


def singulars(word: str) -> tuple[str, ...]:
    """What a word in small letters may be another form of: its singular, the man of a woman's occupation, the last part of a compound.

    >>> singulars("lehrerinnen"), singulars("grundschullehrerin")
    (('lehrerin', 'lehrer'), ('schullehrerin', 'lehrerin', 'grundschullehrer', 'schullehrer', 'lehrer'))
    """
    base = base_noun(word) or word
    forms = [base]
    while len(forms) <= _MOST_STEPS and (parts := split_compound(forms[-1])):
        forms.append(parts[-1])
    men = [form.removesuffix("in") for form in forms if form.endswith("in") and len(form) > _SHORTEST_WOMAN]
    return tuple(dict.fromkeys(form for form in (*forms, *men) if form != word))
