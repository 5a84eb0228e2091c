"""Why a word has to go: its share in what each reader had for the secret, and what the whole plan costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from reticent.attackers.linear import LinearAttacker
from reticent.models.indistinct.planning import Change, Wanted, mask
from reticent.models.indistinct.reading import share_of_units
from reticent.models.indistinct.secrets import Secret, pair_with_secrets
from reticent.plan import Decision
from reticent.text import Document, Span

Shares = Mapping[tuple[str, str], Mapping[str, tuple[float, tuple[Span, ...]]]]
"""For each reader and secret, each unit with its share and its places."""


def decide(
    wanted: Wanted,
    document: Document,
    readers: Sequence[LinearAttacker],
    secrets: Sequence[Secret],
    *,
    model: str,
    kind: str,
) -> Iterator[Decision]:
    """A decision for the names of each secret, and one for each run of words that goes."""
    for names in wanted.names:
        for spans, becomes in ((names.told, names.secret.general), (names.gone, None)):
            if spans:
                yield Decision(
                    spans,
                    kind,
                    becomes=becomes,
                    reason=f"this is a name of {names.secret.name}",
                    model=model,
                    evidence={"entity": names.secret.name},
                )
    if not wanted.changes:
        return
    nameless = mask(document, [span for names in wanted.names for span in names.spans])
    shares: Shares = {
        (reader.name, secret.name): share_of_units(reader, secret, nameless)
        for reader, secret in pair_with_secrets(readers, secrets)
    }
    for change in wanted.changes:
        evidence = _evidence(change, shares, wanted)
        yield Decision(
            change.spans,
            kind,
            becomes=change.becomes,
            reason=_reason(evidence["shares"]),
            model=model,
            evidence=evidence,
        )


def describe_cost(decisions: Iterable[Decision]) -> str:
    """What all words that go cost beside what any plan has to lose; empty where no plan of this kind was made."""
    for decision in decisions:
        if decision.evidence.get("bits_at_least") is not None:
            lost, least = decision.evidence["bits_of_all_words_gone"], decision.evidence["bits_at_least"]
            return f"The words that go cost {lost:,.1f} bits, gaps included; no plan can lose fewer than {least:,.1f}."
    return ""


def _evidence(change: Change, shares: Shares, wanted: Wanted) -> dict[str, Any]:
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


def _share(change: Change, units: Mapping[str, tuple[float, tuple[Span, ...]]]) -> float:
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
