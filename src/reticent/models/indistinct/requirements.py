"""What has to hold before anything can be promised, and why each word of a plan has to go.

Settings must make sense and attackers know enough. Whoever reads "virus" where HIV stood, and knows diseases by their drugs and tests, asks
which viral infection it is: `find_rivals` has the conditions among which such a reader looks. `Strangers` are words that no attacker
has ever seen: they move none of those that are declared, and may move others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from reticent.attackers import Attacker
from reticent.attackers.linear import LinearAttacker
from reticent.attackers.profiles import read_words
from reticent.errors import InputError, KnowledgeError
from reticent.knowledge.conditions import Condition, Conditions
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors
from reticent.models.indistinct.planning import Wanted, WordRunChange, mask, share_of_units
from reticent.models.indistinct.secrets import KIND, NAME, Secret, pair_with_secrets
from reticent.models.shared.unseen import NEVER_SEEN, UnseenWords, violations_of_unseen
from reticent.plan import Decision, Violation
from reticent.rendering.edits import UNSEEN
from reticent.text import Document, Span


def require_sense(
    *, protect: Mapping[str, str | None], k: int, gap: float, budget: float, rounds: int
) -> None:
    """Raise unless something is to be hidden, and the numbers can be meant."""
    if not protect:
        raise InputError("nothing is to be hidden: name an entity, such as protect={'HIV': 'virus'}")
    if k < 1:
        raise InputError(f"k must be at least 1, not {k}")
    if gap < 0:
        raise InputError(f"gap is the bits that a gap costs, at least 0, not {gap}")
    if rounds < 1:
        raise InputError(
            f"rounds must be at least 1, not {rounds}: a reader has to be asked about what goes out"
        )
    if not 0 < budget <= 1:
        raise InputError(f"budget is the share of words that may go, above 0 and at most 1, not {budget}")


def require_names(attackers: Sequence[Attacker]) -> None:
    """Raise unless each attacker has a name of its own."""
    names = [reader.name for reader in attackers]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two attackers are called '{twice[0]}': give one of them another name")


def require_knowledge(reader: Attacker, secret: Secret, k: int) -> None:
    """Raise unless there are k other candidates, which an attacker that adds up knows, and what is hidden as well."""
    others = len(secret.candidates) - 1
    if not isinstance(reader, LinearAttacker):
        if others < k:
            raise InputError(
                f"'{secret.name}' has {others:,} other candidates{_say_left_out(secret)}, and k is {k:,}: take a smaller k"
                " or a longer list of candidates"
            )
        return
    known = reader.considers(secret.candidates)
    if not known[secret.own]:
        raise KnowledgeError(
            f"the attacker '{reader.name}' has never seen '{secret.name}', so it could not guess it and would vouch for"
            " anything: give it another name with an alias, or add knowledge of its field"
        )
    if sum(known) - 1 < k:
        raise KnowledgeError(
            f"the attacker '{reader.name}' knows {sum(known) - 1} candidates besides '{secret.name}'{_say_left_out(secret)},"
            f" and k is {k}: take a smaller k, something more general, a longer list of candidates, or more knowledge"
        )


def _say_left_out(secret: Secret) -> str:
    """Which candidates of a list don't count, where there are any."""
    if not secret.left_out:
        return ""
    return f" ({secret.left_out:,} on the list are kinds, parts or synonyms of it or of one another, which don't count)"


@dataclass(frozen=True, slots=True)
class Rivals:
    """The conditions of a kind, each by its names, with the one that is hidden among them."""

    kind: str
    candidates: tuple[tuple[str, ...], ...] = field(repr=False)


def find_rivals(
    name: str,
    general: str | None,
    condition: Condition | None,
    *,
    known: Conditions,
    taxonomy: Taxonomy,
    at_least: int,
) -> Rivals | None:
    """The conditions of a kind that what is hidden has too, `at_least` so many besides it; None where no kind has,
    or it is no condition.

    The infections by g(c) where that is a germ, otherwise the nearest kind: who knows the kind knows more than the release
    tells, so that this is the harder case.
    """
    if condition is None:
        return None
    kinds = _kinds_of(condition, taxonomy)
    members: dict[Concept, list[Condition]] = {kind: [] for kind in kinds}
    for each in known.listed:
        for kind in members.keys() & _kinds_of(each, taxonomy).keys():
            members[kind].append(each)
    enough = [kind for kind in kinds if len(members[kind]) > at_least]
    if not enough:
        return None
    infections = {
        each for what in ("infection", "disease") for each in taxonomy.concepts(f"{general or name} {what}")
    }
    kind = min(enough, key=lambda each: (each not in infections, kinds[each], len(members[each]), each.name))
    return Rivals(kind.name, tuple(name_candidate(each, {name: condition}) for each in members[kind]))


def name_candidate(condition: Condition, hidden: Mapping[str, Condition | None]) -> tuple[str, ...]:
    """All that a condition is called by, also as what is hidden where it is that."""
    own = [name for name, each in hidden.items() if each is condition]
    return tuple(dict.fromkeys([*condition.aliases, *own]))


def _kinds_of(condition: Condition, taxonomy: Taxonomy) -> dict[Concept, int]:
    """What a condition is a kind of, with the length of the shortest way up."""
    kinds: dict[Concept, int] = {}
    for sense in taxonomy.concepts(condition.name):
        for kind, steps in ancestors(taxonomy, sense).items():
            kinds[kind] = min(steps, kinds.get(kind, steps))
    return kinds


Places = Mapping[str, tuple[Span, ...]]
"""Words with their places in a text."""


@dataclass(frozen=True, slots=True)
class Strangers:
    """What becomes of words that none of these corpora has seen and that no reader takes for something it knows."""

    corpora: Sequence[UnseenWords] = field(repr=False)
    readers: Sequence[LinearAttacker] = ()

    def places(self, document: Document) -> Places:
        """All such words of a text."""
        return self._choose(document, UnseenWords.find)

    def decide(self, document: Document, taken: Sequence[Span]) -> list[Decision]:
        """The removals of those that are to go, outside places that are decided about already."""
        rule = (
            self.corpora[0]
            .for_plan(document, lambda each: self._choose(document, UnseenWords.undecided))
            .rule
        )
        going = replace(self, corpora=[replace(each, rule=rule) for each in self.corpora])
        removed = going._choose(document, UnseenWords.removed)
        left = [
            tuple(span for span in spans if not any(map(span.overlaps, taken))) for spans in removed.values()
        ]
        return [
            Decision(spans, KIND, reason=NEVER_SEEN, model=NAME, evidence={UNSEEN: True})
            for spans in left
            if spans
        ]

    def violations(self, document: Document) -> list[Violation]:
        """Those of a released text that nobody has decided about, and those that should have gone."""
        undecided = self._choose(document, UnseenWords.undecided)
        removed = self._choose(document, UnseenWords.removed)
        return [
            *violations_of_unseen(undecided, undecided, model=NAME, kind=KIND),
            *(Violation(NAME, spans[0], KIND, NEVER_SEEN, members=(spans,)) for spans in removed.values()),
        ]

    def _choose(self, document: Document, choose: Callable[[UnseenWords, list[str]], list[str]]) -> Places:
        places = read_words(document)
        words = sorted(places)
        for own in self.corpora:
            words = own.find(words)
        known = [
            span for reader in self.readers for spans in reader.units(document).values() for span in spans
        ]
        return {
            word: places[word]
            for word in choose(self.corpora[0], words)
            if not any(span.overlaps(each) for span in places[word] for each in known)
        }


Shares = Mapping[tuple[str, str], Mapping[str, tuple[float, tuple[Span, ...]]]]
"""For each reader and secret, each unit with its share and its places."""


def decide(
    wanted: Wanted, document: Document, readers: Sequence[LinearAttacker], secrets: Sequence[Secret]
) -> Iterator[Decision]:
    """A decision for the names of each secret, and one for each run of words that goes."""
    for names in wanted.names:
        why, evidence = f"this is a name of {names.secret.name}", {"entity": names.secret.name}
        for spans, becomes in ((names.told, names.secret.general), (names.gone, None)):
            if spans:
                yield Decision(spans, KIND, becomes=becomes, reason=why, model=NAME, evidence=evidence)
    if not wanted.changes:
        return
    nameless = mask(document, [span for names in wanted.names for span in names.spans])
    shares: Shares = {
        (reader.name, secret.name): share_of_units(reader, secret, nameless)
        for reader, secret in pair_with_secrets(readers, secrets)
    }
    for change in wanted.changes:
        figures = _evidence(change, shares, wanted)
        why = _reason(figures["shares"])
        kind = change.mark or KIND
        yield Decision(change.spans, kind, becomes=change.becomes, reason=why, model=NAME, evidence=figures)


def describe_cost(decisions: Iterable[Decision]) -> str:
    """What all words that go cost beside what any plan has to lose; empty where no plan of this kind was made."""
    for decision in decisions:
        if decision.evidence.get("bits_at_least") is not None:
            lost, least = decision.evidence["bits_of_all_words_gone"], decision.evidence["bits_at_least"]
            return f"The words that go cost {lost:,.1f} bits, gaps included; no plan can lose fewer than {least:,.1f}."
    return ""


def _evidence(change: WordRunChange, shares: Shares, wanted: Wanted) -> dict[str, Any]:
    """The share of the run for each reader, and the bits of the whole plan beside the fewest that are possible."""
    told = [
        {"reader": reader, "entity": secret, "share": round(share, 4)}
        for (reader, secret), units in shares.items()
        if (share := _share(change, units))
    ]
    bound = wanted.cover.bound
    return {
        "shares": sorted(told, key=lambda each: -abs(float(str(each["share"])))),
        "bits_of_all_words_gone": round(wanted.cover.cost, 2),
        "bits_at_least": round(bound, 2) if isfinite(bound) else None,
    }


def _share(change: WordRunChange, units: Mapping[str, tuple[float, tuple[Span, ...]]]) -> float:
    """What the units at the places of a change add up to."""
    return sum(
        share
        for share, places in units.values()
        if any(span.overlaps(place) for span in change.spans for place in places)
    )


def _reason(shares: Sequence[Mapping[str, Any]]) -> str:
    if not shares:
        return "a reader says that it relied on this"
    told = [
        f"{100 * each['share']:.1f} % of what {each['reader']} had for {each['entity']}" for each in shares
    ]
    return f"this was {' and '.join(told)}"
