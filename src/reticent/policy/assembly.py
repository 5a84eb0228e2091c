"""From a policy to the detectors and models that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reticent.detection.detector import Detector
from reticent.detection.patterns import Patterns, load_patterns, patterns
from reticent.detection.word_list import WordList
from reticent.errors import PolicyError
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.policy.schema import (
    CgSanitizationSection,
    DetectorSection,
    NamesSection,
    PatternsSection,
    Policy,
    WordsSection,
)
from reticent.taxonomy import Taxonomy, in_order, read_obo, read_table, wordnet
from reticent.text import Document

if TYPE_CHECKING:
    from reticent.models.cg_sanitization import CgSanitization

_READERS: dict[str, Callable[[Path], Taxonomy]] = {
    ".obo": read_obo,
    ".csv": read_table,
    ".tsv": read_table,
}


@dataclass(frozen=True, slots=True)
class Assembly:
    """What a policy comes to: its models in order, and every kind that a placeholder of theirs can name."""

    models: tuple[PrivacyModel, ...]
    kinds: frozenset[str]

    def models_for(self, document: Document) -> tuple[PrivacyModel, ...]:
        """The models with `document` left out of what they count, in case their corpus holds it itself."""
        leave_out = [getattr(model, "excluding", None) for model in self.models]
        return tuple(
            excluding(document) if excluding else model
            for model, excluding in zip(self.models, leave_out, strict=True)
        )


def assemble(policy: Policy, folder: Path) -> Assembly:
    """The models of a policy; files that it names are relative to `folder`."""
    detectors = tuple(_detector(section, folder) for section in policy.detectors)

    @cache
    def taxonomy() -> Taxonomy:
        return in_order(*(_taxonomy(name, folder) for name in policy.taxonomies))

    models: list[PrivacyModel] = []
    kinds = {kind for detector in detectors for kind in detector.kinds}
    for section in policy.models:
        if isinstance(section, CgSanitizationSection):
            model = _cg_sanitization(section, taxonomy(), folder)
            models.append(model)
            kinds |= model.kinds
        else:
            models.append(Redaction(detectors, taxonomy=taxonomy() if section.generalize else None))
    return Assembly(tuple(models), frozenset(kinds))


def _cg_sanitization(section: CgSanitizationSection, taxonomy: Taxonomy, folder: Path) -> CgSanitization:
    from reticent.knowledge import open_corpus  # numpy loads with it
    from reticent.models.cg_sanitization import CgSanitization

    return CgSanitization(
        {entity: general or None for entity, general in section.protect.items()},
        corpus=open_corpus(*(folder / name for name in section.knowledge)),
        taxonomy=taxonomy,
        aliases=section.aliases,
        max_group=section.max_group,
        context=section.context,
        counting=section.counting,
        evidence=section.evidence,
        min_support=section.min_support,
        unseen=section.unseen,
    )


def _detector(section: DetectorSection, folder: Path) -> Detector:
    if isinstance(section, NamesSection):
        return _names(section)
    if isinstance(section, WordsSection):
        return WordList([*section.words, *_listed(section.file, folder)], kind=section.kind)
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


def _patterns(section: PatternsSection, folder: Path) -> Patterns:
    if section.file is None:
        return patterns(section.kinds)
    return load_patterns(folder / section.file, section.kinds)


def _listed(file: str | None, folder: Path) -> list[str]:
    """The entries of a word list file; blank lines and lines that start with # are left out."""
    if file is None:
        return []
    try:
        lines = (folder / file).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise PolicyError(f"the word list {folder / file} can't be read as UTF-8: check the path") from None
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _taxonomy(name: str, folder: Path) -> Taxonomy:
    if name == "wordnet":
        return wordnet()
    suffixes = [suffix for suffix in Path(name).suffixes if suffix in _READERS]
    if not suffixes:
        raise PolicyError(f"taxonomies: '{name}' is neither 'wordnet' nor an .obo, .csv or .tsv file")
    return _READERS[suffixes[-1]](folder / name)
