"""Picture files with Pillow: decoded to dots as a viewer shows them, and written anew from dots alone."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reticent.errors import DocumentError, needs_extra
from reticent.formats._pictures import strip_jpeg
from reticent.formats.pictures._boxes import Dots

with needs_extra("ocr", "reading pictures"):
    from PIL import Image, ImageOps


_MOST_DOTS = 120_000_000  # of one page, chosen by hand: A3 at 600 dots an inch has 70 million, and each takes three bytes
_MOST_PAGES = 1_000  # of one file, chosen by hand: all are in memory at once
_QUALITY = 90  # of a JPEG, chosen by hand: letters keep their edges
_SHARP = 0  # no colours shared between dots: a black box keeps its edge
_WORDS = ("exif", "xmp", "icc_profile", "comment", "photoshop", "XML:com.adobe.xmp", "iptc", "adobe", "dpi")
"""What Pillow calls parts of a picture that draw nothing."""

_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The beginning of a part of a JPEG: inside its dots there is none but the end."""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """The pages of a picture file as dots, and its bytes where these hold nothing else already."""

    pages: tuple[Dots, ...] = field(repr=False)
    dropped: dict[str, int]
    plain: bytes | None = field(default=None, repr=False)


def open_picture(where: str, data: bytes, kind: str) -> PictureFile:
    """The pages of a file of this kind, as Pillow calls it; a DocumentError when they can't be read."""
    try:
        with Image.open(io.BytesIO(data), formats=[kind, "MPO"] if kind == "JPEG" else [kind]) as picture:
            return _read(where, data, picture, kind)
    except DocumentError:
        raise
    except Exception:  # a picture can be broken in more ways than the library knows
        raise DocumentError(
            f"{where} is no {kind} picture that can be read, or a damaged one: save it in a program anew"
        ) from None


def _read(where: str, data: bytes, picture: Any, kind: str) -> PictureFile:
    count = getattr(picture, "n_frames", 1)
    if count > 1 and kind == "PNG":
        raise DocumentError(f"{where} is a film of {count} pictures: save one of them as a picture")
    if count > _MOST_PAGES:
        raise DocumentError(f"{where} has more than {_MOST_PAGES} pages: divide it")
    dropped = Counter({"metadata": _count_words(picture), "pictures besides the first": 0})
    if kind == "JPEG" and count > 1:
        dropped["pictures besides the first"], count = count - 1, 1
    pages = []
    for number in range(count):
        picture.seek(number)
        width, height = picture.size
        if width * height > _MOST_DOTS:
            raise DocumentError(f"{where} has more than {_MOST_DOTS:,} dots: make it smaller")
        pages.append(_decode(picture))
    turned = picture.getexif().get(_ORIENTATION, 1) != 1
    plain = (
        data if kind == "JPEG" and not turned and picture.mode in ("L", "RGB") and _is_plain(data) else None
    )
    return PictureFile(tuple(pages), {what: n for what, n in dropped.items() if n}, plain)


_ORIENTATION = 0x0112  # the tag of EXIF that says how a camera was held


def _count_words(picture: Any) -> int:
    """How many things a picture carries that draw nothing: notes of cameras and programs, profiles, texts."""
    texts = getattr(picture, "text", None) or {}
    found = {key for key in picture.info if key in _WORDS} | set(texts)
    return len(found | ({"exif"} if len(picture.getexif()) and picture.format != "TIFF" else set()))


def _decode(picture: Any) -> Dots:
    """The dots as a viewer shows them: turned as the file says, what shines through on white."""
    upright = ImageOps.exif_transpose(picture)
    if upright.mode in ("L", "1"):
        return np.asarray(upright.convert("L"))
    if upright.mode.startswith("I"):
        values = np.asarray(upright, dtype=np.float64)
        return (values / max(1.0, float(values.max())) * 255).astype(np.uint8)
    if "A" in upright.mode or "transparency" in upright.info:
        shown = upright.convert("RGBA")
        paper = Image.new("RGBA", shown.size, "white")
        upright = Image.alpha_composite(paper, shown)
    return np.asarray(upright.convert("RGB"))


def _is_plain(data: bytes) -> bool:
    """Whether a JPEG holds its dots in one piece and nothing that doesn't draw."""
    if strip_jpeg(data) != data:
        return False
    start = data.rfind(b"\xff\xda")
    return [match.start() for match in _MARKER.finditer(data, start + 2)] == [len(data) - 2]


def write_picture(pages: Sequence[Dots], kind: str) -> bytes:
    """A file of these dots and nothing else: no time, no program, no thumbnail."""
    pictures = [Image.fromarray(np.ascontiguousarray(each)) for each in pages]
    out = io.BytesIO()
    if kind == "JPEG":
        pictures[0].save(out, "JPEG", quality=_QUALITY, subsampling=_SHARP)
    elif kind == "TIFF":
        pictures[0].save(out, "TIFF", compression="tiff_deflate", save_all=True, append_images=pictures[1:])
    else:
        pictures[0].save(out, kind)
    return out.getvalue()
