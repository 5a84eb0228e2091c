"""What documents are judged by: one value, made by a policy, that every door passes on whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from reticent.attackers import Attacker
from reticent.audit.inference import Watch
from reticent.detection.detector import Detector
from reticent.errors import PolicyError
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.kinds import judged_kinds
from reticent.models.privacy_model import CompleteModel, complete_models
from reticent.plan import Decision, MadeUnder, Promise
from reticent.rendering.gaps import Gaps
from reticent.rendering.placeholders import IsStandIn
from reticent.settings.sources import Ages
from reticent.text import Mention
from reticent.vault.entries import Style
from reticent.vault.store import Vault


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """An open vault and how its stand-ins are shown.

    Without `assigns`, what it doesn't hold is an error; without `notes` it doesn't remember what stood at the places of a text.
    """

    vault: Vault
    style: Style
    assigns: bool = True
    notes: bool = True


@dataclass(frozen=True, slots=True)
class ExemptionCode:
    """A rule under which something may be withheld, as it is cited, and what it says."""

    code: str
    means: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """Models in order, detectors, how reports call it all, how files are read, stand-ins if any.

    `gaps` and `invent` say what becomes of the places of what was removed, `attackers` are readers that guess what a
    release hides, `languages` are allowed although no detector reads them. `made_under` is what plans remember of all
    this, `ages` which ages the detectors look for, `declared` are kinds of placeholders that readers of a release know
    besides those of models and detectors. `codes` are the rules that reviewers may cite for what they withhold, on its mark
    where `codes_on_marks`. `watch` says what is still inferred of a release, and when it is withheld. `kinds` are all that a placeholder can name, `kinds_to_close` those whose gaps
    are closed.
    """

    models: tuple[CompleteModel, ...]
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
    declared: frozenset[str] = frozenset()
    codes: tuple[ExemptionCode, ...] = ()
    codes_on_marks: bool = False
    watch: Watch | None = None
    kinds: frozenset[str] = field(init=False, repr=False, compare=False)
    kinds_to_close: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", complete_models(self.models))
        _require_counted_marks(self.models)
        of_detectors, of_models = (
            (each.kinds for each in self.detectors),
            (each.kinds for each in self.models),
        )
        object.__setattr__(self, "kinds", self.declared.union(*of_detectors, *of_models))
        # What a detector found has a name of its own, which says what it is: only what a model makes itself is closed.
        closing = [model.own_kinds for model in self.models if (model.gaps or self.gaps) == "close"]
        object.__setattr__(self, "kinds_to_close", frozenset().union(*closing))

    def kinds_with(self, mentions: Iterable[Mention], decisions: Iterable[Decision] = ()) -> frozenset[str]:
        """Every kind that a placeholder of a release may name, those of these mentions and decisions among them."""
        return self.kinds.union((each.kind for each in mentions), (each.kind for each in decisions))

    @property
    def promises(self) -> tuple[Promise, ...]:
        """What is promised of every release."""
        return tuple(model.promise for model in self.models)

    @property
    def removing(self) -> tuple[Detector, ...]:
        """The detectors of what must go, each once: those that a model is made of."""
        return tuple({id(each): each for model in self.models for each in model.detectors}.values())

    @property
    def warnings(self) -> tuple[str, ...]:
        """What whoever wrote the policy may want to think about again."""
        return tuple(each for model in self.models for each in model.warnings)

    @property
    def links_documents(self) -> bool:
        """Whether documents get stand-ins of a vault, in their order."""
        return self.pseudonyms is not None

    def asking(self) -> Rules:
        """The rules for a door at which a person decides about words that a model has never seen."""
        return replace(self, models=tuple(each.asking() for each in self.models))

    def make_rules(self) -> Rules:
        """These rules, as they are."""
        return self

    @property
    def is_stand_in(self) -> IsStandIn | None:
        """Whether the vault of the collection gave a stand-in away; None without a vault."""
        return self.pseudonyms.vault.is_stand_in if self.pseudonyms else None


def _require_counted_marks(models: Iterable[CompleteModel]) -> None:
    """Refuse models that would take for nobody's words what another one says with its marks."""
    listed = list(models)
    marking = [each for each in listed if each.own_kinds & judged_kinds()]
    blind = [each for each in listed if not each.counts_marks]
    if marking and blind:
        raise PolicyError(
            f"{marking[0].promise.model} shows what was in a gap, such as [DRUG 1], but {blind[0].promise.model} doesn't"
            " count that: write 'marks = false', or leave one model out"
        )


class RulesMaker(Protocol):
    """Rules themselves, or something small that travels to other processes and makes the same there: a policy's recipe."""

    @property
    def links_documents(self) -> bool:
        """Whether what becomes of a document depends on those before it, as the stand-ins of a vault do."""

    def make_rules(self) -> Rules:
        """The rules, with every store open."""
