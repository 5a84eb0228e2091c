"""Redaction: nothing that the given detectors find is left."""

from reticent.models.redaction.dates import DATE_KINDS, DateMode, DateRule
from reticent.models.redaction.model import NAME, Redaction

__all__ = ["DATE_KINDS", "NAME", "DateMode", "DateRule", "Redaction"]
