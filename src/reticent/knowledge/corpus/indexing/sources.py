"""Where documents come from: lines of JSON, folders of text files, MediaWiki dumps without markup; plain or compressed."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BufferedIOBase
from pathlib import Path
from typing import Literal, NamedTuple
from xml.etree.ElementTree import Element, ParseError, iterparse

from reticent.errors import InputError, KnowledgeError
from reticent.files.unpacking import DAMAGED, PACKED, Limits, open_packed

_COMMENTS = re.compile(r"<!--.*?-->", re.DOTALL)
_HIDDEN = re.compile(
    r"<(ref|math|chem|gallery|timeline|score|syntaxhighlight|source|code|pre|imagemap|hiero|graph|mapframe)\b"
    r"(?:[^>]*?/>|[^>]*>.*?</\1\s*>)",
    re.DOTALL | re.IGNORECASE,
)
_INNERMOST_TEMPLATE = re.compile(r"\{\{[^{}]*\}\}|\{\{\{[^{}]*\}\}\}")
_INNERMOST_TABLE = re.compile(r"\{\|(?:(?!\{\||\|\}).)*\|\}", re.DOTALL)
_FILE_LINK = re.compile(
    r"\[\[\s*(?:File|Image|Category|Media)\s*:[^\[\]]*(?:\[\[[^\[\]]*\]\][^\[\]]*)*\]\]", re.IGNORECASE
)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_WEB_LINK = re.compile(r"\[(?:https?:)?//\S+\s*([^\[\]]*)\]")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LINE_MARKS = re.compile(r"^[*#:;]+\s*|^=+\s*(.*?)\s*=+\s*$", re.MULTILINE)
_QUOTES = re.compile(r"'{2,5}")
_MAGIC = re.compile(r"__[A-Z]+__")
_BLANK = re.compile(r"\n{3,}")
_DEEPEST = 40  # chosen by hand: templates in templates that are peeled off before the rest stays


def articles(stream: BufferedIOBase) -> Iterator[bytes]:
    """Title, a line break and wikitext of every article of a pages-articles dump; no redirects, no talk."""
    pages = iterparse(stream, events=("start", "end"))  # noqa: S314 - expat itself refuses entity bombs
    _, root = next(pages)
    for event, element in pages:
        if event != "end" or _tag(element) != "page":
            continue
        parts = {_tag(part): part for part in element.iter()}
        if parts["ns"].text == "0" and "redirect" not in parts:
            yield f"{parts['title'].text}\n{parts['text'].text or ''}".encode()
        root.clear()


def without_markup(text: str) -> str:
    """The words that a reader of the article sees in its running text: no templates, tables, notes, pictures.

    >>> without_markup("'''HIV''' is a [[virus]]{{cite}} of [[Immune system|immunity]].<ref>p. 3</ref>")
    'HIV is a virus of immunity.'
    """
    text = _HIDDEN.sub(" ", _COMMENTS.sub("", text))
    for innermost in (_INNERMOST_TEMPLATE, _INNERMOST_TABLE):
        text = _peel(text, innermost)
    text = _LINK.sub(r"\1", _FILE_LINK.sub("", text))
    text = _TAG.sub("", _WEB_LINK.sub(r"\1", text))
    text = _MAGIC.sub("", _QUOTES.sub("", _LINE_MARKS.sub(r"\1", text)))
    return _BLANK.sub("\n\n", html.unescape(text)).strip()


def _peel(text: str, innermost: re.Pattern[str]) -> str:
    for _ in range(_DEEPEST):
        text, found = innermost.subn("", text)
        if not found:
            break
    return text


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


Kind = Literal["lines of JSON", "text", "MediaWiki dump"]

_PLACES: dict[Kind, str] = {"lines of JSON": "line", "text": "text", "MediaWiki dump": "article"}
_KINDS: dict[str, Kind] = {
    ".jsonl": "lines of JSON",
    ".ndjson": "lines of JSON",
    ".txt": "text",
    ".md": "text",
    ".xml": "MediaWiki dump",
}
_BROKEN = (*DAMAGED, ParseError)
_HELD = Limits(size=1_000_000_000)
_KNOWN = "JSONL (.jsonl, .ndjson), text (.txt, .md, or a folder of them), MediaWiki XML (.xml), also .gz, .xz, .bz2"


class Text(NamedTuple):
    """A document to be counted; the title only suggests a phrase and is not part of the text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Records as they were read, to be taken apart by a worker; `places` tell where each one stood."""

    source: int
    name: str
    kind: Kind
    places: list[str] = field(default_factory=list)
    records: list[bytes] = field(default_factory=list, repr=False)

    def texts(self, *, skip_bad: bool) -> list[Text | None]:
        """The documents in order, None for a bad record; without `skip_bad` that is a KnowledgeError."""
        found: list[Text | None] = []
        for place, record in zip(self.places, self.records, strict=True):
            if record.isspace() and self.kind == "lines of JSON":
                continue
            try:
                found.append(_PARSERS[self.kind](record))
            except ValueError as error:
                if not skip_bad:
                    raise KnowledgeError(
                        f"{self.name}, {place}: {error}; mend it, or leave such records out with --skip-bad"
                    ) from None
                found.append(None)
        return found


def batches(
    sources: Sequence[Path], *, size: int, at: Callable[[int], None] = lambda position: None
) -> Iterator[Batch]:
    """All records of the sources in batches of about `size` bytes; `at` hears how many bytes were read so far."""
    before = 0
    for number, path in enumerate(sources):
        kind = kind_of(path)
        batch, held = Batch(number, path.name, kind), 0
        for place, record, position in _records(path, kind):
            batch.places.append(place)
            batch.records.append(record)
            held += len(record)
            if held >= size:
                yield batch
                at(before + position)
                batch, held = Batch(number, path.name, kind), 0
        if batch.records:
            yield batch
        before += bytes_in(path)
        at(before)


def kind_of(path: Path) -> Kind:
    """What a source is, by its name; a KnowledgeError when it is nothing that can be read."""
    if path.is_dir():
        return "text"
    if not path.exists():
        raise KnowledgeError(f"'{path}' does not exist: check the name")
    suffixes = [suffix for suffix in path.suffixes if suffix not in PACKED]
    kind = _KINDS.get(suffixes[-1]) if suffixes else None
    if kind is None:
        raise KnowledgeError(f"'{path}' is no source that can be read; known are {_KNOWN}")
    return kind


def bytes_in(path: Path) -> int:
    """How many bytes there are to read, compressed as they are."""
    return sum(file.stat().st_size for file in _text_files(path)) if path.is_dir() else path.stat().st_size


def _records(path: Path, kind: Kind) -> Iterator[tuple[str, bytes, int]]:
    """Place, content, and the number of bytes read when it was complete."""
    if path.is_dir():
        read = 0
        for file in _text_files(path):
            read += file.stat().st_size
            yield f"file {file.relative_to(path)}", file.read_bytes(), read
        return
    try:
        # A text is held in memory, everything else is a stream.
        limits = _HELD if kind == "text" else Limits()
        with path.open("rb") as raw, open_packed(raw, path.suffix, name=str(path), limits=limits) as stream:
            for number, record in enumerate(_split_records(stream, kind), 1):
                yield f"{_PLACES[kind]} {number}", record, raw.tell()
    except InputError as error:
        raise KnowledgeError(str(error)) from None
    except _BROKEN as error:
        if isinstance(error, OSError) and error.errno is not None:  # the disk's trouble, not the file's
            raise
        raise KnowledgeError(f"'{path}' is damaged or cut short: fetch it again") from None


def _split_records(stream: BufferedIOBase, kind: Kind) -> Iterable[bytes]:
    if kind == "text":
        return [stream.read()]
    return articles(stream) if kind == "MediaWiki dump" else stream


def _text_files(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.rglob("*") if path.suffix in (".txt", ".md") and path.is_file())
    if not found:
        raise KnowledgeError(f"'{folder}' holds no text files (.txt, .md): name another folder")
    return found


def _from_json(record: bytes) -> Text:
    try:
        values = json.loads(record)
    except ValueError:
        raise ValueError("not JSON") from None
    if not isinstance(values, dict) or not isinstance(values.get("text"), str):
        raise ValueError("no object with a string 'text'")
    title = values.get("title", "")
    return Text(title if isinstance(title, str) else "", values["text"])


def _from_text(record: bytes) -> Text:
    try:
        return Text("", record.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None


def _from_article(record: bytes) -> Text:
    title, _, text = record.decode().partition("\n")
    return Text(title, without_markup(text))


_PARSERS: dict[Kind, Callable[[bytes], Text]] = {
    "lines of JSON": _from_json,
    "text": _from_text,
    "MediaWiki dump": _from_article,
}
