"""Removed words that are still in a message: every header, part and attachment, as it is written and decoded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reticent.formats.format import Container, Residue
from reticent.formats.html.residue import find_residue as find_in_page
from reticent.formats.html.visible_words import find_shown
from reticent.formats.mail.attachments import find_attached_format
from reticent.formats.mail.headers import KEPT
from reticent.formats.mail.raw_parts import RawPart, divide_message
from reticent.formats.mail.second_reader import decode_words
from reticent.formats.options import DEFAULTS
from reticent.formats.search import Search

_OURS = re.compile(
    r"From MAILER-DAEMON Thu Jan  1 00:00:00 1970|MIME-Version: 1\.0|Content-Type: message/rfc822"
    r"|Content-Type: (?:text/(?:plain|html); charset=utf-8|application/octet-stream)"
    r'|Content-Type: multipart/(?:mixed|alternative|related); boundary="=_\d+"'
    r"|Content-Transfer-Encoding: (?:base64|quoted-printable)"
    r'|Content-Disposition: attachment; filename="attachment-\d+\.[a-z0-9]{1,8}"'
)
"""Lines that we write ourselves, which can hold nobody's words."""


def find_residue(data: bytes, words: Sequence[str]) -> list[Residue]:
    """Every place of a message that holds one of the words."""
    search = Search(words)
    found = {
        residue
        for part in divide_message(data.decode("latin-1"))
        for residue in _search_part(part, words, search)
    }
    return sorted(found, key=lambda each: (each.word, each.place))


def _search_part(part: RawPart, words: Sequence[str], search: Search) -> Iterator[Residue]:
    for line in part.headers.splitlines():
        name, _, value = line.partition(":")
        if name.title() in KEPT:
            yield from (Residue(word, "header") for word in find_shown(decode_words(value), words, search))
        elif not _OURS.fullmatch(line.rstrip("\r")):
            readings = (line, decode_words(line), line.encode("latin-1").decode("utf-8", "replace"))
            yield from (Residue(word, "header") for each in readings for word in search.text(each))
    if part.media == "text/html":
        yield from find_in_page(part.content.decode("utf-8", "replace"), words)
    elif part.ending:
        yield from _search_attached(part, words, search)
    elif part.media.startswith("multipart/"):
        yield from (Residue(word, "outside the parts") for word in search.raw(part.content))
    elif part.media == "text/plain":
        text = part.content.decode("utf-8", "replace")
        yield from (Residue(word, "text") for word in find_shown(text, words, search))
    else:
        yield from (Residue(word, "part") for word in search.raw(part.content))


def _search_attached(part: RawPart, words: Sequence[str], search: Search) -> Iterator[Residue]:
    form = find_attached_format(part.ending, part.content, DEFAULTS)
    if isinstance(form, Container):
        yield from form.residue(part.content, words)
    elif form:
        text = part.content.decode("utf-8", "replace")
        yield from (Residue(word, "attachment") for word in find_shown(text, words, search))
    else:
        yield from (Residue(word, "attachment") for word in search.raw(part.content))
