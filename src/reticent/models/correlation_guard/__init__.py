"""Semantic correlations: what the words left in clear say about the words removed."""

from reticent.models.correlation_guard.model import CorrelationGuard

__all__ = ["CorrelationGuard"]
