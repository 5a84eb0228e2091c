"""The worked text and tables of "Minimizing the disclosure risk of semantic correlations in document sanitization"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest

from reticent import Document, Mention, Release, Span, sanitize
from reticent.knowledge import Conjunction, MemoryCorpus, TermGroups
from reticent.knowledge.corpus.corpus import Known
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard._reading import ReleaseReader, ReleaseReading
from reticent.models.correlation_guard.settings import PAPER, CorrelationGuardSettings

TEXT = (
    "The patient suffers from acquired immunodeficiency syndrome because of a blood transfusion. "
    "He was diagnosed when his immune system responded poorly to influenza."
)
SENSITIVE = ("acquired immunodeficiency syndrome", "immune system")

IC = {"acquired immunodeficiency syndrome": 14.03, "immune system": 9.86}
SINGLE = {
    ("acquired immunodeficiency syndrome", "influenza"): 7.63,
    ("acquired immunodeficiency syndrome", "blood transfusion"): 8.75,
    ("acquired immunodeficiency syndrome", "patient"): 5.86,
    ("immune system", "influenza"): 6.28,
    ("immune system", "blood transfusion"): 7.16,
    ("immune system", "patient"): 5.30,
}
PAIRS = {
    ("acquired immunodeficiency syndrome", "influenza", "blood transfusion"): 3.00,
    ("acquired immunodeficiency syndrome", "influenza", "patient"): 2.76,
    ("acquired immunodeficiency syndrome", "blood transfusion", "patient"): 2.88,
    ("immune system", "influenza", "blood transfusion"): 2.48,
    ("immune system", "influenza", "patient"): 2.20,
    ("immune system", "blood transfusion", "patient"): 2.38,
}


def masked(*terms: str) -> tuple[Mention, ...]:
    return tuple(Mention(Span(TEXT.index(t), TEXT.index(t) + len(t)), "SENSITIVE") for t in terms)


def reading(*terms: str, counted: frozenset[str] = frozenset()) -> ReleaseReading:
    document = Document("figure 1", TEXT)
    mentions = masked(*terms)
    reader = ReleaseReader("document", counted.__contains__, lookup="phrases")
    return reader.read(Release(document, document, (), mentions), mentions, ())


@pytest.mark.paper("correlations", "Figure 1", "Figure 2", "Section 4.2")
def test_figure_2_gives_the_terms_of_s_and_q() -> None:
    found = reading(*SENSITIVE)
    assert [secret.term for secret in found.secrets if secret.whole] == list(SENSITIVE)
    assert [phrase.form for phrase in found.phrases] == ["patient", "blood transfusion", "influenza"]


@pytest.mark.paper("correlations", "Section 4.2")
def test_a_noun_phrase_is_sensitive_when_one_of_its_words_is() -> None:
    found = reading("immunodeficiency", "system", counted=frozenset(SENSITIVE))
    assert set(SENSITIVE) <= {secret.term for secret in found.secrets if secret.whole}
    assert [phrase.form for phrase in found.phrases][:1] == ["patient"]


@pytest.mark.paper("correlations", "Equation 7")
def test_the_threshold_is_the_information_of_the_least_informative_term() -> None:
    assert min(IC.values()) == IC["immune system"] == 9.86


@pytest.mark.paper("correlations", "Table 1", "Table 2")
def test_tables_1_and_2_agree_with_the_equations() -> None:
    for (secret, _), risk in SINGLE.items():
        assert 0 < risk <= IC[secret], "DR is at most IC(s)"
        assert risk < min(IC.values()), "no single term is flagged"


@pytest.mark.paper("correlations", "Table 3")
def test_table_3_cannot_be_what_equation_10_defines() -> None:
    assert max(PAIRS.values()) < min(IC.values()), "yet the text says that a pair exceeds the threshold"
    for (secret, *group), told in PAIRS.items():
        assert told < min(SINGLE[secret, term] for term in group), "and less than either of its terms"


# A world in which the text's conclusion holds: neither term tells enough of the syndrome, both together do.
WORLD = MemoryCorpus(
    [
        *["Acquired immunodeficiency syndrome after a blood transfusion, then influenza."] * 3,
        *["The immune system."] * 3,
        *["Influenza in winter."] * 6,
        *["A blood transfusion."] * 6,
        *["A patient."] * 6,
        *["The weather."] * 40,
    ],
    phrases={*SENSITIVE, "blood transfusion"},
)


@dataclass(frozen=True)
class Bing:
    """The search engine of Tables 1 and 2: as many documents as it knew, and counts that give the tables' figures.

    The tables have no counts of single quasi-identifiers; here one page in 32 holds each of them, which their DR does not
    depend on. No page holds more of them at once.
    """

    size: int = 11_000_000_000
    fingerprint: str = "sha256:bing"

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        return [self._count(frozenset(str(term) for term in each)) for each in conjunctions]

    def known(self, terms: Sequence[str]) -> list[Known]:
        return ["exact" if self._count(frozenset({term})) else "unseen" for term in terms]

    def groups(
        self,
        entities: Sequence[Conjunction],
        terms: Sequence[str],
        *,
        max_group: int = 2,
        min_support: int = 1,
        within: Conjunction = frozenset(),
    ) -> list[list[TermGroups]]:
        return [
            [self._groups(entity, terms, size) for size in range(1, max_group + 1)] for entity in entities
        ]

    def without(self, words: Iterable[str], *, alike: float = 0.7) -> Bing:
        return self

    def _groups(self, entity: Conjunction, terms: Sequence[str], size: int) -> TermGroups:
        together = [self._count(frozenset({*map(str, entity), term})) for term in terms]
        rows = [number for number, count in enumerate(together) if count and size == 1]
        return TermGroups(
            np.array(rows, np.int32).reshape(len(rows), size),
            np.array([together[row] for row in rows], np.int64),
            np.array([self._count(frozenset({terms[row]})) for row in rows], np.int64),
        )

    def _count(self, terms: frozenset[str]) -> int:
        if len(terms) == 1:
            (term,) = terms
            return round(self.size * 2 ** -IC[term]) if term in IC else self.size // 32
        for (secret, term), told in SINGLE.items():
            if terms == {secret, term}:
                return round(self.size * 2 ** (told - IC[secret]) / 32)
        return 0


@pytest.mark.paper("correlations", "Table 1", "Table 2")
def test_tables_1_and_2_come_out_of_the_setting_of_the_paper() -> None:
    document, mentions = Document("figure 1", TEXT), masked(*SENSITIVE)
    guard = CorrelationGuard(corpus=Bing(), **PAPER)
    finding = guard.finding(Release(document, document, (), mentions), at_least=0.1)
    assert finding.threshold == pytest.approx(9.86, abs=0.005)
    assert {each.term: round(each.bits, 2) for each in finding.removed} == IC
    told = {
        (each.term, pointer.terms[0]): pointer.bits for each in finding.removed for pointer in each.pointers
    }
    assert told == pytest.approx(SINGLE, abs=0.005)
    assert not any(pointer.reaches for each in finding.removed for pointer in each.pointers)
    plan = guard.plan(document, mentions)
    assert {decision.kind for decision in plan.decisions} == {"SENSITIVE"}, "no single term is flagged"


def test_the_setting_can_be_written_in_a_policy_and_other_keys_win_over_it() -> None:
    written = {"type": "correlation-guard", "setting": "paper"}
    section = CorrelationGuardSettings.model_validate(written)
    assert {key: getattr(section, key) for key in PAPER} == dict(PAPER)
    assert CorrelationGuardSettings.model_validate({**written, "max_group": 1}).max_group == 1


@pytest.mark.paper("correlations", "Figure 3")
def test_figure_3_comes_out_of_the_setting_of_the_paper() -> None:
    outcome = sanitize(
        Document("figure 1", TEXT), CorrelationGuard(corpus=WORLD, **PAPER), mentions=masked(*SENSITIVE)
    )
    assert outcome.text == (
        "The patient suffers from [SENSITIVE] because of a [REMOVED]. "
        "He was diagnosed when his [SENSITIVE] responded poorly to [REMOVED]."
    )


@pytest.mark.paper("correlations", "Figure 3")
@pytest.mark.parametrize(
    ("search", "left"), [("groups", ["patient"]), ("fewest", ["patient", "blood transfusion"])]
)
def test_figure_3_comes_out_where_only_the_pair_tells_too_much(search: str, left: list[str]) -> None:
    guard = CorrelationGuard(corpus=WORLD, threshold="least", search=search)  # type: ignore[arg-type]
    outcome = sanitize(Document("figure 1", TEXT), guard, mentions=masked(*SENSITIVE))
    assert outcome.violations == ()
    gone = {"patient", "blood transfusion", "influenza"} - set(left)
    assert all(term in outcome.text for term in left)
    assert not any(term in outcome.text for term in gone)


def test_in_that_world_no_single_term_is_flagged() -> None:
    guard = CorrelationGuard(corpus=WORLD, threshold="least", max_group=1)
    plan = guard.plan(Document("figure 1", TEXT), masked(*SENSITIVE))
    assert {decision.kind for decision in plan.decisions} == {"SENSITIVE"}


@pytest.mark.paper("correlations", "Algorithm 1")
def test_algorithm_1_leaves_no_pair_of_what_it_kept() -> None:
    guard = CorrelationGuard(corpus=WORLD, threshold="least", search="groups")
    outcome = sanitize(Document("figure 1", TEXT), guard, mentions=masked(*SENSITIVE))
    kept = [term for term in ("patient", "blood transfusion", "influenza") if term in outcome.text]
    together = [frozenset({SENSITIVE[0], *pair}) for pair in combinations(kept, 2)]
    assert all(count == 0 for count in WORLD.count(together))
