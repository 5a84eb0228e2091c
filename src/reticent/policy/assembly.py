"""From a policy to the detectors and models that it names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reticent.detection.detector import Detector
from reticent.detection.patterns import Patterns, load_patterns, patterns
from reticent.detection.word_list import WordList
from reticent.errors import ModelError, PolicyError
from reticent.models.greedy_sanitize.model import GreedySanitize
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.policy.reading import default_policy, read_policy
from reticent.policy.schema import (
    GreedySanitizeSection,
    PatternsSection,
    Policy,
    RedactionSection,
    WordsSection,
)
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


@dataclass(frozen=True, slots=True)
class Recipe:
    """The files that an assembly is made from, so that another process can make the same."""

    policy: Path | None = None
    model: Path | None = None

    def assembled(self) -> Assembly:
        """The models of the policy, then the trained one; the default policy only where neither is named."""
        if self.model is None:
            return _of_policy(self.policy)
        trained = load_model(self.model)
        models = _of_policy(self.policy) if self.policy else Assembly((), frozenset())
        return Assembly((*models.models, trained), models.kinds | trained.kinds)

    @property
    def fingerprint(self) -> str:
        """A hash of everything that is promised, with what it is relative to."""
        promises = [
            (each.promise.model, each.promise.statement, sorted(each.promise.relative_to.items()))
            for each in self.assembled().models
        ]
        return "sha256:" + hashlib.sha256(repr(promises).encode()).hexdigest()


def load_model(path: Path) -> GreedySanitize:
    """The trained model in a file; a ModelError names the file and what is wrong with it."""
    from reticent.models.greedy_sanitize.storing import from_bytes

    try:
        return from_bytes(path.read_bytes())
    except OSError as error:
        raise ModelError(f"the model {path} can't be read: {error.strerror}") from None
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None


def _of_policy(policy: Path | None) -> Assembly:
    if policy is None:
        return assemble(default_policy(), Path())
    return assemble(read_policy(policy), policy.parent)


def assemble(policy: Policy, folder: Path) -> Assembly:
    """The models of a policy; files that it names are relative to `folder`."""
    detectors = tuple(_detector(section, folder) for section in policy.detectors)
    asked = any(isinstance(section, RedactionSection) and section.generalize for section in policy.models)
    taxonomy = in_order(*(_taxonomy(name, folder) for name in policy.taxonomies)) if asked else None
    models = tuple(_model(section, detectors, taxonomy, folder) for section in policy.models)
    learned = [model.kinds for model in models if isinstance(model, GreedySanitize)]
    return Assembly(models, frozenset().union(*(each.kinds for each in detectors), *learned))


def _model(
    section: RedactionSection | GreedySanitizeSection,
    detectors: tuple[Detector, ...],
    taxonomy: Taxonomy | None,
    folder: Path,
) -> PrivacyModel:
    if isinstance(section, GreedySanitizeSection):
        return load_model(folder / section.file)
    return Redaction(detectors, taxonomy=taxonomy if section.generalize else None)


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
