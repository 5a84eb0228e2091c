"""From a policy to the detectors and models that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reticent.detection.detector import Detector
from reticent.detection.patterns import Patterns, load_patterns, patterns
from reticent.detection.word_list import WordList
from reticent.errors import PolicyError
from reticent.knowledge.entities import SERVERS, open_entities
from reticent.models.k_safety import model as k_safety
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.policy.schema import KSafetySection, PatternsSection, Policy, RedactionSection, WordsSection
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
    asked = any(section.generalize or getattr(section, "synonyms", False) for section in policy.models)
    taxonomy = in_order(*(_taxonomy(name, folder) for name in policy.taxonomies)) if asked else None
    models = tuple(_model(section, detectors, taxonomy, folder) for section in policy.models)
    kinds = {kind for detector in detectors for kind in detector.kinds}
    if any(section.type == "k-safety" for section in policy.models):
        kinds.add(k_safety.KIND)
    return Assembly(models, frozenset(kinds))


def _model(
    section: RedactionSection | KSafetySection,
    detectors: tuple[Detector, ...],
    taxonomy: Taxonomy | None,
    folder: Path,
) -> PrivacyModel:
    if isinstance(section, RedactionSection):
        return Redaction(detectors, taxonomy=taxonomy if section.generalize else None)
    server = section.database.startswith(SERVERS)
    database = open_entities(section.database if server else folder / section.database)
    return k_safety.KSafety(
        database,
        section.protected,
        section.k,
        categories=section.categories,
        cleared=None if section.reader is None else database.clearance(section.reader),
        generalize=taxonomy if section.generalize else None,
        synonyms=taxonomy if section.synonyms else None,
        effort=section.effort,
    )


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
