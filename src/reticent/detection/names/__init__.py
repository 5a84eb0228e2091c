"""The name tagger: people, places, organizations and other names in English text."""

from reticent.detection.names.names import Names, names

__all__ = ["Names", "names"]
