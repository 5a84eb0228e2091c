"""What a term means in a taxonomy; a proper name is never a common noun."""

from __future__ import annotations

from reticent.taxonomy.taxonomy import Concept, Taxonomy


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
