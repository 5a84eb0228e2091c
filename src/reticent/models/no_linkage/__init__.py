"""No linkage: no run of words and no few rare words of a release lead to fewer than K originals of a declared collection."""

from reticent.models.no_linkage.model import NoLinkage

__all__ = ["NoLinkage"]
