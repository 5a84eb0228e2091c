"""The text of a PDF, with the glyphs that show each character of it."""
