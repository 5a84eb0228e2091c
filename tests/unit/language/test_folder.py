"""What `build_language` finds in a folder, and what it refuses."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.spoken import OTHERS, samples
from tests.toy_language import TOY

from reticent.language import Language, find_language
from reticent.language.folder import build_language


class _Tagger:
    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        return [["NN"] * len(sentence) for sentence in sentences]


Folder = Callable[[dict[str, bytes]], str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    def write(data: dict[str, bytes]) -> str:
        package = tmp_path / "spoken_here"
        (package / "data").mkdir(parents=True)
        (package / "__init__.py").write_text("")
        for name, content in data.items():
            (package / "data" / name).write_bytes(content)
        return "spoken_here"

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "spoken_here", raising=False)
    return write


def build(package: str, **others: object) -> Language:
    return build_language(package, code="qty", name="Here", tagger=_Tagger, **others)  # type: ignore[arg-type]


WORDS = b"stop_words: lo mu\n\n[names]\ntitles: trz\n\n[common]\nunits: mel\nshorthand: bq\n"


def test_a_folder_with_words_alone_is_a_language(folder: Folder) -> None:
    language = build(folder({"words.txt": WORDS}))
    assert language.stop_words == {"lo", "mu"}
    assert language.names.titles == {"trz"}
    assert (language.name_tagger, language.package) == ("", "spoken_here")
    assert not language.common.is_ordinary("granda")


def test_files_are_found_by_their_names(folder: Folder) -> None:
    files = {
        "words.txt": WORDS,
        "people-words.txt": b"kin: Patru\n",
        "common-words.txt.gz": gzip.compress(b"granda\nvirk", mtime=0),
        "names.bin": b"",
    }
    language = build(folder(files), lemma=lambda word: word.removesuffix("wek"))
    assert language.name_tagger == "spoken_here"
    assert language.names.kin == {"patru"}
    assert language.common.everyday() == {"granda", "virk"}
    ordinary = [language.common.is_ordinary(word) for word in ("Virk", "3mel", "3mel/mel", "bq", "1985", "%")]
    assert all(ordinary)
    assert not language.common.is_ordinary("oltu")
    assert language.common.is_common_in_small_letters("virk")


def test_what_nothing_is_called_by_is_refused(folder: Folder) -> None:
    package = folder({"words.txt": WORDS + b"[nouns]\nplian: besto\n"})
    with pytest.raises(TypeError, match="plian"):
        build(package)


@pytest.mark.parametrize("rules", [{"gramar": {}}, {"grammar": {"plurals": str}}])
def test_a_rule_for_no_part_or_field_is_refused(folder: Folder, rules: dict[str, dict[str, object]]) -> None:
    with pytest.raises(TypeError, match=r"gramar|plurals"):
        build(folder({"words.txt": WORDS}), rules=rules)


@pytest.mark.parametrize("code", OTHERS)
def test_ordinary_words_of_languages(code: str) -> None:
    is_ordinary = find_language(code).common.is_ordinary
    assert all(map(is_ordinary, samples(code)["ordinary"]))
    assert not any(map(is_ordinary, samples(code)["telling"]))


def test_the_toy_language_is_built_from_its_folder() -> None:
    assert TOY.package == "tests.toy_language"
    assert TOY.stop_words == {"lo", "zi", "ka", "mu"}
    assert TOY.grammar.definite_article == "lo"
