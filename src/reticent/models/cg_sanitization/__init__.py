"""(C, g(C))-sanitization: say in words what must not be inferred, and how much may be."""

from reticent.models.cg_sanitization.model import CgSanitization

__all__ = ["CgSanitization"]
