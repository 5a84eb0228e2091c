"""The settings of a trained model, and how its file is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from reticent.errors import ModelError
from reticent.settings.section import Section
from reticent.settings.sources import Sources

if TYPE_CHECKING:
    from reticent.models.greedy_sanitize.storing import Trained


class GreedySanitizeSettings(Section):
    """The model that leaves nothing its trained classifiers find."""

    uses_detectors: ClassVar[bool] = False

    type: Literal["greedy-sanitize"]
    file: str = Field(..., description="a model that 'reticent train' wrote, relative to the policy")

    def build(self, parts: Sources) -> Trained:
        """The model in the file."""
        return open_trained_model(parts.folder / self.file)


def open_trained_model(path: Path) -> Trained:
    """The trained model in a file; a ModelError names the file and what is wrong with it."""
    from reticent.models.greedy_sanitize.storing import from_bytes

    try:
        return from_bytes(path.read_bytes())
    except OSError as error:
        raise ModelError(f"the model {path} can't be read: {error.strerror}") from None
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None
