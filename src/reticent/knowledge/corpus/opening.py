"""Where knowledge is found: what ships goes by name, everything else by file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexFile, default_path, shipped_path

GENERAL, NONE = "general", "none"
SHIPPED: Mapping[str, tuple[str, ...]] = {
    GENERAL: ("default.index",),
    "medicine": ("medicine-texts.index", "medicine-tables.index", "medicine-hints.index"),
    "medicine-texts": ("medicine-texts.index",),
    "medicine-facts": ("medicine-tables.index", "medicine-hints.index"),
}
"""The knowledge that ships with the package, by the names that choose it."""


def open_corpus(*paths: str | os.PathLike[str]) -> IndexCorpus:
    """The corpus in these index files alone, counted together; without any, the general one that ships."""
    return IndexCorpus([IndexFile(Path(path)) for path in paths or [default_path()]])


def open_knowledge(*choices: str, folder: Path = Path()) -> IndexCorpus:
    """What was chosen, counted together: names of what ships, or index files relative to `folder`.

    Every choice adds to "general"; "none" among them starts from nothing. A file that is called like a name is written
    with its folder: "./medicine".

    >>> open_knowledge("general").fingerprint == open_corpus().fingerprint
    True
    """
    opened: dict[str, IndexFile] = {}
    for path in knowledge_files(choices, folder):
        file = IndexFile(path)
        opened.setdefault(file.fingerprint, file)  # the same counts under two names are no more evidence
    return IndexCorpus(list(opened.values()))


def knowledge_files(choices: Sequence[str], folder: Path = Path()) -> list[Path]:
    """The index files that were chosen, each once, the general one first."""
    chosen = [each for each in choices if each != NONE]
    if NONE not in choices:
        chosen.insert(0, GENERAL)
    if not chosen:
        raise KnowledgeError(
            f"'{NONE}' leaves nothing to count by: choose knowledge besides, such as '{NONE}' and 'medicine'"
        )
    return list(dict.fromkeys(path for each in chosen for path in _files_of(each, folder)))


def anchor_choices(choices: Iterable[str]) -> list[str]:
    """The same choices with files by their full names, so that they mean the same from anywhere."""
    return [each if each == NONE or each in SHIPPED else str(Path(each).resolve()) for each in choices]


def _files_of(choice: str, folder: Path) -> list[Path]:
    if choice in SHIPPED:
        return [shipped_path(name) for name in SHIPPED[choice]]
    path = folder / choice
    if not path.exists():
        raise KnowledgeError(
            f"there is no knowledge at '{path}': build it with 'reticent knowledge build', or choose what ships:"
            f" {', '.join(SHIPPED)}"
        )
    return [path]
