"""From a detector's section of a policy to the detector."""

from __future__ import annotations

from pathlib import Path

from reticent.detection.detector import Detector
from reticent.detection.patterns import Patterns, load_patterns, patterns
from reticent.detection.word_list import WordList
from reticent.policy import stores
from reticent.policy.schema import (
    DetectorSection,
    InformativenessSection,
    NamesSection,
    PatternsSection,
    WordsSection,
)


def detector(section: DetectorSection, folder: Path) -> Detector:
    """The detector that a section describes; files are relative to `folder`."""
    if isinstance(section, NamesSection):
        return _names(section)
    if isinstance(section, InformativenessSection):
        return _informativeness(section, folder)
    if isinstance(section, WordsSection):
        listed = stores.word_list(section.file, folder) if section.file else []
        return WordList([*section.words, *listed], kind=section.kind)
    return _patterns(section, folder)


def _names(section: NamesSection) -> Detector:
    from reticent.detection.names import names  # its model loads with it

    return names(
        section.setting,
        kinds=section.kinds,
        at_least=section.at_least,
        allow=section.allow,
        deny=section.deny,
    )


def _informativeness(section: InformativenessSection, folder: Path) -> Detector:
    from reticent.detection.informativeness import Informativeness, countable_terms

    bound = float(section.bound)
    return Informativeness(stores.corpus(section.knowledge, folder), countable_terms, bound, section.kind)


def _patterns(section: PatternsSection, folder: Path) -> Patterns:
    if section.file is None:
        return patterns(section.kinds)
    return load_patterns(folder / section.file, section.kinds)
