"""Every address of the service: what may be asked there, what it takes to ask, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reticent.service import shapes
from reticent.service.bodies import (
    AnalyzeBody,
    AnonymizeBody,
    ApplyBody,
    AuditBody,
    Body,
    DeanonymizeBody,
    DocumentBody,
)
from reticent.service.shapes import Shape

FILES = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address; `verb` is what a token must allow, None where nobody is asked.

    `job` is what a worker does; None where the door answers itself. `flat` errors are those of Presidio.
    """

    method: str
    path: str
    about: str
    verb: str | None
    answer: Shape
    job: str | None = None
    request: type[Body] | None = None
    files: bool = False
    flat: bool = False
    media: str = "application/json"
    statuses: tuple[int, ...] = ()

    @property
    def errors(self) -> tuple[int, ...]:
        """The statuses of its errors: which host and way, who asks, which policy and body, whether there is room."""
        anybody = (400, 403, 405)
        asked = () if self.verb is None else (401,)
        worked = () if self.job is None else (404, 406, 429, 500, 503)
        written = (408, 413, 415) if self.method == "POST" else ()
        return tuple(sorted({*anybody, *asked, *worked, *written, *self.statuses}))


def _presidio(method: str, path: str, about: str, verb: str, answer: Shape, **more: Any) -> Endpoint:
    return Endpoint(method, path, about, verb, answer, job=path.strip("/"), flat=True, **more)


ENDPOINTS = (
    Endpoint("POST", "/v1/sanitize", "Release a text, records or a file", "sanitize", shapes.ANSWER,
             job="sanitize", request=DocumentBody, files=True, statuses=(409,)),
    Endpoint("POST", "/v1/plan", "What would change, where, into what, and why", "plan", shapes.PLAN,
             job="plan", request=DocumentBody, files=True, statuses=(409,)),
    Endpoint("POST", "/v1/apply", "Carry out a plan that somebody may have changed", "apply", shapes.ANSWER,
             job="apply", request=ApplyBody, statuses=(409,)),
    Endpoint("POST", "/v1/audit", "Whether a text keeps the promises; 409 when it doesn't", "audit", shapes.VERDICT,
             job="audit", request=AuditBody, files=True, statuses=(409,)),
    Endpoint("POST", "/v1/views", "The view of the token's reader", "views", shapes.ANSWER,
             job="views", request=DocumentBody, files=True, statuses=(409,)),
    Endpoint("GET", "/v1/policy", "What a policy promises", "policy", shapes.POLICY, job="policy"),
    _presidio("POST", "/analyze", "Presidio: point at what must go", "analyze", shapes.FINDINGS, request=AnalyzeBody),
    _presidio("POST", "/anonymize", "Presidio: put something else there", "anonymize", shapes.ANONYMIZED,
              request=AnonymizeBody, statuses=(409, 422)),
    _presidio("POST", "/deanonymize", "Presidio: turn back what was encrypted", "deanonymize", shapes.ANONYMIZED,
              request=DeanonymizeBody, statuses=(422,)),
    _presidio("GET", "/supportedentities", "Presidio: the kinds of findings", "analyze", shapes.NAMES),
    _presidio("GET", "/recognizers", "Presidio: what finds them", "analyze", shapes.NAMES),
    Endpoint("GET", "/anonymizers", "Presidio: what can be put there", "anonymize", shapes.NAMES, flat=True),
    Endpoint("GET", "/deanonymizers", "Presidio: how it can be turned back", "deanonymize", shapes.NAMES,
             flat=True),
    Endpoint("GET", "/health", "Presidio: that the service is up", None, shapes.TEXT, media="text/plain"),
    Endpoint("GET", "/livez", "That the service answers at all", None, shapes.TEXT, media="text/plain"),
    Endpoint("GET", "/readyz", "That a worker releases a text now", None, shapes.TEXT, media="text/plain",
             statuses=(503,)),
    Endpoint("GET", "/metrics", "Counts for Prometheus", "metrics", shapes.TEXT, media="text/plain"),
    Endpoint("GET", "/openapi.json", "This description", None, {"type": "object"}),
)  # fmt: skip

FOR_LANGUAGE_MODELS = (
    Endpoint("POST", "/v1/chat/completions", "OpenAI: ask a language model, which sees stand-ins alone", "chat",
             shapes.ANYTHING, statuses=(404, 409, 429, 500, 502, 503, 504)),
    Endpoint("GET", "/v1/models", "OpenAI: the models behind the service", "chat", shapes.ANYTHING,
             statuses=(502, 503, 504)),
)  # fmt: skip
"""The addresses that are there only with a language model behind the service."""

VERBS = tuple(dict.fromkeys(each.verb for each in ENDPOINTS + FOR_LANGUAGE_MODELS if each.verb))
"""What a token may allow."""


def describe(version: str, *, gateway: bool = False) -> dict[str, Any]:
    """The service in OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for each in ENDPOINTS + FOR_LANGUAGE_MODELS if gateway else ENDPOINTS:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "reticent",
            "version": version,
            "summary": "Releases documents that keep their secrets.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": shapes.ERROR, "PresidioError": shapes.FLAT_ERROR},
        },
    }


def _operation(each: Endpoint) -> dict[str, Any]:
    error = "PresidioError" if each.flat else "Error"
    refused = {"application/json": {"schema": {"$ref": f"#/components/schemas/{error}"}}}
    content = {each.media: {"schema": each.answer}}
    if each.files:
        content[FILES] = {"schema": {"description": "the file, in the type that it came in"}}
    operation: dict[str, Any] = {
        "summary": each.about,
        "operationId": f"{each.method.lower()}_{each.path.strip('/').replace('/', '_').replace('.', '_')}",
        "responses": {
            "200": {"description": "done", "content": content},
            **{str(status): {"description": "an error", "content": refused} for status in each.errors},
        },
    }
    if each.verb is not None:
        operation["security"] = [{"token": []}, {}]
    if each.job is not None:
        operation["parameters"] = [
            {"name": name, "in": "query", "required": False, "schema": shapes.TEXT}
            for name in _parameters(each)
        ]
    if each.request is not None:
        taken = {"application/json": {"schema": each.request.model_json_schema()}}
        if each.files:
            taken[FILES] = {"schema": {"description": "a file with its own media type, NDJSON among them"}}
        operation["requestBody"] = {"required": True, "content": taken}
    return operation


def _parameters(each: Endpoint) -> tuple[str, ...]:
    if each.flat and each.method == "GET":
        return ("policy", "language")
    if each.flat or each.method == "GET":
        return ("policy",)
    return ("policy", "format", "field", "keep", "column", "numbers", "header", "language")
