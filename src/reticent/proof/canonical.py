"""One way to write a JSON value as bytes, so that what is hashed and signed has no second form."""

from __future__ import annotations

import json
from typing import Any


def write_canonical(content: Any) -> bytes:
    """The value as JSON with sorted keys and no blanks, in ASCII.

    >>> write_canonical({"b": [1, "é"], "a": None})
    b'{"a":null,"b":[1,"\\\\u00e9"]}'
    """
    return json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
