"""Texts and the places in them."""

from reticent.text.document import Document
from reticent.text.mention import Mention
from reticent.text.span import Span, merged

__all__ = ["Document", "Mention", "Span", "merged"]
