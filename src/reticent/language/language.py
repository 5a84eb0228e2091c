"""A language as a value: the words and word forms that reading and writing it takes, and nothing about places in texts.

What takes long to load is a function that loads it once; all else is a set of words.

Parts of speech: the protocol of taggers and the tags that they agree on.

The tags are those of the Penn treebank without inflection: NN for every common noun, NNP for every name, VB for every
verb, because SemCor, which the parameters that ship with the package were learned from, does not tell them further apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

_WITHOUT_INFLECTION = {
    "NNS": "NN", "NP": "NNP", "NPS": "NNP", "NNPS": "NNP", "PP": "PRP", "PR": "PRP", "PDT": "DT", "LS": "CD",
    "JJR": "JJ", "JJS": "JJ", "RBR": "RB", "RBS": "RB", "RP": "RB",
    "VBD": "VB", "VBG": "VB", "VBN": "VB", "VBP": "VB", "VBZ": "VB",
}  # fmt: skip
_PUNCTUATION = {
    **dict.fromkeys(".!?…。！？", "."), **dict.fromkeys(",،、", ","), **dict.fromkeys(";:-‐‑–—", ":"),
    **dict.fromkeys("([{", "("), **dict.fromkeys(")]}", ")"), **dict.fromkeys("$€£¥", "$"),
    **dict.fromkeys("\"'`“”„‘’«»", '"'),
}  # fmt: skip
PUNCTUATION_TAGS = (".", ",", ":", "(", ")", "$", '"', "SYM")


class Tagger(Protocol):
    """Something that knows the part of speech of words in their sentences."""

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag a word, in Penn's tags without inflection."""


def plain_tag(penn: str) -> str:
    """A Penn tag without inflection; of two ("NN|SYM") the first.

    >>> [plain_tag(tag) for tag in ("NNS", "VBD", "IN")]
    ['NN', 'VB', 'IN']
    """
    first = penn.partition("|")[0]
    return _WITHOUT_INFLECTION.get(first, first)


def punctuation_tag(word: str) -> str | None:
    """The tag of a token without letters and digits; none for a word."""
    if any(map(str.isalnum, word)):
        return None
    return _PUNCTUATION.get(word[:1], "SYM")


@dataclass(frozen=True, slots=True)
class TokenParts:
    """What divides words and what doesn't.

    `abbreviations` are written with a full stop at their end, here without it; `degrees` with full stops inside.
    `clitics` follow an apostrophe and are tokens of their own; `negation` is what stands around the apostrophe of one.
    `shorthand` is divided at its stroke, and its letters mean nothing by themselves.
    """

    abbreviations: frozenset[str]
    degrees: tuple[str, ...]
    clitics: tuple[str, ...]
    negation: tuple[str, str]
    shorthand: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """Words at the borders of sentences.

    A full stop behind one of `never_last` ends no sentence, except behind those of `before_numbers` where no number
    follows; `openers` begin one even behind an abbreviation.
    """

    never_last: frozenset[str]
    before_numbers: frozenset[str]
    openers: frozenset[str]


@dataclass(frozen=True, slots=True)
class NameWords:
    """Small words in and around the names of people, places and organizations, in small letters.

    `titles` stand before a person's name and are no part of it, after one of `roles` a name is likely, and often after one
    of `staff` or `relations`; `streets` end the name of a street; `male` and `female` titles tell two people of one name
    apart. `links` join capitalized words into one run, `bridges` join
    two parts of one name, `bridges_in_people` those of a person's; no mention begins with one of `never_first` or ends
    with one of `never_last`; `fillers` don't count when two names are compared. After a person's name may stand one of
    `suffixes` ("Jr"), after a firm's one of `legal_forms` ("Inc"). Words of `nobody` (titles, greetings, names
    of fields) are no names by themselves, those of `no_place` no places.
    """

    titles: frozenset[str]
    roles: frozenset[str]
    staff: frozenset[str]
    relations: frozenset[str]
    streets: frozenset[str]
    male: frozenset[str]
    female: frozenset[str]
    possessives: frozenset[str]
    links: frozenset[str]
    bridges: frozenset[str]
    bridges_in_people: frozenset[str]
    never_first: frozenset[str]
    never_last: frozenset[str]
    fillers: frozenset[str]
    nobody: frozenset[str]
    no_place: frozenset[str]
    suffixes: frozenset[str]
    legal_forms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a word is fitted into the place of another.

    Between a word of `before_bare` and one of `after_bare` a singular noun lacks its article, unless its last word is
    one of `mass` or is uncounted; what `is_uncounted` has no plural either. `plain_modifiers` go with any noun. `denials`
    are verbs that say of the noun behind them that it is not so: they are never a part of its phrase.
    """

    plural: Callable[[str], str]
    indefinite_article: Callable[[str], str]
    before_bare: frozenset[str]
    after_bare: frozenset[str]
    mass: frozenset[str]
    is_uncounted: Callable[[str], bool]
    plain_modifiers: frozenset[str] = frozenset()
    denials: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DateWords:
    """How dates are written in words, in small letters and in order: the first spelling is the full one, the second the short one.

    `days` are the ordinals of the days of a month; `years` says which year some words are, a blank between them.
    """

    months: tuple[tuple[str, ...], ...]
    weekdays: tuple[tuple[str, ...], ...]
    days: tuple[str, ...]
    years: Mapping[str, int] = field(hash=False, repr=False)


@dataclass(frozen=True, slots=True)
class PositionWords:
    """Words around a noun that say whether a more general one can stand there.

    Under `negations` and after `quantifiers` a more general noun says more, not less; after `mentions` a name is spoken of
    and not the thing; after `sorts` ("type of") it has no article. Without one of the `essential` modifiers a phrase says
    something else, and a `light` noun without any says little. A name follows the `named` ("city of"). What stands for
    something with an article is none of the `uncounted_sorts`.
    """

    negations: frozenset[str] = frozenset()
    quantifiers: frozenset[str] = frozenset()
    mentions: frozenset[str] = frozenset()
    sorts: frozenset[str] = frozenset()
    essential: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    light: frozenset[str] = frozenset()
    uncounted_sorts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StatementWords:
    """Words that say what a sentence states of a noun, in small letters.

    After one of `comparisons` stands an example or what something is compared with, after a noun one of `defining` says
    what that is, one of `naming` what it is called. One of `clauses` begins a clause; under `conditions` a sentence holds of all of a sort; a `particular` verb speaks of one case. One of
    `before_places` stands before the name of a place or a thing.
    """

    comparisons: frozenset[str] = frozenset()
    defining: frozenset[str] = frozenset()
    naming: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    particular: frozenset[str] = frozenset()
    before_places: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class UseWords:
    """Words around another that say whether it is a noun, in small letters.

    Behind one of `copulas` a word with one of `adjective_endings` is an adjective; behind one of `before_nouns` stands a noun,
    whatever it looks like. One of `results` makes an adjective of the noun before it ("positive"); with a
    hyphen, one of `after_hyphens` does so of any noun ("virus-related").
    """

    copulas: frozenset[str] = frozenset()
    adjective_endings: tuple[str, ...] = ()
    before_nouns: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    after_hyphens: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """Everything that is known of one language.

    `stop_words` have no meaning of their own; `insults` are nouns that nobody should be called in a release; `categories`
    say what sort of thing something is, `plain_nouns` are those that can stand for a thing nearly anywhere, `noun_ends`
    those that can stand without the words before them, `nouns_to_choose` stand only for what somebody chose them for and
    `sorts_of_bare_nouns` alone for nouns that have no article; `positions` say whether another noun can stand in a place, and
    `statements` whether the sentence still says the same, and `word_use` whether a word is a noun where it stands; `lemma` gives the singular of a word in small letters; `acronyms()` are
    those known as such; `tagger()` knows parts of speech.
    """

    code: str
    stop_words: frozenset[str] = field(repr=False)
    insults: frozenset[str] = field(repr=False)
    categories: frozenset[str] = field(repr=False)
    tokens: TokenParts = field(repr=False)
    sentences: SentenceWords = field(repr=False)
    names: NameWords = field(repr=False)
    grammar: Grammar = field(repr=False)
    dates: DateWords = field(repr=False)
    lemma: Callable[[str], str] = field(repr=False)
    acronyms: Callable[[], frozenset[str]] = field(repr=False)
    tagger: Callable[[], Tagger] = field(repr=False)
    plain_nouns: frozenset[str] = field(default=frozenset(), repr=False)
    noun_ends: frozenset[str] = field(default=frozenset(), repr=False)
    nouns_to_choose: frozenset[str] = field(default=frozenset(), repr=False)
    sorts_of_bare_nouns: frozenset[str] = field(default=frozenset(), repr=False)
    positions: PositionWords = field(default_factory=PositionWords, repr=False)
    statements: StatementWords = field(default_factory=StatementWords, repr=False)
    word_use: UseWords = field(default_factory=UseWords, repr=False)
