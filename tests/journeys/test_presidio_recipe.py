"""What the how-to tells Presidio's users works: its analyzer, then the guard, then its anonymizer, for real."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

PAGE = (ROOT / "docs/how-to/guard-another-tool.md").read_text("utf-8")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
LETTER = (
    "The patient takes an antiretroviral drug against HIV. Her home is near the lake, and she can be reached at"
    " anna@example.org.\n"
)
BATCH = """
import json, sys
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine, PatternRecognizer
from presidio_analyzer.nlp_engine import NlpEngineProvider
models = [{"lang_code": "en", "model_name": sys.argv[1]}]
nlp = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models}).create_engine()
analyzer = AnalyzerEngine(nlp_engine=nlp, supported_languages=["en"])
analyzer.registry.add_recognizer(PatternRecognizer("DISEASE", deny_list=["HIV"]))
batch = BatchAnalyzerEngine(analyzer)
texts = json.load(open("texts.json"))
json.dump(batch.analyze_iterator(texts, language="en"), open("list.json", "w"), default=vars)
values = batch.analyze_dict({"age": 53, "notes": texts, "letter": texts[0]}, language="en")
json.dump(list(values), open("dict.json", "w"), default=vars)
"""
JOIN = """
import json, sys
from presidio_analyzer import DictAnalyzerResult
from presidio_anonymizer import BatchAnonymizerEngine
from presidio_anonymizer.entities import RecognizerResult
def results(given):
    return [results(each) if isinstance(each, list) else RecognizerResult.from_json(each) for each in given]
engine = BatchAnonymizerEngine()
out = {"list": engine.anonymize_list(json.load(open("texts.json")), results(json.load(open("guarded-list.json"))))}
rows = json.load(open("guarded-dict.json"))
out["dict"] = engine.anonymize_dict(
    [DictAnalyzerResult(each["key"], each["value"], results(each["recognizer_results"])) for each in rows]
)
json.dump(out, sys.stdout)
"""


@pytest.fixture(scope="module")
def python() -> str:
    """An interpreter that has Presidio: this one, or the one that RETICENT_PRESIDIO_PYTHON names."""
    named = os.environ.get("RETICENT_PRESIDIO_PYTHON")
    here = all(importlib.util.find_spec(each) for each in ("presidio_analyzer", "presidio_anonymizer"))
    if not named and not here:
        pytest.skip("Presidio is not installed: name an interpreter that has it as RETICENT_PRESIDIO_PYTHON")
    return named or sys.executable


@pytest.fixture
def place(python: str, tmp_path: Path) -> Path:
    for name, content in {**FILES, "batch.py": BATCH, "join.py": JOIN, "letter.txt": LETTER}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    _run(python, "-c", "import spacy; spacy.blank('en').to_disk('empty')", cwd=tmp_path)
    return tmp_path


def _run(*command: str, cwd: Path) -> str:
    quiet = {"PYTHONWARNINGS": "ignore", "PATH": os.environ["PATH"], "HOME": str(cwd)}
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, env=quiet, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _follow(line: str, python: str, place: Path) -> None:
    """Run one line of the recipe, with an empty model in the place of a large one."""
    command, _, into = line.replace("en_core_web_lg", "empty").partition(" > ")
    words = command.split()
    if words[0] == "reticent":
        done = reticent(*words[1:], cwd=place)
        assert done.returncode == 0, done.stderr
    else:
        (place / into).write_text(_run(python, *words[1:], cwd=place), encoding="utf-8")


def test_the_recipe_releases_what_neither_half_of_presidio_would(python: str, place: Path) -> None:
    for line in FILES["recipe.sh"].strip().splitlines():
        _follow(line, python, place)
    found = json.loads((place / "found.json").read_text("utf-8"))
    guarded = json.loads((place / "guarded.json").read_text("utf-8"))
    assert {each["entity_type"] for each in found} >= {"DISEASE", "EMAIL_ADDRESS"}
    assert guarded[: len(found)] == found
    assert {each["entity_type"] for each in guarded[len(found) :]} == {"REMOVED"}
    released = (place / "released.txt").read_text("utf-8")
    assert not re.search("HIV|antiretroviral|anna", released)
    assert "<DISEASE>" in released
    assert "lake" in released


def test_batches_and_dictionaries_come_back_in_their_shapes(python: str, place: Path) -> None:
    texts = [LETTER, "Nothing is said here.", "Antiretroviral therapy for HIV helped."]
    (place / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    lines = [json.dumps({"id": str(number), "text": text}) for number, text in enumerate(texts)]
    (place / "texts.jsonl").write_text("\n".join(lines), encoding="utf-8")
    _run(python, "batch.py", "empty", cwd=place)
    for name, files in (("list", ["texts.jsonl"]), ("dict", [])):
        options = ["--threshold", "6", "-o", f"guarded-{name}.json"]
        done = reticent("guard", "--masks", f"{name}.json", *files, *options, cwd=place)
        assert done.returncode == 0, done.stderr
    out = json.loads(_run(python, "join.py", cwd=place))
    assert not re.search("HIV|ntiretroviral", json.dumps(out))
    assert out["list"][1] == texts[1]
    assert out["dict"]["notes"] == out["list"]
    assert out["dict"]["age"] in (53, "53")
