"""Addresses that links lead to: judged like text, and written so that they stay addresses."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

_SCHEME = re.compile(r"\s*[^/?#%]*:")
_SAFE = ("http://", "https://", "mailto:")
_LONGEST = 2000


def is_safe(address: str) -> bool:
    """Whether an address leads to a page, a mailbox or a place nearby, and not into a machine."""
    plain = address.lower()
    outside = plain.startswith(_SAFE) or not (_SCHEME.match(plain) or "\\" in plain)
    return outside and 0 < len(address) <= _LONGEST


def read_address(address: str) -> str:
    """An address as people read it."""
    return unquote(address)


def write_address(text: str) -> str:
    """The text as an address; one that begins with no known scheme has none.

    >>> write_address("[URL 1]://x"), read_address(write_address("https://x.org/[A]"))
    ('%5BURL%201%5D%3A//x', 'https://x.org/[A]')
    """
    colon = ":" if text.lower().startswith(_SAFE) else ""
    return quote(text, safe=f"{colon}/?#@!$&'()*+,;=~")
