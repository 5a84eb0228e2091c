"""The trained models that a policy names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reticent.errors import ModelError

if TYPE_CHECKING:
    from reticent.models.greedy_sanitize.storing import Trained


def open_trained_model(path: Path) -> Trained:
    """The trained model in a file; a ModelError names the file and what is wrong with it."""
    from reticent.models.greedy_sanitize.storing import from_bytes

    try:
        return from_bytes(path.read_bytes())
    except OSError as error:
        raise ModelError(f"the model {path} can't be read: {error.strerror}") from None
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None
