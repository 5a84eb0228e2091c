"""Whether figures speak for a release: each is held against a limit for those who receive it, and the worst decides.

The limits are ours, not a regulator's. Where the originals or copies of them can be searched, what a search finds counts in full; where
they are kept apart, that they stay so is a condition. People under contract are taken not to look for anybody, and the contract has to say so.
What the detectors miss no figure shows: where nobody is bound by a contract, a person has to read a random sample of the release.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import floor
from typing import Any, Literal, get_args

Audience = Literal["searchable", "public", "contract"]
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
"""Who receives a release: anybody who can search the originals or copies of them, anybody, or people whom a contract binds."""

Level = Literal["good", "silent", "condition", "bad"]
"""What a figure says; a silent one speaks neither for nor against a release."""


@dataclass(frozen=True, slots=True)
class ShareLimit:
    """A share up to which a figure is good, and one beyond which it is bad; between them there is a condition."""

    good: float
    bad: float

    def judge(self, share: float) -> Level:
        """What a share means."""
        return "good" if share <= self.good else "bad" if share > self.bad else "condition"


_APART = {"linkable": ShareLimit(0.0, 1.0), "found_first": ShareLimit(0.05, 1.0)}
"""For a search over originals that the recipients don't have: a condition at most."""

LIMITS: Mapping[Audience, Mapping[str, ShareLimit]] = {
    "searchable": {
        "broken": ShareLimit(0.0, 0.0),
        "identified": ShareLimit(0.0, 0.005),  # of a thousand documents, five that a person looks at again
        "singled_out": ShareLimit(
            0.01, 0.09
        ),  # 0.09 is the usual threshold where data are published: one in eleven
        "linkable": ShareLimit(0.0, 0.05),  # one in twenty that a search finds: by hand
        "found_first": ShareLimit(0.05, 0.33),  # the same for whole texts, and one in three: by hand
        "inferred": ShareLimit(0.1, 0.33),  # named first in one of ten, in one of three: by hand
        "known_first": ShareLimit(0.1, 0.2),  # by public texts: a half of what people's masks leave, by hand
    },
    "public": {
        "broken": ShareLimit(0.0, 0.0),
        "identified": ShareLimit(0.0, 0.005),
        "singled_out": ShareLimit(0.01, 0.09),
        **_APART,
        "inferred": ShareLimit(0.1, 0.33),
        "known_first": ShareLimit(0.1, 0.2),
    },
    "contract": {
        "broken": ShareLimit(0.0, 0.0),
        "identified": ShareLimit(0.0, 0.005),
        "singled_out": ShareLimit(
            0.09, 0.33
        ),  # 0.33 is the usual threshold where a contract binds: one in three
        **_APART,
        "inferred": ShareLimit(0.1, 0.5),
        "known_first": ShareLimit(0.1, 0.33),
    },
}
"""The limits by audience and figure."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What one figure says for or against a release, in a sentence; `of` is of how many documents or people it is a share."""

    figure: str
    level: Level
    share: float
    limit: ShareLimit
    sentence: str
    of: int = 0

    def as_json(self) -> dict[str, Any]:
        """The same as values that JSON can carry."""
        return asdict(self)


_WORDING: Mapping[str, tuple[str, str]] = {
    "broken": (
        "every document keeps every promise of the policy",
        "{share} documents break a promise of the policy, or nobody can tell",
    ),
    "identified": (
        "our detectors, which miss some, find no name, number or address that identifies somebody by itself",
        "{share} documents still hold a name, number or address that identifies somebody by itself",
    ),
    "singled_out": (
        "by the ages, dates, places and occupations that the same detectors find, nobody or hardly anybody is singled out ({share} people)",
        "{share} people are singled out: nobody else has the same two or three of age, dates, places, occupation",
    ),
    "linkable": (
        "no search for words that stayed leads back to an original",
        "{share} documents lead back to their original by one search for words that stayed",
    ),
    "found_first": (
        "a search engine hardly ever ranks the true original first (for {share} documents)",
        "a search engine that has the originals ranks the true one first for {share} documents",
    ),
    "inferred": (
        "what is protected is hardly ever guessed first (in {share} documents about it)",
        "what is protected is still guessed first in {share} documents about it",
    ),
    "known_first": (
        "who knows what is public about the people hardly ever finds the right one (for {share} documents)",
        "who knows what is public about the people finds the right one first for {share} documents",
    ),
}


_NO_PEOPLE = "every document keeps every promise, but the policy promises nothing of the names of people: it does not look for them"
_NO_TRAITS = (
    "the same detectors find no age, date, place or occupation by which people differ, so that none of these singles anybody out; whether"
    " a reader could recognize somebody by the events described is not measured"
)


def judge_figures(
    shares: Mapping[str, float],
    audience: Audience,
    *,
    of: Mapping[str, int] | None = None,
    looks_for_people: bool = True,
    finds_traits: bool = True,
) -> list[Ground]:
    """The grounds for or against a release, the worst first; a figure that was not measured is none.

    `of` says of how many documents or people the shares are. A good figure is silent where it shows nothing: that promises are kept
    where the policy does not look for people, and that nobody is singled out where no traits were found.
    """
    grounds = []
    for figure, limit in LIMITS[audience].items():
        if figure not in shares:
            continue
        level, total = limit.judge(shares[figure]), (of or {}).get(figure, 0)
        said = _WORDING[figure][level != "good"].format(share=tell_share(shares[figure], total))
        if figure == "broken" and level == "good" and not looks_for_people:
            level, said = "silent", _NO_PEOPLE
        if figure == "singled_out" and not finds_traits:
            level, said = "silent", _NO_TRAITS
        grounds.append(Ground(figure, level, shares[figure], limit, said, total))
    order: Sequence[Level] = ("bad", "condition", "silent", "good")
    return sorted(grounds, key=lambda each: order.index(each.level))


CONDITIONS: Mapping[str, str] = {
    "identified": "somebody looks at these documents and removes what is left before they go out",
    "singled_out": "the recipients are bound not to look for people, and get no list in which these traits stand",
    "linkable": "the originals are published nowhere, or nowhere that the recipients can search, and these can't reach them or copies of them otherwise",
    "found_first": "no search engine over the originals is open to the recipients",
    "inferred": "whoever is concerned would not be harmed if a reader guessed it",
    "known_first": "the recipients are bound not to look for people",
}
"""What has to be seen to where a figure is neither good nor bad."""

_BOUND: Mapping[str, str] = {
    "linkable": "where the recipients read the texts they can't search the originals or copies of them, such as published ones, and the"
    " contract forbids it elsewhere",
    "found_first": "no search engine over the originals is open to the recipients where they read the texts",
}
"""The same for people whom a contract binds."""

CONTRACT = "a contract binds every recipient not to look for anybody in the texts, and not to pass them on"
"""What the limits for people under contract rest on, whatever the figures."""

UNSOUGHT = "the originals name nobody, says somebody who has read them: the policy does not look for people"
"""What the verdict rests on, whatever the figures, where the policy promises nothing of people's names."""

UNCONFIRMED = "This verdict does not hold unless somebody who knows confirms every condition: no figure here shows that one is met"


def list_conditions(
    grounds: Sequence[Ground], audience: Audience, documents: int, *, looks_for_people: bool = True
) -> list[str]:
    """Everything that a verdict on so many documents rests on and that no figure shows."""
    open_ = {each.figure for each in grounds if each.level == "condition"}
    bound = audience == "contract"
    asked = {**CONDITIONS, **_BOUND} if bound else CONDITIONS
    return [
        *([CONTRACT] if bound else [tell_reading(documents, audience)]),
        *([] if looks_for_people else [UNSOUGHT]),
        *(said for figure, said in asked.items() if figure in open_),
    ]


def list_recommended(audience: Audience, documents: int) -> list[str]:
    """What is worth doing although the verdict does not rest on it: a name that people under contract come upon can still be taken back."""
    return [tell_reading(documents, audience)] if audience == "contract" else []


_CHANCE = 0.05  # of drawing a sample without a find, although a share of the documents is too high


def tell_reading(documents: int, audience: Audience) -> str:
    """How many documents a person reads for what the detectors missed, and what it shows that nobody is named in these.

    It says that somebody has done so where this is to be confirmed, and that somebody should where it is recommended.
    """
    limit = LIMITS[audience]["identified"]
    size, most = size_sample(documents, limit.bad), percent(limit.bad)
    read, found = ("should read", "find") if audience == "contract" else ("has read", "found")
    found += " no name, number or address in them that identifies somebody"
    missed = "the detectors miss some of these, and no figure here counts what they miss"
    if size == documents:
        return f"a person {read} all {documents:,} released documents and {found}: {missed}"
    return (
        f"a person {read} {size:,} of the {documents:,} released documents, drawn at random, and {found}: {missed}. Who finds none in"
        f" {size:,} can say with 95 % confidence that at most {most} of all documents hold one"
    )


def size_sample(documents: int, share: float) -> int:
    """How many documents, drawn at random, have to be without a find so that with 95 % confidence at most this share has one.

    All of them where a single one would be more than the share. Of many it is three by the share, the rule of three; of few it is
    less, since each that was read leaves fewer that were not.

    >>> size_sample(40, 0.005), size_sample(200, 0.005), size_sample(1_000, 0.005), size_sample(1_000_000, 0.005)
    (40, 155, 393, 598)
    """
    too_many = floor(documents * share) + 1
    if too_many == 1:
        return documents
    size, unseen = 0, 1.0
    while unseen > _CHANCE:
        unseen *= (documents - too_many - size) / (documents - size)
        size += 1
    return size


def decide(grounds: Sequence[Ground], conditions: Sequence[str] = ()) -> Level:
    """What all grounds together say: good alone only where nothing has to be confirmed."""
    levels = {each.level for each in grounds}
    return "bad" if "bad" in levels else "condition" if conditions or "condition" in levels else "good"


FEW = 100
"""Documents or people up to which they are counted one by one: a share of few looks more exact than it is. Chosen by hand."""


def tell_share(share: float, of: int = 0) -> str:
    """A share as people say it before what it is a share of.

    >>> tell_share(0.025, 40), tell_share(1.0, 8), tell_share(0.0312, 5_000)
    ('1 of 40', 'all 8', '3.1 % of the')
    """
    if (count := _count(share, of)) is None:
        return f"{percent(share)} of the"
    return f"all {of}" if count == of else f"{count} of {of}"


def write_share(share: float, of: int = 0) -> str:
    """A share as a table has it: of few things how many these are.

    >>> write_share(0.025, 40), write_share(0.0312, 5_000), write_share(0.153, 40)
    ('1 of 40', '3.1 %', '15.3 %')
    """
    return percent(share) if (count := _count(share, of)) is None else f"{count} of {of}"


_ROUNDED = 0.0001  # by how much a share of the figures is rounded


def _count(share: float, of: int) -> int | None:
    """How many of few things a share is; None where they are many, or it is no share of them."""
    count = round(share * of)
    return count if 0 < of <= FEW and abs(share * of - count) <= _ROUNDED * of else None


def percent(share: float) -> str:
    """A share as people write it.

    >>> percent(0.0), percent(0.0004), percent(0.031), percent(0.5), percent(1.0)
    ('0 %', 'under 0.1 %', '3.1 %', '50 %', '100 %')
    """
    if 0 < share < 0.001:
        return "under 0.1 %"
    number = f"{100 * share:.1f}".removesuffix(".0")
    return f"{number} %"
