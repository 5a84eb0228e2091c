"""The conditions as candidates: always the same list, so that what attackers know of them is counted only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from experiments.readers_conditions import Condition
from reticent import wordnet
from reticent.attackers import Candidate
from reticent.attackers.linear import LinearAttacker
from reticent.models.shared.naming import names_of
from reticent.text.sentences import normal_words


@dataclass(frozen=True, slots=True)
class Candidates:
    """All candidates in the order of their names, and the names of each that no other has: these say which is hidden."""

    all: tuple[Candidate, ...] = field(repr=False)
    own_names: Mapping[str, tuple[str, ...]] = field(repr=False)

    @classmethod
    def of(cls, conditions: Iterable[Condition]) -> Candidates:
        """The conditions with what WordNet calls them besides; what one is called itself is no other's name."""
        listed = {each.name: each.names for each in conditions}
        first = {_form(name): name for name in listed}
        names = {
            own: tuple(name for name in others if first.get(_form(name), own) == own)
            for own, others in listed.items()
        }
        owners = Counter(form for own in names.values() for form in {_form(name) for name in own})
        taxonomy = wordnet()
        made = [
            Candidate(own, names_of((own, *others), taxonomy.concepts(own)[:1], taxonomy))
            for own, others in names.items()
        ]
        return cls(
            tuple(sorted(made, key=lambda each: each.name.casefold())),
            {
                own: tuple(name for name in others if owners[_form(name)] == 1)
                for own, others in names.items()
            },
        )

    def known_to(self, attacker: LinearAttacker) -> frozenset[str]:
        """The candidates that an attacker has heard of."""
        known = zip(self.all, attacker.considers(self.all), strict=True)
        return frozenset(each.name for each, is_known in known if is_known)


def _form(name: str) -> str:
    return " ".join(normal_words(name))
