"""reticent releases documents that keep their secrets."""

from reticent.text import Document, Mention, Span

__version__ = "0.1.0"

__all__ = ["Document", "Mention", "Span", "__version__"]
