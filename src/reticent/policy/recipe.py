"""What an assembly is made from, as values that another process can be given to make the same."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from reticent.policy import stores
from reticent.policy.assembly import Assembly, assemble
from reticent.policy.reading import default_policy, read_policy
from reticent.policy.schema import ModelSection


@dataclass(frozen=True, slots=True)
class Recipe:
    """A policy file, a trained model, and a section that was given on the command line; each may be absent."""

    policy: Path | None = None
    model: Path | None = None
    section: ModelSection | None = None

    def assembled(self) -> Assembly:
        """The section's model, those of the policy, then the trained one, which stands for the default policy if alone."""
        if self.model is None:
            return self._of_policy()
        trained = stores.trained_model(self.model)
        rest = self._of_policy() if self.policy or self.section else Assembly((), frozenset())
        return Assembly((*rest.models, trained), rest.kinds | trained.kinds, rest.detectors)

    @property
    def fingerprint(self) -> str:
        """A hash of everything that is promised, with what it is relative to."""
        promises = [
            (each.promise.model, each.promise.statement, sorted(each.promise.relative_to.items()))
            for each in self.assembled().models
        ]
        return "sha256:" + hashlib.sha256(repr(promises).encode()).hexdigest()

    def _of_policy(self) -> Assembly:
        read = default_policy() if self.policy is None else read_policy(self.policy)
        if self.section is not None:
            # First, so that a name which is to be told in general terms is not blacked out before.
            read = read.model_copy(update={"models": [self.section, *read.models]})
        return assemble(read, Path() if self.policy is None else self.policy.parent)
