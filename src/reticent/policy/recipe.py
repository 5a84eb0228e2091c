"""What rules are made from, as small values that another process can be given to make the same."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reticent.detection.detector import declare_all
from reticent.errors import PolicyError

if TYPE_CHECKING:
    from reticent.engine.rules import Pseudonyms, Rules
    from reticent.models.privacy_model import Unseen
    from reticent.models.redaction import DateMode
    from reticent.policy.policy import Asked, Policy
    from reticent.policy.registry import ModelSection
    from reticent.rendering.gaps import Gaps
    from reticent.vault.entries import Style


@dataclass(frozen=True, slots=True)
class Recipe:
    """A policy file or a preset's name, a trained model, and what was said on the command line; each may be absent.

    That is a section, which with `instead` stands for those of its type in the policy; one against linkage, which comes last; what becomes of dates, of gaps, and of
    words that a corpus has never seen; the file of the collection's key; its vault; languages that are allowed unread; single
    settings as `--set` says them.
    """

    policy: Path | None = None
    model: Path | None = None
    section: ModelSection | None = None
    unlinkable: ModelSection | None = None
    instead: bool = False
    dates: DateMode | None = None
    unseen: Unseen | None = None
    key: Path | None = None
    pseudonyms: Asked | None = None
    gaps: Gaps | None = None
    languages: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    withhold_if_ranked: int | None = None
    withhold_if_likely: float | None = None

    def make_rules(self) -> Rules:
        """The section's model, those of the policy, then the trained one, which stands for the default policy if alone."""
        from reticent.engine.rules import Rules
        from reticent.models.greedy_sanitize.settings import open_trained_model
        from reticent.policy.assembly import make_rules
        from reticent.policy.reading import remember

        policy = self.read_policy()
        folder = Path() if self.policy is None else self.policy.parent
        rest = make_rules(policy, folder, key=self.key) if policy else Rules(())
        models = () if self.model is None else (open_trained_model(self.model),)
        return replace(
            rest,
            models=(*rest.models, *models),
            pseudonyms=self.open_pseudonyms(),
            languages=rest.languages | frozenset(self.languages),
            made_under=remember(self),
        )

    @property
    def links_documents(self) -> bool:
        """Whether there are stand-ins, which documents get in their order."""
        return self.pseudonyms is not None

    def read_policy(self) -> Policy | None:
        """The policy with the section added, or None when the trained model is all there is."""
        from reticent.policy.reading import default_policy, read_policy

        if self.model is not None and self.policy is None and not (self.section or self.unlinkable):
            if self.dates or self.unseen or self.gaps or self.settings or any(self._limits.values()):
                raise PolicyError(
                    "--dates, --unseen, --gaps, --withhold-if-ranked, --withhold-if-likely and --set change a policy, and --model stands alone: add --policy"
                )
            return None
        policy = default_policy() if self.policy is None else read_policy(self.policy)
        models = policy.models if self.dates is None else _set_dates(policy.models, self.dates)
        # First, so that a name which is to be told in general terms is not blacked out before.
        if self.section is not None:
            rest = [each for each in models if not (self.instead and each.type == self.section.type)]
            models = [self.section, *rest]
        if self.unlinkable is not None:  # last, so that it sees what others change and ends fewer runs itself
            models = [*models, self.unlinkable]
        models = models if self.unseen is None else _set_unseen(models, self.unseen)
        gaps = policy.gaps if self.gaps is None else self.gaps
        limits = {name: value for name, value in self._limits.items() if value is not None}
        changed = policy.model_copy(update={"models": models, "gaps": gaps, **limits})
        if not self.settings:
            return changed
        from reticent.policy.changes import change_settings

        return change_settings(changed, self.settings)

    @property
    def _limits(self) -> dict[str, float | None]:
        """When a document is withheld, as the policy's keys say it."""
        return {
            "withhold_if_ranked": self.withhold_if_ranked,
            "withhold_if_likely": self.withhold_if_likely,
        }

    def require_policy_alone(self) -> None:
        """A PolicyError where something is said besides the policy: a proof speaks of a policy file by its hash."""
        said = {
            "--model": self.model,
            "--protect": self.section,
            "--unlinkable": self.unlinkable,
            "--dates": self.dates,
            "--unseen": self.unseen,
            "--gaps": self.gaps,
            "--set": self.settings,
            **{f"--{name.replace('_', '-')}": value for name, value in self._limits.items()},
        }
        if named := [option for option, value in said.items() if value]:
            raise PolicyError(
                f"a proof is about a policy file: write what {', '.join(named)} says into one, and use --policy"
            )

    def require_use_of_key(self) -> None:
        """A PolicyError where a key is named that nothing here asks for."""
        if self.key and not self.tells_subjects_apart():
            raise PolicyError(
                "--vault-key does nothing without --pseudonyms or dates that are shifted: leave it out"
            )

    def tells_subjects_apart(self) -> bool:
        """Whether it matters whom a document is about: by stand-ins, or dates that are shifted by a secret of each person."""
        from reticent.models.redaction.settings import RedactionSettings

        policy = self.read_policy() if self.pseudonyms is None else None
        models = policy.models if policy else ()
        shifted = any(isinstance(each, RedactionSettings) and each.dates == "shift" for each in models)
        return shifted or self.pseudonyms is not None

    def open_pseudonyms(self) -> Pseudonyms | None:
        """The vault of the collection with its style, or None without one."""
        if self.pseudonyms is None:
            return None
        from reticent.engine.rules import Pseudonyms
        from reticent.vault.store import open_vault, read_vault_key

        vault = open_vault(self.pseudonyms.vault, partial(read_vault_key, self.key))
        return Pseudonyms(vault, self.style_of_stand_ins(), self.pseudonyms.assigns)

    def style_of_stand_ins(self) -> Style:
        """What stand-ins are like: what the command says, then the policy."""
        from reticent.policy.policy import PseudonymsSection
        from reticent.vault.entries import Style

        policy = self.read_policy()
        section = policy.pseudonyms if policy else PseudonymsSection.model_construct()
        return self.pseudonyms.style_over(section) if self.pseudonyms else Style()

    @property
    def digest(self) -> str:
        """The SHA-256 of the policy file as it is on disk, or of the one that ships with the package."""
        from reticent.policy.reading import read_policy_bytes

        return "sha256:" + hashlib.sha256(read_policy_bytes(self.policy)).hexdigest()

    @property
    def fingerprint(self) -> str:
        """A hash of everything that is promised, of what every detector knows, and of all options."""
        rules, policy = self.make_rules(), self.read_policy()
        promises = [
            (each.promise.model, each.promise.statement, sorted(each.promise.relative_to.items()))
            for each in rules.models
        ]
        options = _dump_options(policy) if policy else ""
        parts: list[object] = [promises, sorted(declare_all(rules.detectors).items()), options]
        parts.append(sorted(rules.languages))
        if shown := rules.pseudonyms:
            style = (shown.style.name, shown.style.same_size, sorted(shown.style.kinds))
            parts += [shown.vault.id, style]
        return "sha256:" + hashlib.sha256(repr(tuple(parts)).encode()).hexdigest()


def _dump_options(policy: Policy) -> str:
    """What a policy says besides its promises; a choice that 0.3.0 did not have counts where it is made."""
    later: dict[str, object] = {
        "placeholders": "brackets",
        "withhold_if_ranked": None,
        "withhold_if_likely": None,
        "codes": [],
        "codes_on_marks": False,
    }
    left = {"name", "languages", *(key for key, usual in later.items() if getattr(policy, key) == usual)}
    return policy.model_dump_json(exclude=left)


def _set_unseen(models: Sequence[ModelSection], unseen: Unseen) -> list[ModelSection]:
    """The models with another rule for words that a corpus has never seen; a PolicyError where none of them has one."""
    from reticent.settings.section import Section

    has_rule = [isinstance(model, Section) and "unseen" in type(model).model_fields for model in models]
    if not any(has_rule):
        raise PolicyError(
            "--unseen needs a model that judges each word by its counts: add --protect without --indistinct, or leave"
            " --unseen out"
        )
    return [
        model.model_copy(update={"unseen": unseen}) if has and isinstance(model, Section) else model
        for model, has in zip(models, has_rule, strict=True)
    ]


def _set_dates(models: Sequence[ModelSection], dates: DateMode) -> list[ModelSection]:
    """The models with another rule for dates; a PolicyError where none of them has one."""
    from reticent.models.redaction.settings import RedactionSettings

    if not any(isinstance(model, RedactionSettings) for model in models):
        raise PolicyError("--dates needs a redaction model, and this policy has none: add one")
    return [
        model.model_copy(update={"dates": dates}) if isinstance(model, RedactionSettings) else model
        for model in models
    ]
