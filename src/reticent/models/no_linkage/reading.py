"""Which words of a release stand unchanged, in the stretches in which they follow one another; planning and checking share this alone."""

from __future__ import annotations

from collections.abc import Iterator

from reticent.knowledge.runs import Word, read_words
from reticent.plan import Edit, Release

Stretch = list[Word]
"""Unchanged words that follow one another: a mark or a changed word ends it."""


def read_unchanged(release: Release) -> list[Stretch]:
    """The stretches of unchanged words in a released text, in order.

    A word that an edit puts back as it stood is unchanged, whatever the edit takes from beside it.
    """
    stretches: list[Stretch] = [[]]
    words = read_words(release.released)
    at = 0
    for start, end, stays in _breaks(release):
        while at < len(words) and words[at].span.end <= start:
            stretches[-1].append(words[at])
            at += 1
        stretches.append([])
        while at < len(words) and words[at].span.start < end:
            if words[at].form in stays:
                stretches[-1].append(words[at])
            else:
                stretches.append([])
            at += 1
        stretches.append([])
    stretches[-1] += words[at:]
    return [stretch for stretch in stretches if stretch]


def _breaks(release: Release) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Where a stretch ends and the next begins, in order, and which words between are as they were."""
    found = [(mark.start, mark.end, frozenset[str]()) for mark in release.released.placeholders]
    grown = 0
    for edit in release.edits:
        start = edit.span.start + grown
        grown += len(edit.text) - len(edit.span)
        if not edit.placeholder:
            found.append((start, start + len(edit.text), _words_back(release, edit)))
    yield from sorted(found, key=lambda each: each[:2])


def _words_back(release: Release, edit: Edit) -> frozenset[str]:
    """The words of an edit that stood in its place before."""
    before = f" {edit.span.of(release.original.text)} ".casefold()
    parts = frozenset(before.split())
    return frozenset(form for form in edit.text.casefold().split() if form in parts)
