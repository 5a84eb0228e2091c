"""Glyphs leave a page, labels take their place."""
