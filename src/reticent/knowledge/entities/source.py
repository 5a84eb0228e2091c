"""Entities and readers as people write them down: JSON lines or tables."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import Entity

SOURCES = frozenset({".jsonl", ".ndjson", ".csv", ".tsv"})
_SEVERAL = ";"


def read_entities(path: Path) -> Iterator[Entity]:
    """The entities in a file, one by one.

    JSON lines: an object with `id`, `names` (or `name`), `context`, and `category` (or `categories`) where there is
    one. CSV or TSV: a header with the same words; several names, categories or terms in a cell are divided by ";", and
    lines with the same id in a row are one entity.
    """
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        for line, content in _json_lines(path):
            yield _entity(content, f"{path}, line {line}")
        return
    yield from _join_lines(path)


def read_readers(path: Path) -> dict[str, frozenset[str]]:
    """The readers in a file with the categories that each is cleared for.

    JSON lines: `reader` and `categories`. CSV or TSV: the columns `reader` and `category`, a line for each category; an
    empty category makes a reader known who is cleared for nothing.
    """
    cleared: dict[str, set[str]] = {}
    json_lines = path.suffix.lower() in (".jsonl", ".ndjson")
    for line, content in _json_lines(path) if json_lines else _table(path):
        where = f"{path}, line {line}"
        reader = _text(content, "reader", where)
        if not reader:
            raise KnowledgeError(f"{where}: the reader has no name; give it one")
        given = _texts(content, "categories", where) or _cell(content, "category", where)
        cleared.setdefault(reader, set()).update(category for category in given if category)
    return {reader: frozenset(categories) for reader, categories in cleared.items()}


def _join_lines(path: Path) -> Iterator[Entity]:
    """The entities of a table whose neighbouring lines may belong together."""
    current: Entity | None = None
    for line, row in _table(path):
        entity = _entity(row, f"{path}, line {line}")
        if current is None or current.id != entity.id:
            if current is not None:
                yield current
            current = entity
            continue
        current = Entity(
            current.id,
            tuple(dict.fromkeys(current.names + entity.names)),
            tuple(dict.fromkeys(current.categories + entity.categories)),
            current.context + entity.context,
        )
    if current is not None:
        yield current


def _entity(content: Mapping[str, Any], where: str) -> Entity:
    names = _texts(content, "names", where) or _cell(content, "name", where)
    names = tuple(name for name in dict.fromkeys(names) if name)
    key = _text(content, "id", where) or (names[0] if names else "")
    if not key:
        raise KnowledgeError(f"{where}: the entity has neither an id nor a name; add one")
    categories = _texts(content, "categories", where) or _texts(content, "category", where)
    return Entity(key, names or (key,), categories, _texts(content, "context", where))


def _json_lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    with _open_source(path) as lines:
        for number, line in enumerate(_decode_lines(path, lines), start=1):
            if line.strip():
                yield number, _json_object(line, f"{path}, line {number}")


def _json_object(line: str, where: str) -> Mapping[str, Any]:
    try:
        content = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise KnowledgeError(f"{where}: this is not JSON; write one object per line") from None
    if not isinstance(content, dict):
        raise KnowledgeError(f"{where}: this is no object; write one object per line")
    return content


def _table(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    with _open_source(path) as lines:
        rows = csv.reader(_decode_lines(path, lines), delimiter=delimiter, strict=True)
        try:
            header = [cell.strip().casefold() for cell in next(rows, [])]
            for row in rows:
                if any(row):
                    yield rows.line_num, dict(zip(header, row, strict=True))
        except (csv.Error, ValueError):
            raise KnowledgeError(
                f"{path}, line {rows.line_num}: broken quotes, or not as many cells as the header has"
            ) from None


def _open_source(path: Path) -> Any:
    try:
        return path.open(encoding="utf-8-sig", newline="")
    except OSError as error:
        raise KnowledgeError(f"{path} can't be read: {error.strerror}; check the path") from None


def _decode_lines(path: Path, lines: Iterator[str]) -> Iterator[str]:
    try:
        yield from lines
    except UnicodeDecodeError:
        raise KnowledgeError(f"{path} is not UTF-8: save it in that encoding") from None


def _text(content: Mapping[str, Any], key: str, where: str) -> str:
    value = content.get(key, "")
    if not isinstance(value, str):
        raise KnowledgeError(f"{where}: '{key}' must be a text")
    return value.strip()


def _cell(content: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = _text(content, key, where)
    return (value,) if value else ()


def _texts(content: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    """Several texts: a list in JSON, divided by ";" in a table."""
    value: Collection[Any] | str = content.get(key, ())
    texts = value.split(_SEVERAL) if isinstance(value, str) else value
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise KnowledgeError(f"{where}: '{key}' must be a list of texts")
    return tuple(text.strip() for text in texts if text.strip())
