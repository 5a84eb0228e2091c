import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reticent.knowledge.corpus.postings import bitmap, decode_documents, documents_in, encode_documents

SETS = st.integers(1, 300_000).flatmap(
    lambda size: st.tuples(st.just(size), st.sets(st.integers(0, size - 1), min_size=1, max_size=60))
)


@given(SETS)
def test_a_set_is_read_back_as_it_was(drawn: tuple[int, set[int]]) -> None:
    size, chosen = drawn
    docs = np.array(sorted(chosen), dtype=np.uint32)
    data = np.frombuffer(encode_documents(docs, size), dtype=np.uint8)
    assert decode_documents(data, len(docs), size).tolist() == docs.tolist()


@given(SETS)
def test_a_bitmap_holds_the_same_documents(drawn: tuple[int, set[int]]) -> None:
    docs = np.array(sorted(drawn[1]), dtype=np.uint32)
    assert documents_in(bitmap(docs)).tolist() == docs.tolist()


def test_dense_sets_take_a_bit_a_document_and_come_back() -> None:
    docs = np.flatnonzero(np.arange(200_000) % 3).astype(np.uint32)
    data = np.frombuffer(encode_documents(docs, 200_000), dtype=np.uint8)
    assert len(data) <= 200_000 // 8 + 1
    assert (documents_in(bitmap(decode_documents(data, len(docs), 200_000))) == docs).all()


def test_random_sets_are_within_a_fiftieth_of_their_entropy() -> None:
    random = np.random.default_rng(7)
    for count in (100, 1_000, 5_000, 20_000, 60_000):
        docs = np.sort(random.choice(226_340, count, replace=False)).astype(np.uint32)
        share = count / 226_340
        entropy = -226_340 * (share * np.log2(share) + (1 - share) * np.log2(1 - share))
        assert 8 * len(encode_documents(docs, 226_340)) < 1.02 * entropy
