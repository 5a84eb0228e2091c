"""Requests of the kinds that Presidio's own end-to-end tests send, each to the real service.

An answer is as documented when it has the documented status and shape, points at the documented places and, where a text comes
back, has the documented words in it. Scores differ, and the names of numbers that have no kind of their own here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from reticent.service import shapes
from tests.journeys.command import ROOT
from tests.journeys.serving import client, serving, write_policy

NAMES = (
    '[[detectors]]\ntype = "patterns"\n\n[[detectors]]\ntype = "names"\n\n[[models]]\ntype = "redaction"\n'
)
SAID = "Ellen Marsh has the driving licence MARSH753116"
PERSON, LICENCE = (0, 11), (36, 47)
ZIP_TEXT = f"{SAID}. Zip code: 90210"
ZIP = {
    "name": "zip",
    "supported_language": "en",
    "supported_entity": "ZIP",
    "patterns": [{"name": "five digits", "regex": r"\b\d{5}\b", "score": 0.02}],
}
MAIL = "Write to desk@example.org"
PHONED = "This is Ellen Marsh. Call 0151 496 0999 now"
CALLER = {"start": 8, "end": 19, "score": 0.8, "entity_type": "NAME"}
FIRST = {"start": 8, "end": 13, "score": 0.8, "entity_type": "FIRST_NAME"}
LAST = {"start": 14, "end": 19, "score": 0.6, "entity_type": "LAST_NAME"}
PHONE = {"start": 26, "end": 39, "score": 0.9, "entity_type": "PHONE_NUMBER"}
MASK = {"type": "mask", "masking_char": "#", "chars_to_mask": 4, "from_end": True}
PUT = {"type": "replace", "new_value": "SOMEBODY"}
PARK = "Meet Alan Turing Garden Square"
ALAN = {"start": 5, "end": 16, "score": 0.8, "entity_type": "NAME"}
GARDEN = {"start": 10, "end": 30, "score": 0.8, "entity_type": "LOCATION"}
KEY, OTHER_KEY = "k" * 16, "q" * 16
PAGE = """Ellen Marsh wrote from 10.20.30.40 on 12 March 2021. Her mail is desk@example.org, her phone 212-555-0123,
her card 4111 1111 1111 1111, her account GB82 WEST 1234 5698 7654 32, her number 078-05-1120."""

Check = Callable[[httpx.Response], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A request, and what Presidio documents of its answer."""

    about: str
    path: str
    body: Any
    status: int
    check: Check = lambda answer: True

    def send(self, web: httpx.Client) -> httpx.Response:
        if self.body is None:
            return web.get(self.path)
        if isinstance(self.body, str):
            headers = {"Content-Type": "application/json"}
            return web.post(self.path, content=self.body, headers=headers)
        return web.post(self.path, json=self.body)

    def is_as_documented(self, answer: httpx.Response) -> bool:
        return answer.status_code == self.status and self.check(answer)


def finds(*places: tuple[int, int], nothing_else: bool = False) -> Check:
    def check(answer: httpx.Response) -> bool:
        rows = answer.json()
        Draft202012Validator(shapes.FINDINGS).validate(rows)
        found = {(row["start"], row["end"]) for row in rows}
        return found == set(places) if nothing_else else found >= set(places)

    return check


def says(error: str) -> Check:
    return lambda answer: answer.json() == {"error": error}


def explains(answer: httpx.Response) -> bool:
    keys = {"recognizer", "score", "original_score", "textual_explanation", "supportive_context_word"}
    return finds(PERSON)(answer) and all(keys <= set(row["analysis_explanation"]) for row in answer.json())


def is_error(answer: httpx.Response) -> bool:
    return isinstance(answer.json()["error"], str)


def names(*expected: str) -> Check:
    return lambda answer: set(expected) <= set(answer.json())


def reads(text: str, *operators: str) -> Check:
    def check(answer: httpx.Response) -> bool:
        done = answer.json()
        Draft202012Validator(shapes.ANONYMIZED).validate(done)
        fits = all(done["text"][each["start"] : each["end"]] == each["text"] for each in done["items"])
        return fits and done["text"] == text and [each["operator"] for each in done["items"]] == [*operators]

    return check


FINDS_BOTH = finds(PERSON, LICENCE)


def analyzed(about: str, check: Check = FINDS_BOTH, status: int = 200, **body: Any) -> Case:
    return Case(about, "/analyze", {"text": SAID, "language": "en", **body}, status, check)


def anonymized(
    about: str, text: str, results: Any, anonymizers: Any, check: Check, status: int = 200
) -> Case:
    body = {"text": text, "analyzer_results": results, "anonymizers": anonymizers}
    return Case(about, "/anonymize", body, status, check)


CASES = [
    analyzed("a text"),
    analyzed("a threshold", finds(PERSON), score_threshold=0.7),
    Case("no text", "/analyze", {}, 500, says("No text provided")),
    Case("a language without a text", "/analyze", {"language": "en"}, 500, says("No text provided")),
    Case("a text without a language", "/analyze", {"text": SAID}, 500, says("No language provided")),
    analyzed("a language that nobody reads", is_error, 500, language="zz"),
    analyzed(
        "entities of which some are not found",
        finds((13, 35), nothing_else=True),
        text="The IBAN is: GB29NWBK60161331926819",
        entities=["IBAN_CODE", "WORK_OF_ART"],
    ),
    analyzed("a correlation id", correlation_id="77"),
    analyzed("a trace", trace="1"),
    analyzed("a trace of another type", trace="somewhat"),
    analyzed("no explanation, as a number", return_decision_process=0),
    analyzed("an explanation", explains, return_decision_process=True),
    analyzed("an explanation with context", explains, return_decision_process=True, context=["licence"]),
    analyzed("one entity", finds(PERSON, nothing_else=True), entities=["PERSON"]),
    Case("entities", "/supportedentities?language=en", None, 200, names("PERSON", "EMAIL_ADDRESS", "US_SSN")),
    Case(
        "entities of a language that nobody reads",
        "/supportedentities?language=he",
        None,
        500,
        says("No matching recognizers were found to serve the request."),
    ),
    Case("entities, with a word too many", "/supportedentities?colour=red", None, 200, names("PERSON")),
    analyzed("a pattern", finds(PERSON, (59, 64)), text=ZIP_TEXT, ad_hoc_recognizers=[ZIP]),
    analyzed(
        "a pattern that is none",
        is_error,
        400,
        ad_hoc_recognizers=[{**ZIP, "patterns": [{"kind": "five digits", "rule": "x", "sure": 0.1}]}],
    ),
    analyzed(
        "a pattern with context",
        finds(PERSON, (59, 64)),
        text=ZIP_TEXT,
        ad_hoc_recognizers=[{**ZIP, "context": ["zip", "code"]}],
    ),
    analyzed(
        "a list of words",
        finds((0, 3)),
        text=f"Ms. {SAID}",
        ad_hoc_recognizers=[
            {"name": "a", "supported_entity": "FORM_OF_ADDRESS", "deny_list": ["Ms.", "Miss"]},
            {"name": "b", "supported_entity": "OTHER_FORM", "deny_list": ["Mr."]},
        ],
    ),
    analyzed("words that may stay", finds(nothing_else=True), text=MAIL, allow_list=["desk@example.org"]),
    analyzed(
        "a pattern of what may stay",
        finds(nothing_else=True),
        text=MAIL,
        allow_list=[".*@EXAMPLE.org"],
        allow_list_match="regex",
    ),
    analyzed("a pattern that is taken as words", finds((9, 25)), text=MAIL, allow_list=[".*@example.org"]),
    analyzed(
        "a pattern in which case counts",
        finds((9, 25)),
        text=MAIL,
        allow_list=[".*@Example.org"],
        allow_list_match="regex",
        regex_flags=0,
    ),
    Case(
        "several texts",
        "/analyze",
        {"text": [SAID, SAID], "language": "en"},
        200,
        lambda answer: [len(rows) > 1 for rows in answer.json()] == [True, True],
    ),
    anonymized(
        "several operators over nested places",
        PHONED,
        [CALLER, FIRST, LAST, PHONE],
        {"DEFAULT": PUT, "PHONE_NUMBER": MASK},
        reads("This is SOMEBODY. Call 0151 496 #### now", "mask", "replace"),
    ),
    anonymized("an empty text", "", [], {"DEFAULT": PUT}, reads("")),
    anonymized("no places", "good morning all", [], {"DEFAULT": PUT}, reads("good morning all")),
    Case("a body that is no JSON", "/anonymize", '{"text": "a",, "analyzer_results": []}', 400, is_error),
    anonymized(
        "code to run",
        PHONED,
        [CALLER],
        {"DEFAULT": {"type": "custom", "new_value": "lambda x: x"}},
        says("Custom type anonymizer is not supported"),
        400,
    ),
    Case("operators", "/anonymizers", None, 200, names("hash", "mask", "redact", "replace", "encrypt")),
    Case(
        "a decryption",
        "/deanonymize",
        {
            "text": "My name is S184CMt9Drj7QaKQ21JTrpYzghnboTF9pn/neN8JME0=",
            "deanonymizers": {"PERSON": {"type": "decrypt", "key": "WmZq4t7w!z%C&F)J"}},
            "anonymizer_results": [{"start": 11, "end": 55, "entity_type": "PERSON"}],
        },
        200,
        reads("My name is Chloë", "decrypt"),
    ),
    Case(
        "a decryption with a key of the wrong size",
        "/deanonymize",
        {
            "text": "sealed",
            "deanonymizers": {"DEFAULT": {"type": "decrypt", "key": "short"}},
            "anonymizer_results": [{"start": 0, "end": 6, "entity_type": "PERSON"}],
        },
        422,
        says("Invalid input, key must be of length 128, 192 or 256 bits"),
    ),
    Case("a decryption of no places", "/deanonymize", {"text": "sealed"}, 200, reads("sealed")),
    Case("a decryption of no text", "/deanonymize", {"key": KEY}, 200, reads("")),
    Case("an empty decryption", "/deanonymize", "{ }", 400, says("Invalid request json")),
    anonymized(
        "an encryption",
        PHONED,
        [CALLER, PHONE],
        {"DEFAULT": {"type": "encrypt", "key": KEY}, "PHONE_NUMBER": {"type": "encrypt", "key": OTHER_KEY}},
        lambda answer: [each["operator"] for each in answer.json()["items"]] == ["encrypt", "encrypt"],
    ),
    anonymized(
        "a place that stays",
        PHONED,
        [CALLER, PHONE],
        {"NAME": {"type": "keep"}, "PHONE_NUMBER": {"type": "replace"}},
        reads("This is Ellen Marsh. Call <PHONE_NUMBER> now", "replace", "keep"),
    ),
    anonymized(
        "a place that stays, and goes on into one that goes",
        PARK,
        [ALAN, GARDEN],
        {"NAME": {"type": "keep"}, "LOCATION": {"type": "replace"}},
        reads("Meet Alan Turing<LOCATION>", "replace", "keep"),
    ),
    anonymized(
        "a place that goes, and goes on into one that stays",
        PARK,
        [ALAN, GARDEN],
        {"NAME": {"type": "replace"}, "LOCATION": {"type": "keep"}},
        reads("Meet <NAME>Turing Garden Square", "keep", "replace"),
    ),
    anonymized(
        "two places that overlap and stay",
        PARK,
        [ALAN, GARDEN],
        {"DEFAULT": {"type": "keep"}},
        reads("Meet Alan TuringTuring Garden Square", "keep", "keep"),
    ),
]


@dataclass(frozen=True, slots=True)
class Flow:
    """A text that is analyzed and then anonymized with what was found."""

    about: str
    asked: Any
    anonymizers: Any
    text: str

    def run(self, web: httpx.Client) -> tuple[int, str]:
        found = web.post("/analyze", json=self.asked)
        body = {"text": self.asked["text"], "analyzer_results": found.json()}
        done = web.post(
            "/anonymize", json=body | ({"anonymizers": self.anonymizers} if self.anonymizers else {})
        )
        return done.status_code, done.json().get("text", "")


OPERATORS = {
    "DEFAULT": PUT,
    "US_DRIVER_LICENSE": MASK,
    "PERSON": {"type": "replace", "new_value": "<PERSON>"},
}
FLOWS = [
    Flow(
        "a licence that is masked",
        {"text": SAID, "language": "en"},
        OPERATORS,
        "<PERSON> has the driving licence MARSH75####",
    ),
    Flow(
        "a threshold that leaves a licence",
        {"text": SAID, "language": "en", "score_threshold": 0.7},
        OPERATORS,
        "<PERSON> has the driving licence MARSH753116",
    ),
    Flow(
        "a threshold, and all entities by name",
        {"text": SAID, "language": "en", "score_threshold": 0.7, "entities": ["PERSON", "US_DRIVER_LICENSE"]},
        OPERATORS,
        "<PERSON> has the driving licence MARSH753116",
    ),
    Flow(
        "an operator for nobody",
        {"text": SAID, "language": "en"},
        {"ABC": {"type": "replace", "new_value": "X"}},
        "<PERSON> has the driving licence <US_DRIVER_LICENSE>",
    ),
    Flow(
        "a page",
        {"text": PAGE, "language": "en", "score_threshold": 0.35},
        None,
        re.sub(
            "Ellen Marsh|10.20.30.40|12 March 2021|desk@example.org|212-555-0123|4111[ 1]*1|GB82.*32|078-05-1120",
            lambda found: "<" + {
                "E": "PERSON", "10": "IP_ADDRESS", "12": "DATE_TIME", "d": "EMAIL_ADDRESS", "2": "PHONE_NUMBER",
                "4": "CREDIT_CARD", "G": "IBAN_CODE", "0": "US_SSN",
            }[re.match("10|12|.", found[0])[0]] + ">",  # type: ignore[index]
            PAGE,
        ),
    ),
]  # fmt: skip

DIFFERENT = {
    "a language that nobody reads": "one finding over the whole text, because gateways pass on what failed",
    "a decryption of no text": "unknown keys are refused",
    "a place that stays, and goes on into one that goes": "what one operator removes, no other one keeps",
    "a place that goes, and goes on into one that stays": "what one operator removes, no other one keeps",
    "two places that overlap and stay": "Presidio writes the words between them twice",
    "a licence that is masked": "a licence has the kind CODE here",
    "an operator for nobody": "a licence has the kind CODE here",
    "a threshold that leaves a licence": "the policy wants it gone, with every score",
    "a threshold, and all entities by name": "the policy wants it gone, with every score",
}
"""What is answered otherwise, and why."""


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("presidio")
    with (
        serving(folder, "--policy", write_policy(folder, "names", NAMES)) as service,
        client(service) as made,
    ):
        yield made


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_a_request_is_answered_as_documented(web: httpx.Client, case: Case) -> None:
    answer = case.send(web)
    assert case.is_as_documented(answer) is (case.about not in DIFFERENT), (answer.status_code, answer.text)


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.about)
def test_what_was_found_is_anonymized_as_documented(web: httpx.Client, flow: Flow) -> None:
    answer = flow.run(web)
    assert (answer == (200, flow.text)) is (flow.about not in DIFFERENT), answer


def test_what_is_answered_otherwise_never_shows_more(web: httpx.Client) -> None:
    different = {each.about: each for each in CASES}
    (row,) = different["a language that nobody reads"].send(web).json()
    assert (row["start"], row["end"]) == (0, len(SAID))
    assert different["a place that stays, and goes on into one that goes"].send(web).json()["text"] == (
        "Meet Alan <LOCATION>"
    )
    gone = different["a place that goes, and goes on into one that stays"].send(web).json()["text"]
    assert gone == "Meet <NAME> Garden Square"
    assert different["two places that overlap and stay"].send(web).json()["text"] == PARK


def test_what_is_encrypted_comes_back(web: httpx.Client) -> None:
    case = next(each for each in CASES if each.about == "an encryption")
    made = case.send(web).json()
    places = [{key: each[key] for key in ("start", "end", "entity_type")} for each in made["items"]]
    keys = {"DEFAULT": {"type": "decrypt", "key": KEY}, "PHONE_NUMBER": {"type": "decrypt", "key": OTHER_KEY}}
    asked = {"text": made["text"], "anonymizer_results": places, "deanonymizers": keys}
    assert web.post("/deanonymize", json=asked).json()["text"] == PHONED


def test_the_page_tells_how_many_are_answered_as_documented() -> None:
    page = (ROOT / "docs/how-to/replace-presidio.md").read_text("utf-8")
    every = len(CASES) + len(FLOWS)
    assert f"{every - len(DIFFERENT)} of {every} requests" in " ".join(page.split())
    assert DIFFERENT.keys() <= {each.about for each in CASES} | {each.about for each in FLOWS}
