"""Reads thesauri in the format of MyThes, which office programs use: groups of synonyms, and words that say what is above them.

    pneumonia|1
    (noun)|pneumonia|lung infection|inflammation (generic term)

A group is a concept. What a word is marked with says that a group above has that name: each language says how (`ThesaurusWords`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy.hierarchy import Hierarchy, HierarchyEntry
from reticent.knowledge.taxonomy.opening import SourceFile, read_source
from reticent.language.language import ThesaurusWords
from reticent.language.registry import find_languages

_MARKS = re.compile(r"\s*\(([^()]*)\)")
_NAME = re.compile(r"[^\W\d_][\w' .,-]*\Z")
_LONGEST_NAME = 4
"""Words of a name; more are a phrase that nobody writes for a thing. Chosen by hand."""

Group = tuple[str, ...]


def read_thesaurus(path: str | Path) -> Hierarchy:
    """The taxonomy of a thesaurus: its groups of nouns that are below or above another one.

    Verbs and adjectives have no capital where nouns have one; a thesaurus of any other language keeps all its words.
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
    words = _tell_words(source)
    for line in source.lines:
        part, bar, rest = line.partition("|")
        if not bar or not (part == "-" or part.startswith("(")):
            continue
        own, above = _read_words(rest.split("|"), words)
        if own and frozenset(own) not in seen:
            seen.add(frozenset(own))
            yield own, above


def _tell_words(source: SourceFile) -> ThesaurusWords:
    """The marks of the language of the first mark that one knows; none where no language knows any."""
    known = {mark: each.thesaurus for each in find_languages() for mark in each.thesaurus.above}
    marks = (mark for line in source.lines for mark in _read_marks(line))
    return next((known[mark] for mark in marks if mark in known), ThesaurusWords())


def _read_marks(written: str) -> set[str]:
    return {mark.strip().lower() for found in _MARKS.findall(written) for mark in found.split(",")}


def _read_words(words: Sequence[str], known: ThesaurusWords) -> tuple[Group, frozenset[str]]:
    own: dict[str, bool] = {}
    above = set()
    for written in words:
        marks = _read_marks(written)
        name = _MARKS.sub("", written).strip()
        if not _NAME.match(name) or len(name.split()) > _LONGEST_NAME:
            continue
        if known.nouns_have_capitals and not name.rpartition(" ")[2][:1].isupper():
            continue
        if marks & known.above:
            above.add(name)
        else:
            own[name] = bool(marks & known.main)
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
