"""What an assembly is made from, as small values that another process can be given to make the same."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from reticent.detection.declarations import declare_all

if TYPE_CHECKING:
    from reticent.policy.assembly import Assembly
    from reticent.policy.policy import Policy
    from reticent.policy.section import ModelSection


@dataclass(frozen=True, slots=True)
class Recipe:
    """A policy file or a preset's name, a trained model, and a section of the command line; each may be absent.

    With `instead`, the section stands for those of its type in the policy.
    """

    policy: Path | None = None
    model: Path | None = None
    section: ModelSection | None = None
    instead: bool = False

    def assemble(self) -> Assembly:
        """The section's model, those of the policy, then the trained one, which stands for the default policy if alone."""
        from reticent.policy.assembly import Assembly, assemble
        from reticent.policy.stores import open_trained_model

        policy = self.read_policy()
        folder = Path() if self.policy is None else self.policy.parent
        rest = assemble(policy, folder) if policy else Assembly(())
        if self.model is None:
            return rest
        return replace(rest, models=(*rest.models, open_trained_model(self.model)))

    def read_policy(self) -> Policy | None:
        """The policy with the section added, or None when the trained model is all there is."""
        from reticent.policy.reading import default_policy, read_policy

        if self.model is not None and self.policy is None and self.section is None:
            return None
        policy = default_policy() if self.policy is None else read_policy(self.policy)
        if self.section is None:
            return policy
        # First, so that a name which is to be told in general terms is not blacked out before.
        rest = [each for each in policy.models if not (self.instead and each.type == self.section.type)]
        return policy.model_copy(update={"models": [self.section, *rest]})

    @property
    def digest(self) -> str:
        """The SHA-256 of the policy file as it is on disk, or of the one that ships with the package."""
        from reticent.policy.reading import read_policy_bytes

        return "sha256:" + hashlib.sha256(read_policy_bytes(self.policy)).hexdigest()

    @property
    def fingerprint(self) -> str:
        """A hash of everything that is promised, of what every detector knows, and of all options."""
        assembly, policy = self.assemble(), self.read_policy()
        promises = [
            (each.promise.model, each.promise.statement, sorted(each.promise.relative_to.items()))
            for each in assembly.models
        ]
        options = policy.model_dump_json(exclude={"name"}) if policy else ""
        rules = (promises, sorted(declare_all(assembly.detectors).items()), options)
        return "sha256:" + hashlib.sha256(repr(rules).encode()).hexdigest()
