from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge import open_corpus
from reticent.knowledge.corpus import index_file
from reticent.knowledge.corpus.index_file import Dictionary, IndexFile, write_dictionary
from reticent.knowledge.corpus.indexing.building import BuildOptions, build


@pytest.fixture
def index(tmp_path: Path) -> Path:
    source = tmp_path / "a.jsonl"
    source.write_text("\n".join(json.dumps({"text": f"virus number{number} blood"}) for number in range(9)))
    build([source], tmp_path / "x.index", options=BuildOptions(min_documents=1))
    return tmp_path / "x.index"


@given(st.sets(st.text("abé \U0001f9a0", min_size=1, max_size=6), max_size=40), st.integers(1, 5))
def test_every_term_is_found_and_no_other(terms: set[str], block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reticent.knowledge.corpus.index_file.BLOCK", block)
        ordered = sorted(terms)
        sizes = np.arange(1, len(ordered) + 1, dtype=np.uint32)
        table, blocks = write_dictionary(ordered, sizes * 300, sizes)
    dictionary = Dictionary(table, memoryview(blocks))
    assert list(dictionary) == ordered
    for place, term in enumerate(ordered):
        entry = dictionary.find(term)
        assert entry is not None
        assert (entry.count, entry.end - entry.start) == ((place + 1) * 300, place + 1)
        assert entry.start == sum(range(place + 1))
    assert dictionary.find("c") is dictionary.find("") is None


def test_a_changed_byte_anywhere_is_found(index: Path) -> None:
    data = index.read_bytes()
    for place in range(0, len(data), 7):
        index.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(KnowledgeError):
            IndexFile(index)


def test_a_truncated_file_is_refused(index: Path) -> None:
    data = index.read_bytes()
    for size in (0, 10, 60, 200, len(data) - 1):
        index.write_bytes(data[:size])
        with pytest.raises(KnowledgeError, match=r"empty|no knowledge file|cut short|damaged"):
            IndexFile(index)
    index.write_bytes(data + b"x")
    with pytest.raises(KnowledgeError, match="goes on after its end"):
        IndexFile(index)


def test_foreign_missing_and_later_files_are_told_apart(index: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "letter.txt"
    foreign.write_text("Dear all, " * 50)
    with pytest.raises(KnowledgeError, match="is no knowledge file"):
        open_corpus(foreign)
    with pytest.raises(KnowledgeError, match="there is no knowledge at"):
        open_corpus(tmp_path / "nothing")
    folder = tmp_path / "folder"
    (folder / "deeper").mkdir(parents=True)
    with pytest.raises(KnowledgeError, match="can't be read"):
        open_corpus(folder)
    (folder / "deeper").rmdir()
    with pytest.raises(KnowledgeError, match="is no whole index"):
        open_corpus(folder)
    index.write_bytes(index.read_bytes().replace(b"knowledge 0001", b"knowledge 0002", 1))
    with pytest.raises(KnowledgeError, match=r"later reticent .format 2"):
        open_corpus(index)


def test_an_index_of_another_tokenizer_is_refused(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_file, "TOKENIZER_VERSION", "later")
    with pytest.raises(KnowledgeError, match="tokenizer later: build it again"):
        open_corpus(index)


def test_what_is_kept_unpacked_is_bounded(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_file, "_DOCUMENTS_KEPT", 20)
    file = IndexFile(index)
    for term in ["virus", "blood", "number1", "virus", "unseen"] * 3:
        found = file.bitmap(term)
        assert (0 if found is None else len(found)) == {"virus": 9, "blood": 9, "number1": 1}.get(term, 0)
        assert sum(len(kept) for kept in file._bitmaps.values() if kept is not None) <= 20


def test_a_representation_shows_no_term(index: Path) -> None:
    corpus = open_corpus(index)
    assert re.fullmatch(r"IndexCorpus\(9 documents, sha256:[0-9a-f]{8}…\)", repr(corpus))
