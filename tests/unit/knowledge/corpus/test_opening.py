"""Knowledge is chosen by name or by file, and adds up."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from reticent import open_corpus, open_knowledge
from reticent.errors import KnowledgeError
from reticent.knowledge import default_path
from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexFile, shipped_path
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.knowledge.corpus.opening import anchor_choices


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_index(tmp_path / "medicine", "oral thrush of a mouth", "a mouth")
    write_index(tmp_path / "birds.index", "a thrush sings an oral tradition", "a bird sings")
    return tmp_path


def write_index(place: Path, *texts: str) -> None:
    source = place.with_suffix(".sources")
    source.mkdir()
    for number, text in enumerate(texts):
        (source / f"{number}.txt").write_text(text, encoding="utf-8")
    build([source], place, phrases=["oral thrush"], options=BuildOptions(min_documents=1))


def chosen_files(*choices: str, folder: Path = Path()) -> list[Path]:
    corpus = open_knowledge(*choices, folder=folder)
    assert isinstance(corpus, IndexCorpus)
    return [file.path for file in corpus.files if isinstance(file, IndexFile)]


def test_without_a_choice_it_is_the_general_index() -> None:
    assert chosen_files() == chosen_files("general") == [default_path()]


def test_a_name_is_what_ships_and_a_file_is_written_with_its_folder(folder: Path) -> None:
    assert shipped_path("medicine-texts.index") in chosen_files("medicine", folder=folder)
    assert chosen_files("./medicine", folder=folder) == [default_path(), folder / "medicine"]


def test_choices_add_to_general_unless_none_is_said(folder: Path) -> None:
    assert chosen_files("birds.index", folder=folder) == [default_path(), folder / "birds.index"]
    assert chosen_files("birds.index", "none", folder=folder) == [folder / "birds.index"]
    assert chosen_files("none", "general", folder=folder) == [default_path()]


def test_nothing_at_all_is_no_knowledge() -> None:
    with pytest.raises(KnowledgeError, match="leaves nothing to count with: choose more knowledge"):
        open_knowledge("none")


def test_a_misspelt_name_is_told_what_there_is(folder: Path) -> None:
    with pytest.raises(KnowledgeError, match="choose what ships: general, medicine, "):
        open_knowledge("medcine", folder=folder)


def test_counts_and_sizes_add_up_in_any_order(folder: Path) -> None:
    both = open_knowledge("none", "./medicine", "birds.index", folder=folder)
    turned = open_knowledge("none", "birds.index", "./medicine", folder=folder)
    asked = [frozenset({"thrush"}), frozenset({"mouth", "thrush"}), frozenset[str]()]
    assert both.count(asked) == turned.count(asked) == [2, 1, 4]
    assert both.fingerprint == turned.fingerprint
    assert both.fingerprint != open_corpus(folder / "medicine").fingerprint


def test_the_same_counts_under_two_names_are_counted_once(folder: Path) -> None:
    (folder / "copy.index").write_bytes((folder / "birds.index").read_bytes())
    twice = open_knowledge("none", "birds.index", "./birds.index", "copy.index", folder=folder)
    assert twice.size == open_corpus(folder / "birds.index").size


def test_a_phrase_that_one_index_counts_is_not_guessed_from_the_words_of_another(folder: Path) -> None:
    both = open_knowledge("none", "./medicine", "birds.index", folder=folder)
    assert both.known(["oral thrush", "bird", "unicorn"]) == ["exact", "exact", "unseen"]
    assert both.count([frozenset({"oral thrush"}), frozenset({"oral thrush", "mouth"})]) == [1, 1]
    assert open_corpus(folder / "birds.index").known(["oral thrush"]) == ["approximate"]


def test_what_ships_travels_by_its_name_and_a_file_by_its_place(folder: Path) -> None:
    own = open_knowledge("none", "./medicine", folder=folder)
    for corpus, place in ((own, str(folder).encode()), (open_knowledge(), b"default.index")):
        packed = pickle.dumps(corpus)
        assert place in packed
        assert pickle.loads(packed).fingerprint == corpus.fingerprint  # noqa: S301
    assert str(default_path().parent).encode() not in pickle.dumps(open_knowledge())


def test_anchored_choices_mean_the_same_from_anywhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    anchored = anchor_choices(["none", "medicine", "./medicine", "birds.index"])
    assert anchored == ["none", "medicine", str(folder / "medicine"), str(folder / "birds.index")]
