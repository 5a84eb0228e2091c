"""What a term means in a taxonomy; a proper name is never a common noun."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.taxonomy import Concept, Taxonomy, ancestors

SURE = 0.9
"""The share of a word's senses, weighed by how common they are, that must agree on what it is."""

_KINDS = ("animal", "plant", "genus", "language")
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
    if any(not kinds.isdisjoint(each) for each in above):
        return []
    return senses if " " in name or all(map(unclear.isdisjoint, above)) else []


def weigh_senses(senses: Sequence[Concept]) -> list[float]:
    """How likely each sense is, in proportion: less the later the taxonomy lists it."""
    return [1 / rank**2 for rank in range(1, len(senses) + 1)]


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


def sure_ancestors(senses: Sequence[Concept], taxonomy: Taxonomy, *, sure: float = SURE) -> list[Concept]:
    """What is above the likeliest sense and holds of nearly every other one too, nearest first."""
    if not senses:
        return []
    shares = share_of_senses(senses, weigh_senses(senses), taxonomy)
    return [concept for concept in ancestors(taxonomy, senses[0]) if shares[concept] >= sure - 1e-9]
