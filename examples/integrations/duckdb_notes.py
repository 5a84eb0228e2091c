"""Release texts inside DuckDB, as a function of SQL: `python duckdb_notes.py notes.csv released.csv`."""

import sys

import duckdb

from reticent import open_policy


def connect() -> duckdb.DuckDBPyConnection:
    """A connection with the SQL function `release(text)`; a text that can't be released ends the query."""
    policy = open_policy("health")
    connection = duckdb.connect()
    connection.create_function("release", lambda text: policy.sanitize(text).text, ["VARCHAR"], "VARCHAR")
    return connection


if __name__ == "__main__":
    source, target = sys.argv[1:]
    relation = connect().read_csv(source).project("* REPLACE (release(note) AS note)")
    relation.write_csv(target, header=True)
