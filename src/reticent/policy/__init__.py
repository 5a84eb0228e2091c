"""Policy files: what to look for, what to promise."""

from reticent.models.settings import Parts
from reticent.policy.registry import DetectorSection, ModelSection
from reticent.settings.section import Kind, Kinds, Knowledge, Section

__all__ = ["DetectorSection", "Kind", "Kinds", "Knowledge", "ModelSection", "Parts", "Section"]
