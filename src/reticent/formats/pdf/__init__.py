"""PDF: glyphs leave the page, everything that isn't page content leaves the file."""
