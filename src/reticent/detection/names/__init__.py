"""The name tagger: people, places, organizations and other names in English text."""

from reticent.detection.names.names import LanguageWarning, Names, names

__all__ = ["LanguageWarning", "Names", "names"]
