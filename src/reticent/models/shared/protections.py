"""What is to be protected, as people write it: one parser for command lines, policies and Python.

A protection is `ENTITY=GENERAL` or `ENTITY`. Whatever looks like another notation is refused: taken for a name, "HIV:disease"
would be looked for in texts, found nowhere, and everything would go out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.errors import InputError
from reticent.knowledge.conditions import conditions
from reticent.knowledge.corpus.spoken import spoken
from reticent.knowledge.taxonomy import Taxonomy, knows

_QUOTED = re.compile(r'"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|\'([^\']+)\'|‘([^‘’]+)’')
_SIDE = rf"\s*({_QUOTED.pattern.replace('(', '(?:')}|[^=]*?)\s*"
_PAIR = re.compile(rf"{_SIDE}(?:(=){_SIDE})?")

_HOW = 'write --protect "HIV=disease" (in a policy HIV = "disease", in Python {"HIV": "disease"}), or "HIV" alone'
_TWO = 2  # an entity and what may be disclosed of it
_NEVER_IN_NAMES = frozenset(':;|<>={}[]\\~^`"')
_SYMBOLS_IN_NAMES = frozenset("+&°®™©$€£")
_SPACED_DASH = re.compile(r"\s[-‐‑‒–—―]+\s|--")
_BETWEEN_ENTITIES = re.compile(
    r"\s*[,/+()@_–—]\s*|\s+&\s+|(?<=\w{3})&(?=\w{3})|\s+(?:and|or|plus|as(?:\s+an?)?|is(?:\s+an?)?|to|into|means)\s+",
    re.IGNORECASE,
)
_COMPANY = re.compile(r"[A-Z][a-z]+(?:,? [A-Z][a-z]+)* & [A-Z][a-z]+(?: [A-Z][a-z]+)*")
"""Names that "&" joins are those of one firm, as in "Marks & Spencer"."""

_LONGEST_CONDITION = 5
"""Words of the longest name of a condition that is looked for inside another name; longer ones are names by themselves."""

Known = Callable[[str], bool]
"""Whether something is an entity by itself."""


@dataclass(frozen=True, slots=True)
class Protected:
    """An entity that is to be protected: each g(c) that may be disclosed of it, None for plain C-sanitization, and its aliases."""

    name: str
    generals: tuple[str | None, ...]
    aliases: tuple[str, ...] = field(default=(), repr=False)


def split_pair(text: str, *, form: str) -> tuple[str, str]:
    """Both sides of an option `ENTITY=GENERAL`, with their quotes, the second empty without a sign; `form` is its form.

    >>> split_pair('"Acme=Co"= company', form="--protect is written ENTITY=GENERAL")
    ('"Acme=Co"', 'company')
    """
    pair = _PAIR.fullmatch(text)
    if pair is None or not pair[1] or (pair[2] and (not pair[3] or pair[3][0] in "<>~")):
        raise InputError(f"{form}, not '{text}': {_HOW}")
    return pair[1], pair[3] or ""


def read_protected(
    protect: Mapping[str, str | Sequence[str] | None],
    aliases: Mapping[str, Sequence[str]],
    taxonomy: Taxonomy,
    *,
    listed: Collection[str] = (),
) -> tuple[Protected, ...]:
    """Every entity once, with what may be disclosed of it; an InputError for what is not written as a name.

    Aliases may also be those of what is `listed` to hide entities among.
    """
    if not isinstance(protect, Mapping):
        raise InputError("what is protected is a mapping of entities, such as protect={'HIV': 'virus'}")

    def is_known(name: str) -> bool:
        return knows(taxonomy, name) or conditions().find_likely(name) is not None

    further: dict[str, list[str]] = {}
    for entity, names in aliases.items():
        further.setdefault(read_name(entity, is_known), []).extend(
            read_name(name, is_known) for name in names
        )
    found: dict[str, list[str | None]] = {}
    for entity, generals in protect.items():
        several = [generals] if generals is None or isinstance(generals, str) else generals
        told = [read_name(general, is_known) if general else None for general in several]
        found.setdefault(read_name(entity, is_known), []).extend(told or [None])
    if stray := [name for name in further if name not in found and name not in listed]:
        raise InputError(
            f"an alias is given for '{stray[0]}', which is not protected: protect it or drop the alias"
        )
    return tuple(
        Protected(name, tuple(dict.fromkeys(generals)), tuple(further.get(name, ())))
        for name, generals in found.items()
    )


def only_general(protected: Protected) -> str | None:
    """The one g(c) that something is hidden below; an InputError for several."""
    if len(protected.generals) > 1:
        raise InputError(
            f"'{protected.name}' is hidden among what is below one GENERAL: give it one --protect only"
        )
    return protected.generals[0]


def read_name(text: str, is_known: Known) -> str:
    """The name that was written, without quotes around it; an InputError for what looks like another notation.

    >>> read_name(' "Acme, Inc." ', str.istitle), read_name("hepatitis B", str.istitle)
    ('Acme, Inc.', 'hepatitis B')
    """
    if not isinstance(text, str):
        raise InputError(f"the name of an entity is a text, such as 'HIV', not a {type(text).__name__}")
    name = unquote(text)
    if not any(map(str.isalnum, name)):
        raise InputError(f"'{text}' names nothing that could be protected: {_HOW}")
    if name == text.strip() and (_has_odd_sign(name) or _joins_entities(name, is_known)):
        quoting = "" if '"' in name else f"; if it is one name, it goes in double quotes, '\"{name}\"'"
        raise InputError(f"'{text}' is not understood: {_spell_right(name, is_known)}{quoting}")
    return name


def _spell_right(name: str, is_known: Known) -> str:
    """How what was meant is written: the first two things in it as a pair, or each by itself.

    Two illnesses are no pair: whoever followed that advice would tell one of the other.
    """
    if len(several := find_conditions(name, is_known)) > 1:
        return "write " + " ".join(f'--protect "{each}"' for each in several)
    signs = "".join(
        sign if sign.isalnum() or sign in " '’.-" else ":" for sign in _SPACED_DASH.sub(":", name)
    )
    parts = [part.strip(" '’-") for part in re.split(rf":|{_BETWEEN_ENTITIES.pattern}", signs, flags=re.I)]
    things = [part for part in parts if part]
    if len(things) < _TWO:
        return _HOW
    one, other = things[:_TWO]
    return (
        f'write --protect "{one}={other}" if {other} may be disclosed of {one}, or --protect "{one}" --protect "{other}" (in a'
        f' policy "{one}" = "{other}", in Python {{"{one}": "{other}"}})'
    )


def unquote(text: str) -> str:
    """What was written, without blanks and without quotes around the whole."""
    quoted = _QUOTED.fullmatch(text.strip())
    return next(filter(None, quoted.groups())).strip() if quoted else text.strip()


def _has_odd_sign(name: str) -> bool:
    """Whether a sign stands in it that names hardly ever have, and that other notations put between two things."""
    plain = unicodedata.normalize("NFKC", name)
    return (
        not _NEVER_IN_NAMES.isdisjoint(plain)
        or _SPACED_DASH.search(plain) is not None
        or any(unicodedata.category(sign) in ("Cc", "Sm", "So") for sign in {*name} - _SYMBOLS_IN_NAMES)
    )


def find_conditions(name: str, is_known: Known) -> list[str]:
    """The conditions side by side in words that together name no condition, whatever joins them: "asthma with epilepsy".

    Names that somebody writes with capitals, such as "Cancer Research", are those of other things.

    >>> find_conditions("asthma, then epilepsy", lambda name: False)
    ['asthma', 'epilepsy']
    >>> find_conditions("lung cancer", lambda name: False), find_conditions("Cancer Research", lambda name: False)
    ([], [])
    """
    words = [word.strip(",;") for word in name.split()]
    is_title = all(word.istitle() for word in words if len(word) > 3)
    if len(words) == 1 or is_title or is_known(name) or conditions().find(name):
        return []
    found: list[str] = []
    first = 0
    while first < len(words):
        ends = range(min(len(words), first + _LONGEST_CONDITION), first, -1)
        end = next((end for end in ends if _is_condition(" ".join(words[first:end]))), 0)
        found += [" ".join(words[first:end])] if end else []
        first = end or first + 1
    return found


def _is_condition(name: str) -> bool:
    return conditions().find_likely(name) is not None and name.casefold() not in spoken().nouns.plain


def _joins_entities(name: str, is_known: Known) -> bool:
    """Whether it is rather several entities than one: "HIV, depression", "HIV as disease", but not "Acme, Inc."."""
    if len(find_conditions(name, is_known)) > 1:
        return True
    parts = [part for part in _BETWEEN_ENTITIES.split(name) if part]
    if len(parts) < 2 or _COMPANY.fullmatch(name):
        return False
    belongs = any(
        part.rstrip(".").casefold() in (spoken().names.suffixes | spoken().names.legal_forms)
        for part in parts[1:]
    )
    return not belongs and not is_known(name) and sum(map(is_known, parts)) > 1
