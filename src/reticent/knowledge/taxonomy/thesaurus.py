"""Reads thesauri in the format of MyThes, which office programs use: groups of synonyms, and words that say what is above them.

    lungenentzündung|1
    -|Lungenentzündung|Pneumonie (fachspr.)|Entzündung (Oberbegriff)

A group is a concept. What a word is marked with says that a group above has that name: OpenThesaurus writes "(Oberbegriff)".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy.hierarchy import Hierarchy, HierarchyEntry
from reticent.knowledge.taxonomy.opening import SourceFile, read_source

ABOVE = frozenset({"oberbegriff", "generic term", "hyperonym", "hiperónimo"})
"""What a word of a more general group is marked with, in the languages whose thesauri have such words."""

_MAIN = frozenset({"hauptform"})
"""What the word is marked with that a group is called by."""

_MARKS = re.compile(r"\s*\(([^()]*)\)")
_NAME = re.compile(r"[^\W\d_][\w' .,-]*\Z")
_LONGEST_NAME = 4
"""Words of a name; more are a phrase that nobody writes for a thing. Chosen by hand."""

Group = tuple[str, ...]


def read_thesaurus(path: str | Path) -> Hierarchy:
    """The taxonomy of a thesaurus: its groups of nouns that are below or above another one.

    Verbs and adjectives have no capital where nouns have one; a thesaurus of another language keeps all its words.
    """
    source = read_source(path)
    groups = dict(_read_groups(source))
    by_word = _by_word(groups)
    linked = _without_circles({group: _find_above(group, groups, by_word) for group in groups})
    used = {group for group, above in linked.items() if above} | {
        each for above in linked.values() for each in above
    }
    if not used:
        raise TaxonomyError(
            f"{source.name}: no word in it is marked as more general; is it a MyThes thesaurus?"
        )
    ids = {group: f"{group[0]} {number}" for number, group in enumerate(groups) if group in used}
    entries = [
        HierarchyEntry(ids[group], group, {ids[each]: source.name for each in linked[group]}, source.name)
        for group in groups
        if group in used
    ]
    return Hierarchy(entries, fingerprint=source.fingerprint)


def _read_groups(source: SourceFile) -> Iterator[tuple[Group, frozenset[str]]]:
    """Each group once, with the words of those above it."""
    seen: set[frozenset[str]] = set()
    nouns = any("(oberbegriff)" in line.lower() for line in source.lines[:_SAMPLE])
    for line in source.lines:
        part, bar, rest = line.partition("|")
        if not bar or not (part == "-" or part.startswith("(")):
            continue
        own, above = _read_words(rest.split("|"), nouns=nouns)
        if own and frozenset(own) not in seen:
            seen.add(frozenset(own))
            yield own, above


_SAMPLE = 2000
"""Lines that tell whether a thesaurus is German, where nouns have capitals; chosen by hand."""


def _read_words(words: Sequence[str], *, nouns: bool) -> tuple[Group, frozenset[str]]:
    own: dict[str, bool] = {}
    above = set()
    for written in words:
        marks = {mark.strip().lower() for found in _MARKS.findall(written) for mark in found.split(",")}
        name = _MARKS.sub("", written).strip()
        if not _NAME.match(name) or len(name.split()) > _LONGEST_NAME:
            continue
        if nouns and not name.rpartition(" ")[2][:1].isupper():
            continue
        if marks & ABOVE:
            above.add(name)
        else:
            own[name] = bool(marks & _MAIN)
    return tuple(sorted(own, key=lambda name: not own[name])), frozenset(above)


def _by_word(groups: Mapping[Group, frozenset[str]]) -> Mapping[str, Sequence[Group]]:
    found: dict[str, list[Group]] = defaultdict(list)
    for group in groups:
        for name in group:
            found[name].append(group)
    return found


def _find_above(
    group: Group, groups: Mapping[Group, frozenset[str]], by_word: Mapping[str, Sequence[Group]]
) -> list[Group]:
    """The groups whose words are all among those above this one: a word that means several things leads to one of them."""
    above = groups[group]
    found = dict.fromkeys(
        each for name in sorted(above) for each in by_word.get(name, ()) if above.issuperset(each)
    )
    return [each for each in found if each != group]


def _without_circles(above: Mapping[Group, Sequence[Group]]) -> dict[Group, list[Group]]:
    """The links, without those that lead back to where they came from."""
    kept: dict[Group, list[Group]] = {}
    state: dict[Group, int] = {}
    for start in above:
        waiting = [(start, iter(above[start]))] if start not in state else []
        state.setdefault(start, 1)
        kept.setdefault(start, [])
        while waiting:
            group, parents = waiting[-1]
            parent = next(parents, None)
            if parent is None:
                state[group] = 2
                waiting.pop()
            elif state.get(parent) != 1:
                kept[group].append(parent)
                if parent not in state:
                    state[parent] = 1
                    kept[parent] = []
                    waiting.append((parent, iter(above[parent])))
    return kept
