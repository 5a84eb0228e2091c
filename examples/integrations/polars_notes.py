"""Release a column of a polars frame, lazily: `python polars_notes.py notes.csv released.csv`."""

import sys

import polars as pl

from reticent import open_policy
from reticent.usecases.dataframes import sanitize_expression


def release(notes: pl.LazyFrame) -> pl.LazyFrame:
    """The frame with its column `note` released; nothing is read before the result is."""
    return notes.with_columns(sanitize_expression(pl.col("note"), open_policy("health")))


if __name__ == "__main__":
    release(pl.scan_csv(sys.argv[1])).collect().write_csv(sys.argv[2])
