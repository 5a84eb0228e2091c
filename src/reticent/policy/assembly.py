"""From a policy to the detectors and models that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reticent.detection.detector import Detector
from reticent.detection.patterns import Patterns, load_patterns, patterns
from reticent.detection.word_list import WordList
from reticent.errors import PolicyError
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.policy.schema import PatternsSection, Policy, WordsSection
from reticent.taxonomy import Taxonomy, in_order, read_obo, read_table, wordnet

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


def assemble(policy: Policy, folder: Path) -> Assembly:
    """The models of a policy; files that it names are relative to `folder`."""
    detectors = tuple(_detector(section, folder) for section in policy.detectors)
    asked = any(section.generalize for section in policy.models)
    taxonomy = in_order(*(_taxonomy(name, folder) for name in policy.taxonomies)) if asked else None
    models = tuple(
        Redaction(detectors, taxonomy=taxonomy if section.generalize else None) for section in policy.models
    )
    return Assembly(models, frozenset(kind for detector in detectors for kind in detector.kinds))


def _detector(section: PatternsSection | WordsSection, folder: Path) -> Detector:
    if isinstance(section, WordsSection):
        return WordList([*section.words, *_listed(section.file, folder)], kind=section.kind)
    return _patterns(section, folder)


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
