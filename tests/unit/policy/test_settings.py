"""A setting is declared once: what a model takes for granted is what its settings class says."""

import inspect
from typing import Any

import pytest
from pydantic_core import PydanticUndefined

import reticent
from reticent.detection.names import names
from reticent.detection.presidio import load_presidio, load_spacy
from reticent.detection.word_list import WordList
from reticent.policy.registry import ATTACKERS, DETECTORS, MODELS, Registry, type_of

BUILT_BY = [
    (MODELS, "cg-sanitization", reticent.CgSanitization),
    (MODELS, "correlation-guard", reticent.CorrelationGuard),
    (MODELS, "indistinct", reticent.Indistinct),
    (MODELS, "k-safety", reticent.KSafety),
    (MODELS, "t-plausibility", reticent.TPlausibility),
    (DETECTORS, "names", names),
    (DETECTORS, "words", WordList),
    (DETECTORS, "presidio", load_presidio),
    (DETECTORS, "spacy", load_spacy),
]
SWITCHES = {"generalize", "synonyms", "believable"}
"""What a section switches on and a constructor takes as a taxonomy or a corpus."""


@pytest.mark.parametrize(("registry", "name", "built"), BUILT_BY, ids=[name for _, name, _ in BUILT_BY])
def test_a_default_is_the_same_in_a_policy_and_in_python(registry: Registry, name: str, built: Any) -> None:
    section = registry.find(name)
    assert section is not None
    in_python = inspect.signature(built).parameters
    compared = 0
    for key, field in section.model_fields.items():
        if key not in in_python or key in SWITCHES or field.default is PydanticUndefined:
            continue
        default = in_python[key].default
        if default is inspect.Parameter.empty:
            continue
        if isinstance(field.default, list | dict):  # an empty one is written in several ways
            assert not field.default
            assert repr(default) in {"<factory>", "()", "[]", "{}", "None"}
        else:
            assert default == field.default, key
        compared += 1
    assert compared


@pytest.mark.parametrize("registry", [DETECTORS, MODELS, ATTACKERS], ids=lambda each: each.group)
def test_every_part_that_ships_is_found_under_its_type_and_every_key_has_a_help_sentence(
    registry: Registry,
) -> None:
    for name in registry.shipped:
        section = registry.find(name)
        assert type_of(section) == name
        assert section is not None
        assert section.__doc__
        for key, field in section.model_fields.items():
            assert field.description or key == "type", f"{name}.{key}"
