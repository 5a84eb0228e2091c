"""Corpora and taxonomies of other packages, chosen by name like ours; attackers of theirs, by the type of their section."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from reticent import open_knowledge
from reticent.errors import InputError, TaxonomyError
from reticent.knowledge import MemoryCorpus, anchor_choices, open_corpus
from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.knowledge.corpus.opening import JoinedCorpus
from reticent.knowledge.taxonomy import open_taxonomies, wordnet
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.indistinct import Indistinct
from reticent.policy.assembly import make_rules
from reticent.policy.policy import Policy

PARTS = '''
    from dataclasses import dataclass
    from pathlib import Path
    from typing import Literal

    from reticent.attackers import Guess
    from reticent.knowledge import MemoryCorpus
    from reticent.knowledge.taxonomy import Hierarchy
    from reticent.policy import Parts, Section

    def open_lines(place):
        """A corpus whose documents are the lines of a file."""
        return MemoryCorpus(Path(place).read_text().splitlines())

    def open_shipped(place):
        """A corpus that ships with the package, which needs no place."""
        return MemoryCorpus(["a dodo is a bird"])

    def open_arrows(place):
        """A taxonomy whose lines are child -> parent."""
        pairs = [line.split(" -> ") for line in Path(place).read_text().splitlines()]
        return Hierarchy.from_pairs([(child, parent) for child, parent in pairs])

    def open_nothing(place):
        return 7

    @dataclass(frozen=True)
    class First:
        """Always guesses the candidates in the order of the list."""

        name: str = "first"
        fingerprint: str = "first 1"
        repeatable: bool = True

        def guesses(self, document, candidates):
            return [Guess(each.name, 1 / place) for place, each in enumerate(candidates, 1)]

    class FirstSection(Section):
        """An attacker that guesses blindly."""

        type: Literal["first"]

        def build(self, parts: Parts) -> First:
            return First()
'''
ENTRY_POINTS = """
    [reticent.corpora]
    lines = aviary:open_lines
    dodos = aviary:open_shipped
    nothing = aviary:open_nothing

    [reticent.taxonomies]
    arrows = aviary:open_arrows

    [reticent.attackers]
    first = aviary:FirstSection
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with somebody else's distribution on the path, and what it can open."""
    site = tmp_path / "site"
    information = site / "aviary-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: aviary\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(textwrap.dedent(ENTRY_POINTS))
    (site / "aviary.py").write_text(textwrap.dedent(PARTS))
    monkeypatch.syspath_prepend(site)
    (tmp_path / "birds.txt").write_text(
        "a thrush is a bird that sings\na virus of a thrush\na bird\na lark is a bird\na wren\n"
    )
    (tmp_path / "terms.txt").write_text("song thrush -> thrush\nthrush -> bird\nlark -> bird\nwren -> bird\n")
    (tmp_path / "source.txt").write_text("HIV is a virus of people")
    build([tmp_path / "source.txt"], tmp_path / "virus.index", options=BuildOptions(min_documents=1))
    yield tmp_path
    sys.modules.pop("aviary", None)


def test_an_engine_opens_the_place_after_its_name(folder: Path) -> None:
    corpus = open_knowledge("none", "lines:birds.txt", folder=folder)
    assert isinstance(corpus, MemoryCorpus)
    assert corpus.count([frozenset({"thrush"})]) == [2]
    assert open_knowledge("none", "dodos").count([frozenset({"dodo"})]) == [1]


def test_its_counts_add_to_those_of_an_index(folder: Path) -> None:
    both = open_knowledge("none", "virus.index", "lines:birds.txt", "lines:./birds.txt", folder=folder)
    assert isinstance(both, JoinedCorpus)
    assert both.size == 6
    assert both.count([frozenset({"virus"}), frozenset({"virus", "thrush"})]) == [2, 1]
    assert isinstance(open_knowledge("none", "index:virus.index", folder=folder), IndexCorpus)
    assert (
        open_corpus(folder / "virus.index", f"lines:{folder / 'birds.txt'}").fingerprint == both.fingerprint
    )


def test_a_phrase_that_one_engine_counts_is_not_guessed_from_the_words_of_another(folder: Path) -> None:
    (folder / "mouth.txt").write_text("oral thrush of a mouth\n")
    (folder / "songs.txt").write_text("a thrush sings an oral tradition\n")
    both = JoinedCorpus(tuple(open_corpus(f"lines:{folder / name}.txt") for name in ("mouth", "songs")))
    assert both.known(["oral thrush", "oral song", "tradition"]) == ["exact", "unseen", "exact"]
    asked = frozenset({"oral thrush"})
    assert both.count([asked, asked | {"tradition"}, frozenset({frozenset({"oral thrush", "lark"})})]) == [
        1,
        0,
        1,
    ]
    (found, *_), *_ = both.groups([frozenset({"thrush"})], ["oral thrush", "oral", "mouth"], max_group=1)
    assert list(found) == [((0,), 1, 1), ((1,), 2, 2), ((2,), 1, 1)]


def test_a_choice_of_an_engine_means_the_same_from_anywhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    anchored = anchor_choices(["dodos", "lines:birds.txt", "lines:https://example.org/x", "virus.index"])
    assert anchored == [
        "dodos",
        f"lines:{folder / 'birds.txt'}",
        "lines:https://example.org/x",
        str(folder / "virus.index"),
    ]


def test_what_is_no_corpus_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="'nothing' opens nothing with the members of Corpus"):
        open_knowledge("nothing", folder=folder)


def test_a_reader_opens_a_taxonomy(folder: Path) -> None:
    taxonomy = open_taxonomies(["arrows:terms.txt", "wordnet"], folder)
    (bird,) = taxonomy.parents(taxonomy.concepts("thrush")[0])
    assert bird.name == "bird"
    assert taxonomy.concepts("virus") == wordnet().concepts("virus")
    with pytest.raises(TaxonomyError, match="neither 'wordnet' nor 'medicine'"):
        open_taxonomies(["arrow:terms.txt"], folder)


def test_our_readers_take_a_file_of_any_ending_after_their_name(folder: Path) -> None:
    (folder / "pairs.txt").write_text("child,parent\nthrush,bird\n")
    assert [each.name for each in open_taxonomies(["csv:pairs.txt"], folder).concepts("thrush")] == ["thrush"]


def test_a_policy_names_all_three(folder: Path) -> None:
    policy = Policy.model_validate(
        {
            "knowledge": ["none", "virus.index", "lines:birds.txt"],
            "taxonomies": ["arrows:terms.txt"],
            "attackers": [{"type": "first"}],
            "models": [
                {"type": "cg-sanitization", "protect": {"thrush": "bird"}, "unseen": "keep"},
                {"type": "indistinct", "protect": {"thrush": "bird"}, "k": 2},
            ],
        }
    )
    guard, hidden = make_rules(policy, folder).models
    assert isinstance(guard, CgSanitization)
    assert isinstance(hidden, Indistinct)
    assert guard.corpus.size == 6
    assert guard.taxonomy.concepts("song thrush")
    assert [each.name for each in hidden.attackers] == ["first"]
