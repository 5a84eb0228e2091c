from __future__ import annotations

import errno
import gzip
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge import MemoryCorpus, open_corpus
from reticent.knowledge.corpus.index_file import IndexFile
from reticent.knowledge.corpus.indexing import building
from reticent.knowledge.corpus.indexing.building import BuildOptions, Step, build, frequent_words
from reticent.knowledge.corpus.indexing.passes import spool
from reticent.knowledge.corpus.indexing.sources import Batch

WORDS = ["HIV", "virus", "blood", "transfusion", "immune", "system", "the", "of", "head", "state", "1984"]


def _texts(count: int) -> list[str]:
    chosen = random.Random(5)  # noqa: S311 - a test
    return [" ".join(chosen.choices(WORDS, k=chosen.randrange(30))) for _ in range(count)]


def _source(folder: Path, texts: Sequence[str], name: str = "a.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps({"title": "", "text": text}) for text in texts), encoding="utf-8")
    return path


def _bytes(folder: Path, sources: list[Path], options: BuildOptions) -> bytes:
    build(sources, folder / "x.index", phrases=["heads of state"], licence="CC0", options=options)
    return (folder / "x.index").read_bytes()


def test_workers_memory_and_order_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_LARGEST_BATCH", 2_000)
    texts = _texts(200)
    expected = _bytes(tmp_path, [_source(tmp_path, texts)], BuildOptions(min_documents=2))
    assert _bytes(tmp_path, [_source(tmp_path, texts)], BuildOptions(min_documents=2, workers=2)) == expected
    monkeypatch.setattr(building, "_BYTES_PER_KEY", 1 << 18)  # many small ranges
    assert (
        _bytes(tmp_path, [_source(tmp_path, texts)], BuildOptions(min_documents=2, memory=1 << 26))
        == expected
    )
    assert _bytes(tmp_path, [_source(tmp_path, texts[::-1])], BuildOptions(min_documents=2)) == expected


def test_titles_and_collocations_become_phrases(tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    texts = [
        ("Blood of state (film)", "blood of states"),
        ("", "immune system and immune system"),
        ("", "immune systems"),
    ]
    source.write_text("\n".join(json.dumps({"title": title, "text": text}) for title, text in texts))
    build([source], tmp_path / "x", options=BuildOptions(min_documents=1, collocation_documents=2))
    corpus = open_corpus(tmp_path / "x")
    assert corpus.known(["blood of state", "immune system", "state immune"]) == ["exact", "exact", "unseen"]
    assert corpus.count([frozenset({"immune system"})]) == [2]


def test_a_title_is_not_counted_as_text(tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text('{"title": "HIV", "text": "a virus"}\n\n{"text": "a virus"}')
    build([source], tmp_path / "x", options=BuildOptions(min_documents=1))
    assert open_corpus(tmp_path / "x").count([frozenset({"HIV"}), frozenset()]) == [0, 2]


def test_neither_texts_nor_titles_nor_rare_words_are_in_the_file(tmp_path: Path) -> None:
    texts = ["Canary sings of blood and virus", "virus blood", "blood virus state"]
    build([_source(tmp_path, texts)], tmp_path / "x", options=BuildOptions(min_documents=2))
    assert list(IndexFile(tmp_path / "x").dictionary) == ["blood", "virus"]


def test_the_manifest_names_sources_licence_and_options(tmp_path: Path) -> None:
    sources = [_source(tmp_path, _texts(30)), _source(tmp_path, _texts(20), "b.jsonl")]
    manifest = build(sources, tmp_path / "x", licence="CC0", options=BuildOptions(min_documents=3))
    assert IndexFile(tmp_path / "x").manifest == manifest
    assert [(source.name, source.documents) for source in manifest.sources] == [
        ("a.jsonl", 30),
        ("b.jsonl", 20),
    ]
    assert (manifest.licence, manifest.documents, manifest.options["min_documents"]) == ("CC0", 50, 3)


def test_sources_may_be_folders_dumps_and_compressed(tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("a virus")
    (folder / "deep" / "b.md").write_text("\ufeffviruses")
    (folder / "ignored.png").write_bytes(b"\xff")
    packed = tmp_path / "c.jsonl.gz"
    packed.write_bytes(gzip.compress(b'{"text": "virus"}\n{"text": "blood"}'))
    dump = tmp_path / "d.xml"
    dump.write_text(
        "<m><page><title>T</title><ns>0</ns><revision><text>[[virus]]</text></revision></page></m>"
    )
    build([folder, packed, dump], tmp_path / "x", options=BuildOptions(min_documents=1))
    assert open_corpus(tmp_path / "x").count([frozenset({"virus"}), frozenset()]) == [4, 5]


@pytest.mark.parametrize("line", ["{not json", "[1]", '{"title": "x"}', '{"text": 3}'])
def test_a_bad_line_is_named_or_counted(tmp_path: Path, line: str) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text('{"text": "virus"}\n' + line + '\n{"text": "virus"}\n')
    with pytest.raises(KnowledgeError, match=r"a\.jsonl, line 2: .*--skip-bad"):
        build([source], tmp_path / "x", options=BuildOptions(min_documents=1))
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]
    manifest = build([source], tmp_path / "x", options=BuildOptions(min_documents=1, skip_bad=True))
    assert (manifest.documents, manifest.sources[0].bad_records) == (2, 1)


def test_text_that_is_not_utf8_is_a_bad_record(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes(b"caf\xe9")
    with pytest.raises(KnowledgeError, match=r"in, file a\.txt: not UTF-8"):
        build([tmp_path / "in"], tmp_path / "x")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b"", "no document"),
        ("a.jsonl", b'{"text": "once"}', "no word is in 4 documents"),
        ("a.docx", b"x", "no source that can be read"),
        ("a.jsonl.gz", b"\x1f\x8b\x08\x00 cut", "damaged or cut short"),
        ("a.jsonl.xz", b"not xz", "damaged or cut short"),
        ("a.jsonl.bz2", b"not bz2", "damaged or cut short"),
        ("a.xml", b"<mediawiki><page>", "damaged or cut short"),
    ],
)
def test_a_source_that_gives_nothing_is_one_clear_error(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(KnowledgeError, match=message):
        build([tmp_path / name], tmp_path / "x")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_missing_sources_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="does not exist"):
        build([tmp_path / "a.jsonl"], tmp_path / "x")
    (tmp_path / "empty").mkdir()
    with pytest.raises(KnowledgeError, match="holds no text files"):
        build([tmp_path / "empty"], tmp_path / "x")
    with pytest.raises(KnowledgeError, match="can't be written"):
        build([_source(tmp_path, _texts(9))], tmp_path / "nowhere" / "x")
    with pytest.raises(KnowledgeError, match="is a folder"):
        build([_source(tmp_path, _texts(9))], tmp_path / "empty")


def test_a_full_disk_leaves_nothing_behind_and_an_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = _source(tmp_path, _texts(30)), tmp_path / "x.index"
    target.write_bytes(b"older")

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(building, "write_index", full)
    with pytest.raises(KnowledgeError, match="is full"):
        build([source], target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "x.index"]
    assert target.read_bytes() == b"older"


def test_an_interrupted_build_leaves_nothing_behind(tmp_path: Path) -> None:
    source = _source(tmp_path, _texts(30))

    def interrupt(step: Step) -> None:
        if step.stage == "counting":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build([source], tmp_path / "x.index", progress=interrupt)
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_word_counts_that_outgrow_memory_go_to_disk(tmp_path: Path) -> None:
    batches = []
    for number, text in enumerate(_texts(20)):
        batch = Batch(0, "a", "text", ["text"], [text.encode()])
        batches.append(spool((batch, tmp_path / f"{number}.npz"), skip_bad=False))
    spilled = frequent_words(batches, at_least=5, folder=tmp_path, memory=1)
    assert len(list(tmp_path.glob("words-*.txt"))) == sum(bool(text) for text in _texts(20))
    assert spilled == frequent_words(batches, at_least=5, folder=tmp_path, memory=1 << 30) != []


@pytest.mark.parametrize("wrong", [{"min_documents": 0}, {"workers": 0}, {"memory": 1}])
def test_options_without_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(KnowledgeError):
        BuildOptions(**wrong)  # type: ignore[arg-type]


def test_counts_agree_with_the_reference_on_a_larger_corpus(tmp_path: Path) -> None:
    texts = _texts(400)
    build(
        [_source(tmp_path, texts)],
        tmp_path / "x",
        options=BuildOptions(min_documents=1, collocation_documents=1),
    )
    corpus, reference = open_corpus(tmp_path / "x"), MemoryCorpus(texts)
    terms = [term for term in IndexFile(tmp_path / "x").dictionary if term]
    asked = [frozenset({term}) for term in terms]
    assert any(" " in term for term in terms)
    assert corpus.count(asked) == reference.count(asked)
