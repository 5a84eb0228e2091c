"""From a policy to the detectors and models that it names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from reticent.attackers import Attacker
from reticent.detection.detector import Detector
from reticent.detection.names import Names
from reticent.detection.word_list import WordList
from reticent.formats.options import DEFAULTS, FormatOptions
from reticent.knowledge.taxonomy import Taxonomy, open_taxonomies, taxonomies_beside
from reticent.models.privacy_model import HasWarnings, PrivacyModel, UsesDetectors
from reticent.models.settings import Parts
from reticent.plan import MadeUnder, Promise
from reticent.policy.policy import Policy, Pseudonyms
from reticent.rendering.gaps import Gaps
from reticent.rendering.placeholders import IsStandIn
from reticent.settings.sources import Ages
from reticent.vault.store import read_vault_key


@dataclass(frozen=True, slots=True)
class Assembly:
    """What a policy comes to: models in order, detectors, how reports call it, how files are read, stand-ins if any.

    `attackers` are readers that guess what a release hides, `gaps` and `invent` say what becomes of the places of what was
    removed, `languages` are allowed although no detector reads them. `made_under` is what plans remember of all
    this, `ages` which ages the detectors look for.
    """

    models: tuple[PrivacyModel, ...]
    detectors: tuple[Detector, ...] = ()
    name: str = "unnamed"
    options: FormatOptions = DEFAULTS
    pseudonyms: Pseudonyms | None = None
    gaps: Gaps = "mark"
    invent: bool = False
    attackers: tuple[Attacker, ...] = ()
    languages: frozenset[str] = frozenset()
    made_under: MadeUnder | None = None
    ages: Ages = "over 89"

    @property
    def promises(self) -> tuple[Promise, ...]:
        """What is promised of every release."""
        return tuple(model.promise for model in self.models)

    @property
    def kinds(self) -> frozenset[str]:
        """Every kind that a placeholder of theirs can name."""
        of_detectors = (each.kinds for each in self.detectors)
        return frozenset().union(*of_detectors, *(each.kinds for each in self.models))

    @property
    def removing(self) -> tuple[Detector, ...]:
        """The detectors of what must go, each once: those that a model is made of."""
        models = [model for model in self.models if isinstance(model, UsesDetectors)]
        return tuple({id(each): each for model in models for each in model.detectors}.values())

    @property
    def warnings(self) -> tuple[str, ...]:
        """What whoever wrote the policy may want to think about again."""
        return tuple(
            each for model in self.models if isinstance(model, HasWarnings) for each in model.warnings
        )

    @property
    def found_in_capitals(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The kind of each word list with entries that are not found in small letters, and these entries."""
        return tuple((each.kind, each.in_capitals) for each in self._word_lists if each.in_capitals)

    @property
    def entries_read(self) -> tuple[tuple[str, int], ...]:
        """The kind of each word list, and how many entries it has."""
        return tuple((each.kind, len(tuple(each.words))) for each in self._word_lists)

    @property
    def _word_lists(self) -> list[WordList]:
        lists = [each for each in self.detectors if isinstance(each, WordList)]
        return [*lists, *(each.deny for each in self.detectors if isinstance(each, Names) and each.deny)]

    @property
    def is_stand_in(self) -> IsStandIn | None:
        """Whether the vault of the collection gave a stand-in away; None without a vault."""
        return self.pseudonyms.vault.is_stand_in if self.pseudonyms else None


def assemble(policy: Policy, folder: Path, *, key: Path | None = None) -> Assembly:
    """The models of a policy; files that it names are relative to `folder`, `key` is the file of a collection's key."""

    @cache
    def taxonomy() -> Taxonomy:
        return open_taxonomies(policy.taxonomies or taxonomies_beside(policy.all_knowledge), folder)

    parts = Parts(
        folder,
        knowledge=tuple(policy.knowledge),
        taxonomy=taxonomy,
        ages=policy.ages,
        key=partial(read_vault_key, key),
    )
    detectors = tuple(section.build(parts) for section in policy.detectors)
    attackers = tuple(section.build(parts) for section in policy.attackers)
    parts = replace(parts, detectors=detectors, attackers=attackers)
    models = tuple(section.build(parts) for section in policy.models)
    return Assembly(
        models,
        detectors,
        policy.name,
        policy.format_options(),
        gaps=policy.gaps,
        invent=policy.invent,
        attackers=attackers,
        languages=frozenset(policy.languages),
        ages=policy.ages,
    )
