"""Named settings of (C, g(C))-sanitization."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

SettingName = Literal["default", "paper"]

PAPER: Mapping[str, Any] = MappingProxyType(
    {"evidence": "counted", "min_support": 1, "by_class": False, "unseen": "keep"}
)
"""Definitions 1 and 3 to the letter: counts as they are, however small, and no judgement without a count.

The paper says nothing of terms that its search engine has never seen, so that they stay. MAX and the way to count (standard
or contextualized) are parameters in the paper too.
"""

SETTINGS: Mapping[SettingName, Mapping[str, Any]] = MappingProxyType({"default": {}, "paper": PAPER})
