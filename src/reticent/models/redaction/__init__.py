"""Redaction: nothing that the given detectors find is left."""

from reticent.models.redaction._dates import DateMode, DateRule
from reticent.models.redaction.model import NAME, Redaction

__all__ = ["NAME", "DateMode", "DateRule", "Redaction"]
