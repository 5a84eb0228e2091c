"""Taxonomies in OBO files, the format of Disease Ontology and its relatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.taxonomy.hierarchy import Entry, Hierarchy
from reticent.taxonomy.source_file import SourceFile, read_source

_KINDS = ("[Term]", "[Instance]")
_UP = ("is_a", "instance_of")
_SYNONYM = re.compile(r'"(?P<name>(?:[^"\\]|\\.)*)"\s*(?P<scope>[A-Z]*)')
_BARE = re.compile(r"(?:[^\\!{]|\\.|\{(?![\w:.-]+\s*=))*")  # chemists' braces are no modifiers
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}


@dataclass(slots=True)
class _Stanza:
    line: int
    kind: str
    tags: list[tuple[int, str, str]] = field(default_factory=list)

    def values(self, *tags: str) -> list[tuple[int, str]]:
        return [(line, value) for line, tag, value in self.tags if tag in tags]


def read_obo(path: str | Path) -> Hierarchy:
    """The taxonomy in an OBO file (1.2 or 1.4), also packed as .gz or .xz.

    A term's names are its `name` and its EXACT synonyms; BROAD, NARROW and RELATED ones mean something else and
    are left out. What it `is_a` (or an instance `instance_of`) is above it; other relations, logical definitions
    and obsolete terms are left out, and leading to an obsolete or undefined term is an error.
    """
    source = read_source(path)
    entries = [
        _entry(source, stanza)
        for stanza in _stanzas(source)
        if stanza.kind in _KINDS
        and not any(_bare(value) == "true" for _, value in stanza.values("is_obsolete"))
    ]
    if not entries:
        raise TaxonomyError(f"{source.name}: no [Term] in it that is in use; is it an OBO file?")
    return Hierarchy(entries, fingerprint=source.fingerprint)


def _stanzas(source: SourceFile) -> Iterator[_Stanza]:
    stanza = _Stanza(1, "header")
    for number, raw in enumerate(source.lines, 1):
        line = raw.strip()
        if not line or line.startswith("!"):
            continue
        if line.startswith("["):
            yield stanza
            stanza = _Stanza(number, _bare(line))
            continue
        tag, colon, value = line.partition(":")
        if not colon:
            raise TaxonomyError(f"{source.at(number)}: expected 'tag: value'")
        stanza.tags.append((number, tag, value.strip()))
    yield stanza


def _entry(source: SourceFile, stanza: _Stanza) -> Entry:
    ids = [_bare(value) for _, value in stanza.values("id")]
    if len(ids) != 1 or not ids[0]:
        raise TaxonomyError(f"{source.at(stanza.line)}: a {stanza.kind} needs exactly one id")
    names = [_bare(value) for _, value in stanza.values("name")] or ids
    for line, value in stanza.values("synonym"):
        synonym = _SYNONYM.match(value)
        if synonym is None:
            raise TaxonomyError(f'{source.at(line)}: a synonym needs the form "name" SCOPE []')
        if synonym["scope"] == "EXACT":
            names.append(_unescape(synonym["name"]).strip())
    parents = {_bare(value): source.at(line) for line, value in stanza.values(*_UP)}
    return Entry(ids[0], tuple(names), parents, source.at(stanza.line))


def _bare(value: str) -> str:
    """The value without its trailing {modifiers} and ! comment."""
    matched = _BARE.match(value)
    return _unescape(matched[0] if matched else value).strip()


def _unescape(value: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), value)
