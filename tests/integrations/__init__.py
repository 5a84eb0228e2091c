"""Other tools with reticent inside, as the examples show it."""
