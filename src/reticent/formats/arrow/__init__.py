"""Binary tables: Parquet and Arrow, rebuilt from plain arrays, with the rules of CSV for every column."""
