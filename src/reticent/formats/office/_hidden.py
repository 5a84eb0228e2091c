"""What an office file holds and doesn't show: a value for each such thing, which can be dropped or shown."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from reticent.formats.office._trees import Dropped, Element
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.options import Hidden

WHITE, BLACK = "ffffff", "000000"
SMALLEST = 1.0
"""Points. The smallest letters that Word and Excel set, which nobody reads: lines of them are used as space."""

_NEAR = 16
"""Of 255 for each of red, green and blue: no eye tells letters from what lies behind them. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class HiddenThing:
    """Something that nobody sees who looks at the file: of which kind, with which words, and how it goes or is shown."""

    kind: str
    words: str = field(repr=False)
    drop: Callable[[], object] = field(repr=False)
    show: Callable[[], object] = field(repr=False)


def drop_hidden(things: Iterable[HiddenThing], how: Hidden, dropped: Dropped) -> bool:
    """Drop what is hidden, or show it, and count it by kind; whether there was anything."""
    found = list(things)
    for each in found:
        if how == "remove":
            each.drop()
            dropped[each.kind] += 1
        else:
            each.show()
            dropped[f"marks of {each.kind}"] += 1
    return bool(found)


def read_colour(value: str | None) -> str | None:
    """A colour as six digits, of eight those without the opacity; None where it is none."""
    digits = (value or "").lstrip("#").lower()[-6:]
    return digits if len(digits) == 6 and all(each in "0123456789abcdef" for each in digits) else None


def change_light(colour: str | None, factor: float, shift: float) -> str | None:
    """A colour as light as before times a factor, and then lighter by a share of all light; None where it isn't known.

    >>> change_light("000000", 0.0, 1.0), change_light("ff0000", 0.5, 0.0), change_light(None, 1.0, 0.0)
    ('ffffff', '800000', None)
    """
    if colour is None or (factor, shift) == (1.0, 0.0):
        return colour
    hue, light, purity = colorsys.rgb_to_hls(*(part / 255 for part in bytes.fromhex(colour)))
    changed = colorsys.hls_to_rgb(hue, min(max(light * factor + shift, 0.0), 1.0), purity)
    return bytes(round(255 * part) for part in changed).hex()


def look_same(first: str | None, second: str | None) -> bool:
    """Whether letters in one colour can't be seen on the other; nobody knows where one of them isn't known.

    >>> look_same("fffffe", "ffffff"), look_same("ffffff", "000000"), look_same("accent1", "accent1")
    (True, False, True)
    """
    if first is None or second is None:
        return False
    parts = [read_colour(each) for each in (first, second)]
    if parts[0] is None or parts[1] is None:
        return first == second
    bytes_of = [bytes.fromhex(each) for each in parts if each]
    return all(abs(ours - theirs) <= _NEAR for ours, theirs in zip(*bytes_of, strict=True))


def name_colour_kind(colour: str | None) -> str:
    """As what letters are reported that have the colour of what lies behind them."""
    return kinds.WHITE_TEXT if look_same(colour, WHITE) else kinds.SAME_COLOUR


def read_texts(element: Element, *tags: str) -> str:
    """The words in an element, or in those of its parts that hold text."""
    texts = (each.text for each in element.iter(*tags)) if tags else element.itertext()
    return " ".join("".join(text or "" for text in texts).split())


def is_on(value: str | None) -> bool:
    """Whether a switch that is there is on: one without a value is."""
    return value not in ("0", "false", "off")


def follow(start: str | None, parents: dict[str, tuple[Element, str | None]]) -> Iterator[Element]:
    """A style and those that it is based on, nearest first; a circle ends where it began."""
    seen = set()
    while start is not None and start in parents and start not in seen:
        seen.add(start)
        style, start = parents[start]
        yield style
