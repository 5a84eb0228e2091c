"""Indistinct: a reader of the whole text can't tell what is hidden from k other things that it might be."""

from reticent.models.indistinct.model import Indistinct

__all__ = ["Indistinct"]
