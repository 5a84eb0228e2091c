"""Policy files: what to look for, what to promise."""

from reticent.policy.section import DetectorSection, Kind, Kinds, Knowledge, ModelSection, Parts, Section

__all__ = ["DetectorSection", "Kind", "Kinds", "Knowledge", "ModelSection", "Parts", "Section"]
