"""Presidio's analyzer over HTTP, for the environment with Presidio: nothing of reticent is loaded here.

Its package has no server, so this is one with the same answer to /analyze. `PRESIDIO_MODEL` names a spaCy model; without
one, an empty model leaves the recognizers that are expressions. `find` reads texts, a JSON string a line, and writes a
list of [start, end, kind] for each.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any


def build_engine(model: str | None) -> Any:
    """An analyzer for English."""
    import spacy
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    if model is None:
        model = tempfile.mkdtemp()
        spacy.blank("en").to_disk(model)
    configuration = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
    engine = NlpEngineProvider(nlp_configuration=configuration).create_engine()
    return AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])


def create_app() -> Any:
    """The application, for a WSGI server."""
    from flask import Flask, Response, request

    app = Flask(__name__)
    engine = build_engine(os.environ.get("PRESIDIO_MODEL"))

    def analyze() -> Any:
        asked = request.get_json()
        found = engine.analyze(text=asked["text"], language=asked["language"])
        rows = [
            {"entity_type": each.entity_type, "start": each.start, "end": each.end, "score": each.score}
            for each in found
        ]
        return Response(json.dumps(rows), content_type="application/json")

    app.post("/analyze")(analyze)
    return app


def find() -> None:
    """Read all texts, and write what is found in each."""
    engine = build_engine(os.environ.get("PRESIDIO_MODEL"))
    for line in sys.stdin:
        found = engine.analyze(text=json.loads(line), language="en")
        print(json.dumps([[each.start, each.end, each.entity_type] for each in found]), flush=True)
