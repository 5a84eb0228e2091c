"""Which corpus a choice means: what ships goes by its name, everything else by its engine and its place.

A choice is a name of what ships ("medicine"), an index file ("archive.index"), or what another engine opens: its name
("wikidata"), and its place after a colon where it needs one ("lucene:archive"). Engines of other packages are entry points
of the group `reticent.corpora`: functions that open a place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from reticent.errors import KnowledgeError
from reticent.files.extensions import find_opening
from reticent.knowledge.corpus.corpus import Corpus
from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexFile, Manifest, default_path, shipped_path
from reticent.knowledge.corpus.joined import JoinedCorpus

GROUP = "reticent.corpora"
"""The entry point group by which other packages add engines."""

GENERAL, NONE = "general", "none"
SHIPPED: Mapping[str, tuple[str, ...]] = {
    GENERAL: ("default.index",),
    "medicine": ("medicine-texts.index", "medicine-tables.index", "medicine-hints.index"),
    "medicine-texts": ("medicine-texts.index",),
    "medicine-facts": ("medicine-tables.index", "medicine-hints.index"),
}
"""The knowledge that ships with the package, by the names that choose it."""


def _open_index(place: str) -> IndexCorpus:
    return IndexCorpus([IndexFile(Path(place))])


ENGINES: Mapping[str, Callable[[str], Corpus]] = {"index": _open_index}
"""Our own engines by name: each opens the corpus at a place."""


def open_corpus(*paths: str | os.PathLike[str]) -> Corpus:
    """The corpus in these index files alone, counted together; without any, the general one that ships."""
    if not paths:
        return _open_index(str(default_path()))
    return join_corpora(_open_one(str(path), Path()) for path in paths)


def open_knowledge(*choices: str, folder: Path = Path()) -> Corpus:
    """What was chosen, counted together: names of what ships, or index files relative to `folder`.

    Every choice adds to "general"; "none" among them starts from nothing. A file that is called like a name is written
    with its folder: "./medicine".

    >>> open_knowledge("general").fingerprint == open_corpus().fingerprint
    True
    """
    chosen = [each for each in choices if each != NONE]
    if NONE not in choices:
        chosen.insert(0, GENERAL)
    if not chosen:
        raise KnowledgeError(
            f"'{NONE}' leaves nothing to count by: choose knowledge besides, such as '{NONE}' and 'medicine'"
        )
    return join_corpora(corpus for each in dict.fromkeys(chosen) for corpus in _open_choice(each, folder))


def _open_choice(choice: str, folder: Path) -> Iterator[Corpus]:
    if choice not in SHIPPED:
        yield _open_one(choice, folder)
    for name in SHIPPED.get(choice, ()):
        yield _open_index(str(shipped_path(name)))


def _open_one(choice: str, folder: Path) -> Corpus:
    """What an engine opens, or an index file."""
    if (opening := find_opening(GROUP, choice, ENGINES)) is not None:
        return opening.open(Corpus, folder)
    path = folder / choice
    if not path.exists():
        raise KnowledgeError(
            f"there is no knowledge at '{path}': build it with 'reticent knowledge build', or choose what ships:"
            f" {', '.join(SHIPPED)}"
        )
    return _open_index(str(path))


def join_corpora(corpora: Iterable[Corpus]) -> Corpus:
    """Several corpora as one; the same counts under two names are no more evidence."""
    files: dict[str, IndexFile] = {}
    others: dict[str, Corpus] = {}
    for corpus in corpora:
        if isinstance(corpus, IndexCorpus):
            files |= {file.fingerprint: file for file in corpus.files if file.fingerprint not in files}
        else:
            others.setdefault(corpus.fingerprint, corpus)
    members = [*([IndexCorpus(list(files.values()))] if files else []), *others.values()]
    return members[0] if len(members) == 1 else JoinedCorpus(tuple(members))


def manifests_of(corpus: Corpus) -> list[Manifest]:
    """What the index files of a corpus say about themselves; other engines say nothing."""
    if isinstance(corpus, JoinedCorpus):
        return [manifest for member in corpus.members for manifest in manifests_of(member)]
    return corpus.manifests if isinstance(corpus, IndexCorpus) else []


def anchor_choices(choices: Iterable[str]) -> list[str]:
    """The same choices with files by their full names, so that they mean the same from anywhere."""
    return [each if each == NONE or each in SHIPPED else _anchor(each) for each in choices]


def _anchor(choice: str) -> str:
    opening = find_opening(GROUP, choice, ENGINES)
    if opening is None:
        return str(Path(choice).resolve())
    return f"{opening.name}:{opening.anchored(Path())}" if opening.place else choice
