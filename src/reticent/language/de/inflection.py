"""How a German word is fitted into the place of another: articles, adjectives and the noun follow gender, number and case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from reticent.language.de.nouns import Noun, base_noun, find_noun, split_compound

_CASES = ("nom", "acc", "dat", "gen")
_DEFINITE = {
    "nom": ("der", "die", "das", "die"),
    "acc": ("den", "die", "das", "die"),
    "dat": ("dem", "der", "dem", "den"),
    "gen": ("des", "der", "des", "der"),
}
_STRONG = {
    "nom": ("er", "e", "es", "e"),
    "acc": ("en", "e", "es", "e"),
    "dat": ("em", "er", "em", "en"),
    "gen": ("es", "er", "es", "er"),
}
_LIKE_EIN = {**_STRONG, "nom": ("", "e", "", "e"), "acc": ("en", "e", "", "e")}
_BARE = {**_STRONG, "gen": ("en", "er", "en", "er")}
_WEAK = {"nom": ("e", "e", "e", "en"), "acc": ("en", "e", "e", "en"), "dat": ("en",) * 4, "gen": ("en",) * 4}
_MIXED = {**_WEAK, "nom": ("er", "e", "es", "en"), "acc": ("en", "e", "es", "en")}
_EIN_STEMS = ("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "eur")
_DER_STEMS = ("dies", "jed", "jen", "welch", "manch", "solch")
_CONTRACTED = {
    "am": ("an", "dem"), "im": ("in", "dem"), "beim": ("bei", "dem"), "vom": ("von", "dem"), "zum": ("zu", "dem"),
    "zur": ("zu", "der"), "ans": ("an", "das"), "ins": ("in", "das"), "aufs": ("auf", "das"), "fürs": ("für", "das"),
    "durchs": ("durch", "das"), "ums": ("um", "das"),
}  # fmt: skip
_JOINED = {parts: joined for joined, parts in _CONTRACTED.items()}
_WITH_DATIVE = frozenset(
    "mit bei von nach aus zu seit an in unter auf vor hinter neben zwischen gegenüber".split()
)
_WITH_GENITIVE = frozenset(
    "wegen aufgrund trotz während infolge statt anstatt bezüglich hinsichtlich mittels".split()
)
_WITH_ACCUSATIVE = frozenset("für gegen durch ohne um".split())
_MOST_ADJECTIVES = 3
"""Words between an article and its noun that may be adjectives; chosen by hand."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a noun phrase agrees in: its case, and the column of gender and number (m, f, n, plural)."""

    case: str
    column: int


def find_gender(noun: str) -> str:
    """The gender of a noun phrase by its last word, or the last part of that: m, f or n; "" where no list tells.

    >>> find_gender("Krankheit"), find_gender("Lungenkrebs-OP"), find_gender("Herzinsuffizienzambulanz")
    ('f', '', 'f')
    """
    found = _last_noun(noun)
    return found.gender[:1] if found else ""


def _last_noun(phrase: str) -> Noun | None:
    word = phrase.lower().rpartition(" ")[2]
    base = base_noun(word)
    if base:
        return find_noun(base)
    parts = split_compound(word)
    return find_noun(parts[-1]) if parts else None


def plural(noun: str) -> str:
    """The plural of a noun, with its capital; a noun that has none is its own.

    >>> [plural(noun) for noun in ("Krankheit", "Tumor", "Hauterkrankung", "Obst")]
    ['Krankheiten', 'Tumoren', 'Hauterkrankungen', 'Obst']
    """
    found = _last_noun(noun)
    if found is None or not found.plural or not noun.lower().endswith(found.lemma):
        return noun
    head = noun[: len(noun) - len(found.lemma)]
    return (
        _like(noun[len(head) :], found.plural) if not head else head + _like(noun[len(head) :], found.plural)
    )


def _like(model: str, word: str) -> str:
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def is_plural(word: str) -> bool:
    """Whether a noun in small letters is a plural and no singular.

    >>> is_plural("krankheiten"), is_plural("tumor")
    (True, False)
    """
    base = base_noun(word)
    found = find_noun(base) if base else None
    return bool(found and found.plural and word != base and word in (found.plural, found.plural + "n"))


def is_uncounted(noun: str) -> bool:
    """Whether a noun has no plural, so that writers leave it without an article ("Atemnot").

    >>> is_uncounted("Atemnot"), is_uncounted("Krankheit")
    (True, False)
    """
    found = _last_noun(noun)
    return bool(found and not found.plural and not found.declined)


def indefinite_article(phrase: str) -> str:
    """The article of a noun phrase in the nominative; "ein" where its gender is not known.

    >>> indefinite_article("Krankheit"), indefinite_article("Tumor")
    ('eine', 'ein')
    """
    return "eine" if find_gender(phrase) == "f" else "ein"


def agree(
    before: Sequence[str], old: str, new: str, *, lacks_article: bool = False
) -> tuple[tuple[str, ...], str]:
    """The words before a noun as they must be before another in its place, and that noun in its case.

    >>> agree(("hat", "einen", "bösartigen"), "Tumor", "Krankheit")
    (('hat', 'eine', 'bösartige'), 'Krankheit')
    >>> agree(("starb", "am"), "Krebs", "Krankheit"), agree(("Zeichen", "der"), "Lungenentzündung", "Leiden")
    ((('starb', 'an', 'der'), 'Krankheit'), (('Zeichen', 'des'), 'Leidens'))
    """
    words = list(before)
    old_noun, new_noun = _last_noun(old), _last_noun(new)
    if new_noun is None:
        return tuple(words), new
    new = _with_capital(new)
    if old_noun is None:
        return tuple(words), new
    many = is_plural(old.lower().rpartition(" ")[2])
    at = _find_determiner(words)
    told = _read_agreement(words, at, old_noun, many=many)
    column = 3 if many else "mfn".index(new_noun.gender[0])
    fitted = Agreement(told.case, column)
    if at is None and lacks_article and not many:
        article = _join_ein("ein", _LIKE_EIN[fitted.case][fitted.column])
        return tuple(words), f"{article} {_decline(new, new_noun, fitted)}"
    if at is None:
        return (*_fit_adjectives(words, _first_adjective(words), told, fitted, _BARE, _BARE),), _decline(
            new, new_noun, fitted
        )
    written = _write_determiner(words[at], fitted)
    old_endings = new_endings = _MIXED if _is_like_ein(words[at]) else _WEAK
    adjectives = _fit_adjectives(words, at + 1, told, fitted, old_endings, new_endings)[at + 1 :]
    return (*words[:at], *written, *adjectives), _decline(new, new_noun, fitted)


def _with_capital(phrase: str) -> str:
    """A dictionary form with the capital of its noun."""
    head, blank, noun = phrase.rpartition(" ")
    return head + blank + noun[:1].upper() + noun[1:]


def _find_determiner(words: Sequence[str]) -> int | None:
    """The nearest determiner, with nothing but words in small letters between it and the noun."""
    for back in range(1, min(len(words), _MOST_ADJECTIVES + 1) + 1):
        word = words[-back].lower()
        if word in _readings() or word in _CONTRACTED:
            return len(words) - back
        if not words[-back].islower() or not words[-back].isalpha():
            return None
    return None


def _first_adjective(words: Sequence[str]) -> int:
    """Where the adjectives before a noun without a determiner begin: of several one alone is sure to be one."""
    if not words or not words[-1].islower() or not words[-1].endswith(("er", "es", "em", "en", "e")):
        return len(words)
    known = _WITH_DATIVE | _WITH_GENITIVE | _WITH_ACCUSATIVE
    return len(words) if words[-1] in known or len(words[-1]) < 5 else len(words) - 1


@cache
def _readings() -> dict[str, tuple[Agreement, ...]]:
    """Every form of a determiner with what it may agree in."""
    found: dict[str, list[Agreement]] = {}
    for case in _CASES:
        for column in range(4):
            forms = [_DEFINITE[case][column]]
            forms += [stem + _STRONG[case][column] for stem in _DER_STEMS]
            forms += [_join_ein(stem, _LIKE_EIN[case][column]) for stem in _EIN_STEMS]
            for form in forms:
                found.setdefault(form, []).append(Agreement(case, column))
    return {form: tuple(readings) for form, readings in found.items()}


def _join_ein(stem: str, ending: str) -> str:
    return "euer" if stem == "eur" and not ending else stem + ending


def _is_like_ein(word: str) -> bool:
    return word.lower().startswith(("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "eur", "euer"))


def _read_agreement(words: Sequence[str], at: int | None, noun: Noun, *, many: bool) -> Agreement:
    columns = {3} if many else {"mfn".index(letter) for letter in noun.gender}
    before = words[at - 1].lower() if at else ""
    likely = list(_likely_cases(before, words, at))
    column = min(columns)
    if at is None:
        return Agreement(likely[0], column)
    word = words[at].lower()
    if word in _CONTRACTED:
        return Agreement("dat" if _CONTRACTED[word][1] in ("dem", "der") else "acc", column)
    fitting = [each for each in _readings()[word] if each.column in columns] or [Agreement(likely[0], column)]
    return min(fitting, key=lambda each: likely.index(each.case))


def _likely_cases(before: str, words: Sequence[str], at: int | None) -> Iterator[str]:
    """The cases, the likeliest first, by the word before the phrase."""
    if not before and at is None and words:
        before = words[-1].lower()
    if before in _WITH_GENITIVE:
        first = ("gen", "dat", "acc", "nom")
    elif before in _WITH_DATIVE:
        first = ("dat", "acc", "gen", "nom")
    elif before in _WITH_ACCUSATIVE:
        first = ("acc", "dat", "gen", "nom")
    elif at and words[at - 1][:1].isupper():
        first = ("gen", "acc", "dat", "nom")
    elif at == 0:
        first = ("nom", "acc", "dat", "gen")
    else:
        first = ("acc", "dat", "gen", "nom")
    yield from first


def _write_determiner(word: str, fitted: Agreement) -> tuple[str, ...]:
    low = word.lower()
    if low in _CONTRACTED:
        preposition = _CONTRACTED[low][0]
        article = _DEFINITE[fitted.case][fitted.column]
        joined = _JOINED.get((preposition, article))
        parts = (joined,) if joined else (preposition, article)
    elif low in ("der", "die", "das", "den", "dem", "des"):
        parts = (_DEFINITE[fitted.case][fitted.column],)
    elif stem := next((stem for stem in _DER_STEMS if low.startswith(stem)), ""):
        parts = (stem + _STRONG[fitted.case][fitted.column],)
    else:
        stem = next(stem for stem in ("eur", "euer", *_EIN_STEMS) if low.startswith(stem))
        parts = (_join_ein("eur" if stem == "euer" else stem, _LIKE_EIN[fitted.case][fitted.column]),)
    return _like(word, parts[0]), *parts[1:]


def _fit_adjectives(
    words: Sequence[str],
    begin: int,
    told: Agreement,
    fitted: Agreement,
    old_endings: Mapping[str, tuple[str, ...]],
    new_endings: Mapping[str, tuple[str, ...]],
) -> list[str]:
    """The words with other endings where they have those of the old noun."""
    ending, other = old_endings[told.case][told.column], new_endings[fitted.case][fitted.column]
    return [
        word.removesuffix(ending) + other
        if at >= begin and word.islower() and word.endswith(ending) and len(word) > len(ending) + 2
        else word
        for at, word in enumerate(words)
    ]


def _decline(new: str, noun: Noun, fitted: Agreement) -> str:
    """The noun in its case: in the genitive with its "s", in the plural of the dative with its "n"."""
    if fitted.case == "gen" and fitted.column in (0, 2) and not noun.declined:
        return new if new.endswith(("s", "x", "z")) else new + "s"
    if fitted.column == 3:
        many = plural(new)
        return many + "n" if fitted.case == "dat" and many[-1:] in "elr" else many
    return new
