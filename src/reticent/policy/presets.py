"""The policies that ship with the package, known by their names."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from reticent.errors import PolicyError

PRESETS = ("default", "health", "court", "support")
"""Their names; the first is the policy when none is given."""


def is_preset(policy: Path) -> bool:
    """Whether a policy is asked for by a preset's name; a file of that name is given with its folder or an ending."""
    return str(policy) in PRESETS


def read_preset(name: str) -> bytes:
    """The policy file of a preset."""
    if name not in PRESETS:
        raise PolicyError(f"there is no preset '{name}': use one of {', '.join(PRESETS)}")
    return files("reticent.policy").joinpath(f"data/{name}.toml").read_bytes()
