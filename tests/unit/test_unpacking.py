"""A packed file is read as it is, and one that grows out of all proportion is refused before it does harm."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import InputError, KnowledgeError, TaxonomyError
from reticent.files.unpacking import PACKED, Limits, open_packed
from reticent.knowledge.corpus.indexing.sources import batches
from reticent.knowledge.taxonomy import read_obo

PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
    ".GZ": gzip.compress,
    ".txt": bytes,
}
BOMB = gzip.compress(bytes(60_000_000))


@given(st.binary(max_size=3000), st.sampled_from(sorted(PACK)))
def test_what_was_packed_comes_back(content: bytes, suffix: str) -> None:
    with open_packed(BytesIO(PACK[suffix](content)), suffix, name="f") as stream:
        assert stream.read() == content


def test_lines_come_one_by_one() -> None:
    with open_packed(BytesIO(gzip.compress(b"a\nb\n")), ".gz", name="f") as stream:
        assert list(stream) == [b"a\n", b"b\n"]


@pytest.mark.parametrize("suffix", sorted(PACKED))
def test_a_file_that_grows_too_much_is_refused_with_the_way_out(suffix: str) -> None:
    packed = PACK[suffix](bytes(30_000_000))
    with (
        open_packed(BytesIO(packed), suffix, name="big" + suffix) as stream,
        pytest.raises(
            InputError, match=rf"'big\{suffix}' unpacks to more than 200 times its size.*unpack it yourself"
        ),
    ):
        stream.read()


def test_a_size_in_all_can_be_set() -> None:
    limits = Limits(size=2_000_000)
    with (
        open_packed(BytesIO(gzip.compress(bytes(3_000_000))), ".gz", name="f", limits=limits) as stream,
        pytest.raises(InputError, match="more than 2 MB"),
    ):
        stream.read()


def test_ordinary_text_is_far_below_the_limits() -> None:
    content = b"".join(b"term %d is a kind of term %d\n" % (number, number // 2) for number in range(700_000))
    with open_packed(BytesIO(gzip.compress(content, 1)), ".gz", name="f") as stream:
        assert len(stream.read()) == len(content) > Limits().small


def test_a_taxonomy_that_grows_too_much_is_refused_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "big.obo.gz"
    path.write_bytes(BOMB)
    tracemalloc.start()
    with pytest.raises(TaxonomyError, match=r"big.obo.gz' unpacks to more than 200 times"):
        read_obo(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 50_000_000


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.txt.gz", "a.xml.gz"])
def test_a_source_of_a_corpus_that_grows_too_much_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(BOMB if "xml" not in name else gzip.compress(b"<mediawiki>" + b" " * 60_000_000))
    with pytest.raises(KnowledgeError, match="unpack it yourself"):
        list(batches([path], size=1_000_000))
