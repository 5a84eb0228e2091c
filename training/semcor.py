"""SemCor 3.0 as sentences of words and parts of speech.

Every tenth file, by name, is held out. SemCor gives a word that carries a sense the bare tag of its part of speech
("irregularities" is NN, "produced" is VB) and other words the inflected one, so number and tense can't be learned
from it: the inflections are merged (`plain_tag`). A multi-word entry ("took_place") has one tag for all of its words, and
so have the words that annotators took out of such an entry again (`ot=notag`: "to" after "want" is VB). Words of which such a
tag says nothing are tagged as they usually are, and are not `stated`.
"""

from __future__ import annotations

import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from experiments.harness import data
from experiments.needs import Needs

from reticent.language.language import plain_tag, punctuation_tag
from reticent.text.tokens import token_texts

ARCHIVE = "benchmarks/semcor-3.0.tar.xz"
NEEDS = Needs(data=(ARCHIVE,))

_CLITICS = {"'": "POS", "’": "POS", "n": "RB"}
_ELEMENT = re.compile(r"<(?:wf[^>]*?pos=([^ >]+)([^>]*)|punc)>(.*?)</|(</s>)")


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """Words and their tags; `stated` says which of them SemCor itself gives; `written` keeps those of words taken out of an entry."""

    words: list[str]
    tags: list[str]
    stated: list[bool]
    written: list[str]


@dataclass(frozen=True, slots=True)
class _Entry:
    tag: str
    words: list[str]
    taken_out: bool = False


def read() -> tuple[list[TaggedSentence], list[TaggedSentence]]:
    """The sentences to learn from, and those held out."""
    learned: list[list[_Entry]] = []
    held_out: list[list[_Entry]] = []
    for number, text in enumerate(_files(data(ARCHIVE)), start=1):
        (held_out if number % 10 == 0 else learned).extend(_entries(text))
    usual = _usual_tags(learned)
    return [_tag(entry, usual) for entry in learned], [_tag(entry, usual) for entry in held_out]


def _files(archive: Path) -> Iterator[str]:
    with tarfile.open(archive) as tar:
        members = sorted(
            (m for m in tar.getmembers() if "/tagfiles/" in m.name and m.isfile()), key=lambda m: m.name
        )
        for member in members:
            file = tar.extractfile(member)
            assert file is not None
            yield file.read().decode("latin-1")


def _entries(text: str) -> Iterator[list[_Entry]]:
    entries: list[_Entry] = []
    for pos, attributes, content, end in _ELEMENT.findall(text):
        if end:
            yield entries
            entries = []
        elif pos:
            entries.append(_Entry(plain_tag(pos), unescape(content).split("_"), "ot=notag" in attributes))
        else:
            entries.append(_Entry("", [re.sub("``|''", '"', unescape(content))]))


def _usual_tags(sentences: list[list[_Entry]]) -> dict[str, str]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for entry in sentence:
            if entry.tag and len(entry.words) == 1 and not entry.taken_out:
                counts[entry.words[0].lower()][entry.tag] += 1
    return {word: min(tags, key=lambda tag: (-tags[tag], tag)) for word, tags in counts.items()}


def _tag(sentence: list[_Entry], usual: dict[str, str]) -> TaggedSentence:
    rows = [row for entry in sentence for row in _rows(entry, usual)]
    return TaggedSentence(*([row[column] for row in rows] for column in range(4)))  # type: ignore[arg-type]


def _rows(entry: _Entry, usual: dict[str, str]) -> Iterator[tuple[str, str, bool, str]]:
    for place, word in enumerate(entry.words):
        told = _tells_of(entry, place)
        tag = entry.tag if told else usual.get(word.lower(), entry.tag or "NN")
        written = entry.tag if entry.taken_out else tag
        for number, piece in enumerate(token_texts(word)):
            fixed = punctuation_tag(piece) or (_CLITICS.get(piece[:1].lower()) if number else None)
            yield piece, fixed or tag, told and number == 0 and not fixed, fixed or written


def _tells_of(entry: _Entry, place: int) -> bool:
    """Whether an entry's tag is that of the word at a place in it."""
    if not entry.tag or entry.taken_out:
        return False
    named = entry.tag == "NNP" and not entry.words[place].islower()
    head = {"VB": 0, "NN": len(entry.words) - 1}.get(entry.tag)
    return len(entry.words) == 1 or named or place == head
