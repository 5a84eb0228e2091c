"""Tables in text: CSV and TSV, with a rule for every column."""
