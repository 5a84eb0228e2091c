"""What a term means in a taxonomy; a proper name is never a common noun."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.taxonomy import Concept, Taxonomy, ancestors
from reticent.taxonomy.sense_counts import sense_counts

SURE = 0.9
"""The share of a word's senses, weighed by how common they are, that must agree on what it is."""

_KINDS = ("animal", "plant", "genus", "language", "food")
"""What has a capital and is no name of one thing: Herefords are cattle, and Dutch is spoken."""
_UNCLEAR = ("person", "language", "people", "number")
"""What a single word with a capital is a poor sign of: it may be anybody's name, or an adjective."""


def likeliest_sense(form: str, taxonomy: Taxonomy, *, name: bool = False) -> Concept | None:
    """What a form most likely means; a proper name means only what the taxonomy calls by that very name."""
    senses = senses_of_name(form, taxonomy) if name else taxonomy.concepts(form)
    return senses[0] if senses else None


def senses_of_name(name: str, taxonomy: Taxonomy) -> list[Concept]:
    """The senses in which a taxonomy has this very name, with a capital: what these are instances of is above them.

    "Gates" is a person there, and no gate. Words in small letters before the name say more of it, but not who it is.
    """
    words = name.split()
    small = next((number for number, word in enumerate(words) if word[0].isupper()), 0)
    proper = " ".join(words[small:])
    return [
        concept
        for concept in taxonomy.concepts(proper)
        if any(each.casefold() == proper.casefold() and each[:1].isupper() for each in concept.names)
    ]


def clear_senses_of_name(name: str, taxonomy: Taxonomy) -> list[Concept]:
    """What a proper name means; whose a single name is ("Rogers", "the Dutch universities") nobody can tell."""
    senses = senses_of_name(name, taxonomy)
    unclear = {concept for what in _UNCLEAR for concept in taxonomy.concepts(what)[:1]}
    kinds = {concept for what in _KINDS for concept in taxonomy.concepts(what)[:1]}
    above = [set(ancestors(taxonomy, sense)) for sense in senses]
    if " " not in name and len(senses) < len(taxonomy.concepts(name)):
        return []  # "the Empire" is an apple too, and an empire before
    if any(not kinds.isdisjoint(each) for each in above):
        return []
    return senses if " " in name or all(map(unclear.isdisjoint, above)) else []


def are_people(senses: Sequence[Concept], taxonomy: Taxonomy) -> bool:
    """Whether all senses are persons."""
    person = frozenset(taxonomy.concepts("person")[:1])
    return bool(senses) and all(not person.isdisjoint(ancestors(taxonomy, sense)) for sense in senses)


def senses_of_word(form: str, taxonomy: Taxonomy) -> list[Concept]:
    """What a word in small letters means: what is always written with a capital ("DE", a state) is not meant."""
    return [
        sense
        for sense in taxonomy.concepts(form)
        if form != form.lower() or form not in {name.lower() for name in sense.names if name[:1].isupper()}
    ]


def weigh_senses(form: str, senses: Sequence[Concept]) -> list[float]:
    """How likely each sense of a form is, in proportion: as often as it was met in tagged texts, and alike where none was."""
    counts = sense_counts(form)
    rare = 1 / len(senses) if senses else 1.0
    return [counts.get(sense.id, 0) + rare for sense in senses]


def share_of_senses(
    senses: Sequence[Concept], weights: Sequence[float], taxonomy: Taxonomy
) -> dict[Concept, float]:
    """For every concept at or above a sense, the weight of the senses below it, out of one."""
    total = sum(weights)
    shares: dict[Concept, float] = {}
    for sense, weight in zip(senses, weights, strict=True):
        for concept in (sense, *ancestors(taxonomy, sense)):
            shares[concept] = shares.get(concept, 0.0) + weight / total
    return shares


def sure_ancestors(form: str, senses: Sequence[Concept], taxonomy: Taxonomy) -> list[Concept]:
    """What is above the likeliest sense of a form and holds of nearly every other one too, nearest first."""
    if not senses:
        return []
    weights = weigh_senses(form, senses)
    shares = share_of_senses(senses, weights, taxonomy)
    likeliest = senses[weights.index(max(weights))]
    return [concept for concept in ancestors(taxonomy, likeliest) if shares[concept] >= SURE - 1e-9]
