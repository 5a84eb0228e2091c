"""The settings of the model against readers of the whole text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from reticent.attackers.attacker import Attacker, parse_candidates
from reticent.attackers.linear import Hints
from reticent.errors import PolicyError
from reticent.knowledge.conditions import Condition, Conditions
from reticent.knowledge.taxonomy import Taxonomy, ancestors
from reticent.models.indistinct.model import ROUNDS, Indistinct
from reticent.models.indistinct.planning import GAP
from reticent.models.indistinct.requirements import Rivals, find_rivals, name_candidate
from reticent.models.indistinct.secrets import K
from reticent.models.privacy_model import Unseen
from reticent.models.settings import Marks, Parts, implied_by
from reticent.models.shared.protections import only_general, read_protected
from reticent.rendering.gaps import Gaps
from reticent.settings.section import Knowledge, Section


class IndistinctSettings(Section):
    """The model under which k other things explain the text as well as what is hidden, for every declared attacker."""

    uses_detectors: ClassVar[bool] = False

    type: Literal["indistinct"]
    protect: dict[str, str] = Field(
        ...,
        min_length=1,
        description='what is hidden = "what may be disclosed of it"; candidates are all that the taxonomies have below the latter or,'
        " with knowledge of medicine, only the listed conditions below it",
    )
    k: int = Field(K, ge=1, description="at least how many other candidates explain the text as well")
    attackers: list[str] = Field(
        [],
        description="the names of the [[attackers]] that it must hold for; when left out, all of them; if there are none,"
        " similarity and bayes over this section's knowledge, and hints if that includes medicine (with a warning if its"
        " list lacks what is hidden, so that hints is left out)",
    )
    candidates: list[str] = Field(
        [],
        description="the candidates to use instead of those below the generalization, what is hidden included; other names after semicolons; kinds,"
        " parts and synonyms of what is hidden don't count",
    )
    candidates_file: str | None = Field(
        None, description="'candidates' as a UTF-8 file, relative to the policy, one per line"
    )
    aliases: dict[str, list[str]] = Field(
        {}, description="further names of what is hidden, or of a candidate that is listed"
    )
    budget: float = Field(
        0.5,
        gt=0,
        le=1,
        description="the share of words that may be removed if an attacker has to be asked repeatedly",
    )
    rounds: int = Field(
        ROUNDS,
        ge=1,
        description="about how many drafts of a document such an attacker is shown at most; if it still finds what is hidden, the document is not released",
    )
    gaps: Gaps = Field(
        "close",
        description="what becomes of gaps: 'close' also removes what shows that they are there, 'mark' does not",
    )
    marks: Marks = True
    gap: float = Field(
        GAP,
        ge=0,
        description="bits that a gap costs on top of those of the word: a high cost, such as 100, removes fewer words that"
        " tell more, however rare, which also helps against readers of other texts",
    )
    unseen: Unseen = Field(
        "keep",
        description="what becomes of words that no attacker has ever seen: they influence none of these, but may influence others",
    )
    knowledge: Knowledge = Field([])

    @property
    def implied_knowledge(self) -> Sequence[str]:
        """That of medicine where a condition or a drug is hidden."""
        return implied_by(self.protect, self.aliases)

    def build(self, parts: Parts) -> Indistinct:
        """The model over the knowledge of the section, the taxonomies and the attackers of the policy."""
        knowledge = parts.choose(self.knowledge, self.implied_knowledge)
        known = parts.conditions(knowledge)
        protected = read_protected(self.protect, self.aliases, parts.taxonomy(), listed=self.aliases)
        likely = known.find_likely if known else lambda name, aliases: None
        hidden = {each.name: likely(each.name, each.aliases) for each in protected}
        generals = [only_general(each) or "" for each in protected]
        listed = _read_lines(parts.folder / self.candidates_file) if self.candidates_file else []
        lines: Sequence[Sequence[str]] = parse_candidates([*self.candidates, *listed])
        lines = lines or _list_conditions(generals, hidden, known, parts.taxonomy())
        model = Indistinct(
            {entity: general or None for entity, general in self.protect.items()},
            corpus=parts.corpus(knowledge),
            taxonomy=parts.taxonomy(),
            attackers=self._choose(parts.attackers),
            candidates=lines,
            conditions=known,
            **self.model_dump(include={"k", "aliases", "budget", "rounds", "gaps", "gap", "marks", "unseen"}),
        )
        return model if parts.attackers or known is None else _add_hints(model, hidden, known)

    def _choose(self, built: Sequence[Attacker]) -> list[Attacker]:
        """The attackers that the section names."""
        known = {attacker.name: attacker for attacker in built}
        if stray := [name for name in self.attackers if name not in known]:
            named = ", ".join(f"'{name}'" for name in known) or "none"
            raise PolicyError(
                f"attackers: the policy has no [[attackers]] section called '{stray[0]}' (it has {named}): add it"
            )
        return [known[name] for name in self.attackers or known]


def _list_conditions(
    generals: Iterable[str],
    hidden: Mapping[str, Condition | None],
    known: Conditions | None,
    taxonomy: Taxonomy,
) -> list[tuple[str, ...]]:
    """The conditions on the list that are what may be disclosed, where all that is hidden is among them.

    Among ten thousand hereditary diseases that hardly anybody has heard of, nothing is hidden.
    """
    if known is None or not all(hidden.values()):
        return []
    tops = {concept for general in generals for concept in taxonomy.concepts(general)}
    below = [
        each
        for each in known.listed
        if any(tops & ancestors(taxonomy, sense).keys() for sense in taxonomy.concepts(each.name))
    ]
    if not all(each in below for each in hidden.values()):
        return []
    return [name_candidate(each, hidden) for each in below]


def _add_hints(model: Indistinct, hidden: Mapping[str, Condition | None], known: Conditions) -> Indistinct:
    """The model with the reader of hints as well, who has conditions for candidates where it knows too few others."""
    hints = Hints(known)
    at_least = max(model.k, K)
    rivals: dict[str, Rivals | None] = {}
    for secret in model.secrets:
        is_known, condition = hints.considers(secret.candidates), hidden[secret.name]
        if is_known[secret.own] and sum(is_known) > (model.k if model.candidates else at_least):
            continue
        rivals[secret.name] = find_rivals(
            secret.name, secret.general, condition, known=known, taxonomy=model.taxonomy, at_least=at_least
        )
    asked = len(rivals) < len(model.secrets) or any(rivals.values())
    attackers = (*model.attackers, hints) if asked else model.attackers
    return replace(model, attackers=attackers, rivals={hints.name: rivals} if rivals else {})


def _read_lines(path: Path) -> list[str]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise PolicyError(f"the candidates in {path} can't be read as UTF-8: check the path") from None
    if not any(map(str.strip, lines)):
        raise PolicyError(f"{path} lists no candidate: add some, one per line, or leave the file out")
    return lines
