"""The base of every settings class, which is a table of a policy file as well, and types that several of them use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Kind = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]
KIND_FORM = "capitals, digits and underscores, such as PROJECT_NAME"

SomeKinds = Annotated[list[Kind], Field(min_length=1)]
Kinds = Annotated[SomeKinds | None, Field(description="the kinds to look for; all when left out")]
Knowledge = Annotated[
    list[str],
    Field(
        description="what an attacker may know besides 'general': 'medicine', or index files relative to the policy;"
        " 'none' leaves 'general' out; when left out, the policy's knowledge, or 'medicine' if it sets none and a"
        " condition or a drug is protected"
    ),
]


class Section(BaseModel):
    """A table of a policy file; unknown keys are errors. One with a `type` also has `build(parts)`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    needs_detectors: ClassVar[bool] = False
    """Whether the part can do nothing in a policy without [[detectors]]."""

    uses_detectors: ClassVar[bool] = True
    """Whether the part does anything with the [[detectors]] of a policy."""

    @property
    def implied_knowledge(self) -> Sequence[str]:
        """What an attacker is taken to know where neither the section nor the policy says."""
        return ()

    @property
    def promises_nothing(self) -> bool:
        """Whether what it promises without any [[detectors]] holds for every text there is."""
        return False
