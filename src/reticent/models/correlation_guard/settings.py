"""Named settings of the correlation guard."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

SettingName = Literal["default", "paper"]

PAPER: Mapping[str, Any] = MappingProxyType(
    {
        "threshold": "least",
        "max_group": 3,
        "min_support": 1,
        "search": "groups",
        "whole_phrases": True,
        "lookup": "phrases",
        "unseen": "keep",
    }
)
"""Algorithm 1 to the letter: equation 7, whole noun phrases, all terms of a group that tells too much, whatever its counts.

The paper goes on to groups of all terms; ours have three at most.
"""

SETTINGS: Mapping[SettingName, Mapping[str, Any]] = MappingProxyType({"default": {}, "paper": PAPER})
