"""From the tokens of a page to its pieces: what stays, what is text, and what doesn't go out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from reticent.errors import DocumentError
from reticent.formats.html._pieces import (
    Attribute,
    HtmlToken,
    Piece,
    Run,
    Tag,
    divide,
    escape,
    read_link,
    tokenize,
    write_tag,
)
from reticent.formats.html._vocabulary import (
    BLOCKS,
    COUNTED,
    HIDDEN,
    JUDGED,
    KEPT,
    LINKS,
    SHOWN_INPUTS,
    VOID,
    is_vocabulary,
    keep_doctype,
    keep_style,
)


def keep_attributes(token: HtmlToken, values: list[str], dropped: Counter[str]) -> Iterator[Attribute]:
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


def is_hidden_field(token: HtmlToken) -> bool:
    """Whether a tag is a form field that nobody sees."""
    return token.name == "input" and dict(token.attributes).get("type", "text").strip().lower() == "hidden"


def _read_judged(token: HtmlToken, name: str, value: str) -> str | None:
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


DEEPEST = 500
"""Elements within each other: browsers stop at 512, and other readers at their stack."""

MOST_REPEATED = 2_000_000
"""Styles times the blocks that repeat them: other readers make an element of each. Chosen by hand."""

MOST_PIECES = 1_000_000
"""Tags and stretches of text, all of which are in memory at once; chosen by hand."""

DECLARATION = '<meta charset="utf-8"/>'
_STRETCHES = re.compile(r"[ \t\n\f]+|[^ \t\n\f]+")
_STRICT = re.compile(r'<[a-z][a-z0-9]*(?:\s+[a-z:-]+="[^"<>&\ufeff]*")*\s*/?>|</[a-z][a-z0-9]*>', re.I)
_AS_WRITTEN = frozenset(("pre", "textarea"))
_END_BY_THEMSELVES = frozenset("p li dt dd tr td th option body html head tbody thead tfoot colgroup".split())
_STYLES = frozenset("a b big code em font i nobr s small strike strong tt u".split())


@dataclass(slots=True)
class PageReading:
    """A page while it is read."""

    where: str
    pieces: list[Piece] = field(default_factory=list, repr=False)
    values: list[str] = field(default_factory=list, repr=False)
    dropped: Counter[str] = field(default_factory=Counter)
    _last: str = field(default="\n", repr=False)
    _depth: int = 0
    _styles: int = 0
    _repeated: int = 0
    _as_written: int = 0

    def add_text(self, stretches: Iterator[tuple[str, str]]) -> None:
        """Text as it is written and as it reads; blanks are one blank unless they are shown as written."""
        for written, text in stretches:
            if written != text or self._as_written:
                self._add(Run(written, text))
                continue
            for match in _STRETCHES.finditer(text):
                blank = match[0][0] in " \t\n\f"
                self._add(Run(match[0], ("" if self._last in " \n" else " ") if blank else match[0]))

    def _add(self, run: Run) -> None:
        self.pieces.append(run)
        self._last = run.text[-1:] or self._last

    def break_line(self) -> None:
        if self._last != "\n":
            self._add(Run("", "\n"))

    def open(self, token: HtmlToken) -> None:
        """A start tag: the line that it begins, and what stays of the tag."""
        if token.name in BLOCKS:
            self.break_line()
            self._repeated += self._styles
        self._count(token, 1)
        before = self.dropped.total()
        attributes = tuple(keep_attributes(token, self.values, self.dropped))
        if any(each.slot is not None for each in attributes):
            self.pieces.append(Tag(token.name, attributes, token.closes_itself))
        elif _STRICT.fullmatch(token.source) and before == self.dropped.total():
            self.pieces.append(Run(token.source))
        else:
            self.pieces.append(Run(write_tag(token.name, attributes, closes_itself=token.closes_itself)))

    def close(self, token: HtmlToken) -> None:
        if token.name in VOID:
            return
        if token.name in BLOCKS:
            self.break_line()
        self._count(token, -1)
        strict = _STRICT.fullmatch(token.source)
        self.pieces.append(Run(token.source if strict else f"</{token.name}>"))

    def _count(self, token: HtmlToken, step: int) -> None:
        if token.name in VOID or token.name in _END_BY_THEMSELVES or (step > 0 and token.closes_itself):
            return
        self._depth = max(0, self._depth + step)
        self._styles = max(0, self._styles + step * (token.name in _STYLES))
        self._as_written = max(0, self._as_written + step * (token.name in _AS_WRITTEN))
        if self._depth > DEEPEST or self._repeated > MOST_REPEATED:
            raise DocumentError(
                f"{self.where} has elements that are nested too deeply for some readers: save it anew"
            )


def read_pieces(text: str, where: str) -> PageReading:
    """The pieces of a page whose line ends are line feeds; a DocumentError when it can't be read."""
    page = PageReading(where)
    place = 0
    tokens = list(islice(tokenize(text), MOST_PIECES + 1))
    for token in _leave_out_hidden(tokens, page.dropped):
        _read_token(token, page)
        if max(len(tokens), len(page.pieces)) > MOST_PIECES:
            raise DocumentError(f"{where} has more than {MOST_PIECES} tags and stretches of text: divide it")
        if token.kind == "start" and token.name == "head" and place <= 1:
            place = len(page.pieces)
        elif token.kind == "doctype" and len(page.pieces) == 1:
            place = 1
    page.pieces.insert(place, Run(DECLARATION))
    return page


def _read_token(token: HtmlToken, page: PageReading) -> None:
    if token.kind == "text":
        page.add_text(divide(token.source))
    elif token.kind == "raw text":
        page.add_text(
            (escape(each), each) for each in re.findall(r"[&<>\"\ufeff]|[^&<>\"\ufeff]+", token.name)
        )
    elif token.kind == "comment":
        page.dropped["comments"] += 1
    elif token.kind == "doctype":
        if "[" in token.source:
            raise DocumentError(f"{page.where} defines entities of its own: save it as HTML without them")
        if not page.pieces:
            page.pieces.append(Run(keep_doctype(token.source)))
    elif token.name not in KEPT:
        kind = COUNTED.get(token.name, "unknown elements")
        page.dropped[kind] += token.kind == "start" and not _declares_charset(token)
    elif token.kind == "end":
        page.close(token)
    elif is_hidden_field(token):
        page.dropped["hidden form fields"] += 1
    else:
        page.open(token)


def _declares_charset(token: HtmlToken) -> bool:
    attributes = dict(token.attributes)
    return token.name == "meta" and (
        "charset" in attributes or attributes.get("http-equiv", "").lower() == "content-type"
    )


def _leave_out_hidden(tokens: Sequence[HtmlToken], dropped: Counter[str]) -> Iterator[HtmlToken]:
    """The tokens outside elements that nobody sees; an element without an end loses only its tag."""
    ends = _find_ends(tokens)
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.name in HIDDEN and token.kind in ("start", "end"):
            dropped[HIDDEN[token.name]] += token.kind == "start"
            position = ends.get(position, position)
        else:
            yield token
        position += 1


def _find_ends(tokens: Sequence[HtmlToken]) -> dict[int, int]:
    """Where each hidden element ends, by where it starts."""
    ends: dict[int, int] = {}
    open_ones: dict[str, list[int]] = defaultdict(list)
    for position, token in enumerate(tokens):
        if token.kind == "start" and token.name in HIDDEN and not token.closes_itself:
            open_ones[token.name].append(position)
            follows = tokens[position + 1 : position + 2]
            if follows and follows[0].kind == "raw text":
                ends[position] = position + 1
        elif token.kind == "end" and open_ones[token.name]:
            ends[open_ones[token.name].pop()] = position
    return ends
