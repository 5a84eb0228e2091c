"""Which attributes of a tag stay, which are judged as text, and which go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reticent.formats.html.links import read_link
from reticent.formats.html.pieces import Attribute
from reticent.formats.html.tokens import Token
from reticent.formats.html.vocabulary import JUDGED, LINKS, SHOWN_INPUTS, is_vocabulary, keep_style


def keep_attributes(token: Token, values: list[str], dropped: Counter[str]) -> Iterator[Attribute]:
    """The attributes that stay; texts that are judged are added to `values`, what goes is counted."""
    for name, value in token.attributes:
        judged = _read_judged(token, name, value)
        if judged is not None:
            values.append(judged)
            dropped["queries of links"] += name in LINKS and ("?" in value or "#" in value)
            yield Attribute(name, slot=len(values) - 1, is_link=name in LINKS)
        elif is_vocabulary(name, value) or (name in JUDGED and not value):
            yield Attribute(name, value)
        elif name == "style" and keep_style(value):
            dropped["declarations of style"] += 1
            yield Attribute(name, keep_style(value))
        else:
            dropped[_name_kind(name)] += 1


def is_hidden_field(token: Token) -> bool:
    """Whether a tag is a form field that nobody sees."""
    return token.name == "input" and dict(token.attributes).get("type", "text").strip().lower() == "hidden"


def _read_judged(token: Token, name: str, value: str) -> str | None:
    """The text of an attribute that is judged; None where it isn't or where there is none."""
    if name in LINKS:
        return read_link(value)
    is_shown = token.name == "input" and dict(token.attributes).get("type", "text").lower() in SHOWN_INPUTS
    if name in JUDGED or (name == "value" and is_shown):
        return value.replace("\0", "") or None
    return None


def _name_kind(name: str) -> str:
    if name in LINKS or name in ("srcset", "action", "background", "cite", "longdesc", "usemap", "poster"):
        return "links"
    if name.startswith("data-"):
        return "data attributes"
    return "event handlers" if name.startswith("on") else "attributes"
