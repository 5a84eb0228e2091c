"""A corpus in the full-text search of a PostgreSQL server: counts are what its GIN index finds.

`fill_corpus` reads texts once and stores of each document which terms it holds, as a `tsvector` of our own normal forms: neither the texts
nor the order of their words. A corpus that was filled is opened by the choice "postgres:postgresql://user@host/database".
"""

from __future__ import annotations

import hashlib
import weakref
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from reticent.errors import KnowledgeError, MissingExtraError
from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexEntry, IndexSource, Manifest
from reticent.knowledge.corpus.terms import distinct_counted, words_of

if TYPE_CHECKING:
    import psycopg

_TABLES = """
CREATE SCHEMA IF NOT EXISTS reticent;
DROP TABLE IF EXISTS reticent.corpus, reticent.corpus_document, reticent.corpus_term;
CREATE TABLE reticent.corpus (fingerprint text NOT NULL, documents bigint NOT NULL);
CREATE TABLE reticent.corpus_document (number bigint NOT NULL, words bigint NOT NULL, terms tsvector NOT NULL);
CREATE TABLE reticent.corpus_term (term text PRIMARY KEY, documents bigint NOT NULL);
"""
_INDEX = "CREATE INDEX corpus_document_terms ON reticent.corpus_document USING gin (terms)"
_TERMS_KEPT = 1 << 14
"""Sets of documents that are kept: those of the terms of many documents, most of which are small. Chosen by hand."""
_CONNECT_WAIT = 5
"""Seconds to wait for a server: chosen by hand, since one that is there answers within one."""
_LONGEST = 2000
"""Bytes of a term, of which a lexeme can have 2,046."""


def fill_corpus(
    address: str, texts: Iterable[str], *, phrases: Collection[str] = (), min_documents: int = 1
) -> int:
    """Count texts into the tables of a server, in place of those that are there; the number of documents.

    `phrases` are normal forms of several words that get counts of their own; what fewer than `min_documents` hold has none. All is
    one transaction.
    """
    listed = [f" {phrase} " for phrase in dict.fromkeys(phrases)]
    with _connect(address) as connection, connection.transaction(), connection.cursor() as cursor:
        for statement in filter(str.strip, _TABLES.split(";")):
            cursor.execute(statement)
        held: Counter[str] = Counter()
        content = hashlib.sha256()
        cursor.execute("CREATE TEMPORARY TABLE held (number bigint, term text) ON COMMIT DROP")
        number = -1
        with cursor.copy("COPY held (number, term) FROM STDIN") as copy:
            for number, text in enumerate(texts):
                words = words_of(text)
                content.update(" ".join(words).encode("utf-8", "surrogatepass") + b"\n")
                running = f" {' '.join(words)} "
                found = {*distinct_counted(words), *(each[1:-1] for each in listed if each in running)}
                for term in filter(_can_be_stored, found):
                    held[term] += 1
                    copy.write_row((number, term))
        with cursor.copy("COPY reticent.corpus_term FROM STDIN") as copy:
            for term, documents in sorted(held.items()):
                if documents >= min_documents:
                    copy.write_row((term, documents))
        cursor.execute(
            "INSERT INTO reticent.corpus_document SELECT number, count(*) FILTER (WHERE position(' ' IN term) = 0),"
            " array_to_tsvector(array_agg(term)) FROM held JOIN reticent.corpus_term USING (term) GROUP BY number"
        )
        cursor.execute(_INDEX)
        cursor.execute(
            "INSERT INTO reticent.corpus VALUES (%s, %s)", (f"sha256:{content.hexdigest()}", number + 1)
        )
    return number + 1


def open_postgres(address: str) -> IndexCorpus:
    """The corpus that a server holds."""
    return IndexCorpus([PostgresIndex(address)])


class PostgresIndex:
    """What an index file answers, asked of a server; answers are kept a while."""

    weight = 1

    def __init__(self, address: str) -> None:
        """Look at what was counted; a KnowledgeError says what is missing."""
        self._address = address
        found = self._ask("SELECT fingerprint, documents FROM reticent.corpus")
        if len(found) != 1:
            raise KnowledgeError("the PostgreSQL database holds no corpus: fill it with fill_corpus")
        self.fingerprint, self.documents = str(found[0][0]), int(found[0][1])
        self._bitmaps: dict[str, BitMap | None] = {}
        self._entries: dict[str, IndexEntry | None] = {}

    def __reduce__(self) -> tuple[Callable[[str], PostgresIndex], tuple[str]]:
        """Travels to other processes as its address."""
        return PostgresIndex, (self._address,)

    def __repr__(self) -> str:
        return f"PostgresIndex({self.documents} documents, {self.fingerprint[:15]}…)"

    @property
    def manifest(self) -> Manifest:
        """What the counts say about themselves."""
        source = IndexSource("PostgreSQL", self.documents)
        return Manifest((source,), "", self.documents, "", {})

    def entry(self, term: str) -> IndexEntry | None:
        """How many documents hold a term; None when it has no count of its own."""
        if term not in self._entries:
            self._make_room(self._entries)
            known = _can_be_stored(term)
            rows = (
                self._ask("SELECT documents FROM reticent.corpus_term WHERE term = %s", term) if known else []
            )
            self._entries[term] = IndexEntry(int(rows[0][0]), 0, 0) if rows else None
        return self._entries[term]

    def bitmap(self, term: str) -> BitMap | None:
        """The documents that hold a term, not to be changed; None when it has no count of its own."""
        if term not in self._bitmaps:
            self._make_room(self._bitmaps)
            self._bitmaps[term] = self._find_documents(term) if self.entry(term) else None
        return self._bitmaps[term]

    def occurrences(self, term: str) -> int | None:
        """Nothing: which documents hold a term is all that is stored."""

    @property
    def dictionary(self) -> Iterator[str]:
        """Every term with a count of its own."""
        return (str(term) for (term,) in self._ask("SELECT term FROM reticent.corpus_term"))

    @cached_property
    def word_counts(self) -> NDArray[np.uint32]:
        """How many distinct counted words each document has: by them a document is recognized."""
        counts = np.zeros(self.documents, np.uint32)
        for number, words in self._ask("SELECT number, words FROM reticent.corpus_document"):
            counts[number] = words
        return counts

    def _find_documents(self, term: str) -> BitMap:
        lexeme = term.replace("\\", "\\\\").replace("'", "''")
        query = "SELECT number FROM reticent.corpus_document WHERE terms @@ %s::tsquery"
        return BitMap([number for (number,) in self._ask(query, f"'{lexeme}'")])

    def _make_room(self, kept: dict[str, Any]) -> None:
        if len(kept) >= _TERMS_KEPT:
            kept.clear()

    def _ask(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with _explain_errors():
            return self._connection.execute(query, values).fetchall()

    @cached_property
    def _connection(self) -> psycopg.Connection[Any]:
        connection = _connect(self._address)
        weakref.finalize(self, connection.close)
        return connection


def _can_be_stored(term: str) -> bool:
    """Whether a server can hold a term: no null, no half of a character, and not endless."""
    return (
        "\0" not in term
        and len(term.encode("utf-8", "ignore").decode()) == len(term)
        and len(term.encode()) <= _LONGEST
    )


def _connect(address: str) -> psycopg.Connection[Any]:
    try:
        import psycopg
    except ImportError:
        raise MissingExtraError("postgres", "a corpus in PostgreSQL") from None
    with _explain_errors():
        return psycopg.connect(address, autocommit=True, connect_timeout=_CONNECT_WAIT)


@contextmanager
def _explain_errors() -> Iterator[None]:
    """What PostgreSQL complains about, as an error that says what to do and quotes neither terms nor passwords."""
    import psycopg

    try:
        yield
    except psycopg.errors.UndefinedTable:
        raise KnowledgeError("the PostgreSQL database holds no corpus: fill it with fill_corpus") from None
    except psycopg.Error as error:
        code = f" (SQLSTATE {error.sqlstate})" if error.sqlstate else ""
        raise KnowledgeError(
            f"the PostgreSQL database can't be reached or asked{code}: check that the server runs, and the address;"
            " a password that is not in it is taken from PGPASSWORD or from a password file"
        ) from None
