"""Requests and answers in the shapes that Presidio documents for its services."""

from __future__ import annotations

import hashlib
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.spoken import OTHERS, samples

from reticent.kinds import table
from reticent.policy.policy import Asked
from reticent.service import shapes
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.presidio_jobs import find_everything
from reticent.service.settings import PolicyFiles
from reticent.service.worker_state import RequestError, ServiceReply, WorkerState, open_worker_state
from reticent.usecases.presidio_names import OTHER_NAMES
from reticent.vault.store import create_vault, create_vault_key

POLICIES = {
    "names": '[[detectors]]\ntype = "patterns"\n\n[[detectors]]\ntype = "names"\n\n[[models]]\ntype = "redaction"\n',
    "plain": '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n',
    "words": '[[detectors]]\ntype = "words"\nkind = "CONDITION"\nwords = ["measles"]\n\n[[models]]\ntype = "redaction"\n',
}
SMITH = "John Smith drivers license is AC432223"
JANE = "hello world, my name is Jane Doe. My number is: 034453334"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> WorkerState:
    folder = tmp_path_factory.mktemp("policies")
    for name, text in POLICIES.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return open_worker_state(PolicyFiles(folder=folder).recipes(), ())


def ask(office: WorkerState, verb: str, content: Any, policy: str = "names") -> ServiceReply:
    return answer(office, Job(verb, policy, json.dumps(content).encode()))


def found(office: WorkerState, content: Any, policy: str = "names") -> Any:
    reply = ask(office, "analyze", content, policy)
    assert reply.status == 200, reply
    rows = json.loads(reply.body)
    Draft202012Validator(shapes.FINDINGS).validate(rows)
    return rows


def test_the_minimal_request_points_at_the_person(office: WorkerState) -> None:
    rows = found(office, {"text": SMITH, "language": "en"})
    (person,) = [row for row in rows if row["entity_type"] == "PERSON"]
    assert (person["start"], person["end"], person["analysis_explanation"]) == (0, 10, None)
    assert set(person) == {"analysis_explanation", "end", "entity_type", "score", "start"}
    assert 0 < person["score"] <= 1


def test_the_enhanced_request_is_taken_as_far_as_it_asks_for_what_there_is(office: WorkerState) -> None:
    enhanced = {
        "text": f"{SMITH}, phone 212-555-0123",
        "language": "en",
        "return_decision_process": False,
        "correlation_id": "123e4567-e89b-12d3-a456-426614174000",
        "score_threshold": 0.3,
        "entities": ["PHONE_NUMBER"],
        "trace": False,
        "ad_hoc_recognizers": [],
        "context": None,
        "allow_list": [],
        "allow_list_match": "exact",
        "regex_flags": 26,
    }
    assert [row["entity_type"] for row in found(office, enhanced)] == ["PHONE_NUMBER"]
    assert found(office, {**enhanced, "entities": None, "score_threshold": None})


@pytest.mark.parametrize(
    "more",
    [
        {"ad_hoc_recognizers": [{"name": "Zip", "supported_language": "en", "supported_entity": "ZIP"}]},
        {"entities": ["ZIP"]},
        {"entities": "PERSON"},
        {"context": "zip"},
        {"allow_list": "John"},
        {"allow_list": ["("], "allow_list_match": "regex"},
        {"allow_list_match": "fuzzy"},
        {"regex_flags": 64},
        {"regex_flags": True},
        {"return_decision_process": 2},
        {"score_threshold": 2},
        {"score_threshold": True},
        {"return_decision_process": "yes"},
        {"text": 7},
        {"text": ["a", 7]},
        {"unheard_of": 1},
    ],
    ids=lambda more: next(iter(more)),
)
def test_what_is_not_supported_is_refused_and_never_passed_over(
    office: WorkerState, more: dict[str, Any]
) -> None:
    reply = ask(office, "analyze", {"text": SMITH, "language": "en", **more})
    assert reply.status == 400
    assert reply.code
    assert "John" not in reply.message


@pytest.mark.parametrize(
    ("allowed", "kinds"),
    [
        ({"allow_list": ["John Smith"]}, set()),
        ({"allow_list": ["john smith"]}, {"PERSON"}),
        ({"allow_list": ["smi"]}, {"PERSON"}),
        ({"allow_list": ["^JOHN"], "allow_list_match": "regex"}, set()),
        ({"allow_list": ["^Smith"], "allow_list_match": "regex"}, {"PERSON"}),
        ({"allow_list": ["^JOHN"], "allow_list_match": "regex", "regex_flags": 24}, {"PERSON"}),
    ],
)
def test_what_the_client_allows_is_not_pointed_at(
    office: WorkerState, allowed: dict[str, Any], kinds: set[str]
) -> None:
    rows = found(office, {"text": SMITH, "language": "en", "entities": ["PERSON"], **allowed})
    assert {row["entity_type"] for row in rows} == kinds


def test_entities_that_presidio_documents_and_nobody_finds_here_are_no_error(office: WorkerState) -> None:
    asked = {"text": SMITH, "language": "en", "entities": ["CRYPTO", "NRP", "TITLE"]}
    assert found(office, asked, "plain") == []
    rows = found(office, {**asked, "entities": ["CRYPTO", "PERSON"]})
    assert {row["entity_type"] for row in rows} == {"CODE", "PERSON"}  # rather a licence too many


@pytest.mark.parametrize("entity", sorted(OTHER_NAMES))
def test_every_other_name_leads_to_kinds_that_there_are(office: WorkerState, entity: str) -> None:
    assert set(OTHER_NAMES[entity]) <= {each.presidio for each in table().kinds.values()}
    assert ask(office, "analyze", {"text": "a", "language": "en", "entities": [entity]}).status == 200


def test_what_a_client_masks_is_its_own(office: WorkerState) -> None:
    operators = {"PERSON": {"type": "mask", "masking_char": "*", "chars_to_mask": 3, "from_end": True}}
    asked = {"text": JANE, "analyzer_results": RESULTS, "anonymizers": operators}
    done = json.loads(ask(office, "anonymize", asked).body)
    assert done["text"] == "hello world, my name is Jane ***. My number is: <PHONE_NUMBER>"


def test_what_one_operator_takes_away_no_other_one_keeps(office: WorkerState) -> None:
    places = [
        {"start": 24, "end": 32, "score": 0.8, "entity_type": "PERSON"},
        {"start": 24, "end": 28, "score": 0.9, "entity_type": "FIRST_NAME"},
    ]
    for kept, text in (("PERSON", "<FIRST_NAME> Doe."), ("FIRST_NAME", "<PERSON>.")):
        asked = {"text": JANE, "analyzer_results": places, "anonymizers": {kept: {"type": "keep"}}}
        done = json.loads(ask(office, "anonymize", asked, "words").body)
        assert done["text"] == f"hello world, my name is {text} My number is: 034453334"


def test_a_number_is_found_under_the_name_that_presidio_has_for_it(office: WorkerState) -> None:
    text = "NHS number 943 476 5919."
    rows = found(office, {"text": text, "language": "en", "entities": ["UK_NHS"]}, "plain")
    assert [text[row["start"] : row["end"]] for row in rows] == ["943 476 5919"]


def test_a_text_in_a_language_that_nobody_reads_must_go_whole(office: WorkerState) -> None:
    asked = {"text": SMITH, "language": "pl", "entities": ["PERSON"]}
    rows = found(office, {**asked, "allow_list": ["."], "allow_list_match": "regex"})
    assert [(row["entity_type"], row["start"], row["end"]) for row in rows] == [
        ("RETICENT_UNREACHED", 0, len(SMITH))
    ]


@pytest.mark.parametrize("language", ["es", "pl"])
def test_a_policy_that_reads_every_language_takes_each_that_a_client_names(
    office: WorkerState, language: str
) -> None:
    asked = {"text": "Escribe a ana@example.org, por favor.", "language": language}
    assert [row["entity_type"] for row in found(office, asked, "plain")] == ["EMAIL_ADDRESS"]
    listed = answer(office, Job("supportedentities", "plain", query=(("language", language),)))
    assert listed.status == 200


def test_context_and_trace_are_taken_and_change_no_finding(office: WorkerState) -> None:
    plain = {"text": SMITH, "language": "en"}
    assert found(office, {**plain, "context": ["licence"], "trace": True}) == found(office, plain)


def test_a_decision_is_explained_in_the_documented_shape(office: WorkerState) -> None:
    (row, *_) = found(office, {"text": SMITH, "language": "en", "return_decision_process": True})
    assert set(row["analysis_explanation"]) == {
        "recognizer", "pattern_name", "pattern", "original_score", "score", "textual_explanation",
        "score_context_improvement", "supportive_context_word", "validation_result",
    }  # fmt: skip
    assert "John" not in json.dumps(row)


def test_several_texts_have_an_answer_each(office: WorkerState) -> None:
    rows = found(office, {"text": [SMITH, "nothing", ""], "language": "en"})
    assert [bool(each) for each in rows] == [True, False, False]


def test_a_threshold_leaves_out_what_is_less_sure(office: WorkerState) -> None:
    every = found(office, {"text": SMITH, "language": "en"})
    high = max(row["score"] for row in every)
    sure = found(office, {"text": SMITH, "language": "en", "score_threshold": high})
    assert sure == [row for row in every if row["score"] >= high]


@pytest.mark.parametrize(
    ("theirs", "text"),
    [
        ("EMAIL_ADDRESS", "Mail jo@example.org now"),
        ("PHONE_NUMBER", "Phone 212-555-0123 now"),
        ("DATE_TIME", "Born on 12 March 1985 there"),
        ("IP_ADDRESS", "Host 192.168.100.17 is down"),
        ("IBAN_CODE", "Account GB82 WEST 1234 5698 7654 32 is"),
        ("CREDIT_CARD", "Card 4111 1111 1111 1111 was"),
        ("US_SSN", "SSN 078-05-1120 was"),
    ],
)
def test_kinds_have_presidios_names_in_both_directions(office: WorkerState, theirs: str, text: str) -> None:
    names = json.loads(answer(office, Job("supportedentities", "plain")).body)
    assert theirs in names
    rows = found(office, {"text": text, "language": "en", "entities": [theirs]}, "plain")
    assert [row["entity_type"] for row in rows] == [theirs]
    done = ask(office, "anonymize", {"text": text, "analyzer_results": rows}, "plain")
    assert done.status == 200
    assert f"<{theirs}>" in json.loads(done.body)["text"]


def test_entities_and_recognizers_are_lists_of_names(office: WorkerState) -> None:
    for verb in ("supportedentities", "recognizers"):
        plain = answer(office, Job(verb, "names", query=(("language", "en"),)))
        Draft202012Validator(shapes.NAMES).validate(json.loads(plain.body))
        assert json.loads(plain.body)
        assert answer(office, Job(verb, "names", query=(("language", "he"),))).status == 500


RESULTS = [
    {"start": 24, "end": 32, "score": 0.8, "entity_type": "PERSON"},
    {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"},
]
NESTED = [
    {"start": 24, "end": 32, "score": 0.8, "entity_type": "NAME"},
    {"start": 24, "end": 28, "score": 0.8, "entity_type": "FIRST_NAME"},
    {"start": 29, "end": 32, "score": 0.6, "entity_type": "LAST_NAME"},
    RESULTS[1],
]
MASK = {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True}


@pytest.mark.parametrize(
    ("results", "anonymizers", "text"),
    [
        (RESULTS, None, "hello world, my name is <PERSON>. My number is: <PHONE_NUMBER>"),
        (RESULTS, {}, "hello world, my name is <PERSON>. My number is: <PHONE_NUMBER>"),
        (RESULTS, {"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}},
         "hello world, my name is ANONYMIZED. My number is: ANONYMIZED"),
        (RESULTS, {"PERSON": {"type": "redact"}, "PHONE_NUMBER": {"type": "replace", "new_value": "ANONYMIZED"}},
         "hello world, my name is . My number is: ANONYMIZED"),
        (RESULTS, {"ABC": {"type": "replace", "new_value": "X"}},
         "hello world, my name is <PERSON>. My number is: <PHONE_NUMBER>"),
        (NESTED, {"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}, "PHONE_NUMBER": MASK},
         "hello world, my name is ANONYMIZED. My number is: 03445****"),
        (RESULTS, {"PHONE_NUMBER": {**MASK, "from_end": False}, "PERSON": {"type": "replace", "new_value": ""}},
         "hello world, my name is <PERSON>. My number is: ****53334"),
        ([], {"DEFAULT": MASK}, JANE),
        (RESULTS, {"PERSON": {"type": "keep"}}, "hello world, my name is Jane Doe. My number is: <PHONE_NUMBER>"),
    ],
)  # fmt: skip
def test_the_documented_anonymizers_do_what_is_documented(
    office: WorkerState, results: list[Any], anonymizers: Any, text: str
) -> None:
    asked = {"text": JANE, "analyzer_results": results}
    reply = ask(
        office, "anonymize", asked if anonymizers is None else {**asked, "anonymizers": anonymizers}, "words"
    )
    assert reply.status == 200, reply
    done = json.loads(reply.body)
    Draft202012Validator(shapes.ANONYMIZED).validate(done)
    assert done["text"] == text
    assert all(text[item["start"] : item["end"]] == item["text"] for item in done["items"])
    assert [item["start"] for item in done["items"]] == sorted(
        (item["start"] for item in done["items"]), reverse=True
    )


def test_findings_are_handed_back_as_they_came(office: WorkerState) -> None:
    text = f"{SMITH}, mail jo@example.org"
    rows = found(office, {"text": text, "language": "en", "return_decision_process": True})
    extra = [{**row, "recognition_metadata": {"recognizer_name": "x"}} for row in rows]
    done = json.loads(ask(office, "anonymize", {"text": text, "analyzer_results": extra}).body)
    assert "John" not in done["text"]
    assert "jo@" not in done["text"]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ({"text": "", "analyzer_results": []}, 200),
        ({"text": "a", "analyzer_results": [{"start": 0, "end": 9, "score": 1, "entity_type": "X"}]}, 422),
        ({"text": "a", "analyzer_results": [{"start": 1, "end": 0, "score": 1, "entity_type": "X"}]}, 422),
        ({"text": "a", "analyzer_results": [{"start": 0, "end": 1, "entity_type": "X"}]}, 422),
        ({"text": "a", "analyzer_results": [{"start": True, "end": 1, "score": 1, "entity_type": "X"}]}, 422),
        ({"text": "a", "analyzer_results": {}}, 200),
        ({"text": "a", "analyzer_results": "x"}, 422),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "mask", "masking_char": "**", "chars_to_mask": 1}}}, 422),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "replace", "new_value": 7}}}, 422),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "redact", "more": 1}}}, 422),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "hash"}}}, 400),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "encrypt", "key": "3t6w9z$C&F)J@NcR"}}}, 200),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "keep", "more": 1}}}, 422),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "custom", "lambda": "x"}}}, 400),
        ({"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": "replace"}}, 422),
        ({"text": "a"}, 422),
        ({}, 400),
        ({"text": "a", "unheard_of": 1}, 400),
    ],
)  # fmt: skip
def test_a_wrong_request_has_a_status_of_its_own(
    office: WorkerState, content: dict[str, Any], status: int
) -> None:
    assert ask(office, "anonymize", content, "plain").status == status


def test_what_comes_out_is_audited(office: WorkerState) -> None:
    missed = ask(office, "anonymize", {"text": JANE, "analyzer_results": RESULTS[1:]})
    assert (missed.status, missed.code) == (409, "violations")
    assert "Jane" not in json.dumps(missed.details)
    kept = {"text": "He has measles.", "analyzer_results": []}
    refusal = ask(office, "anonymize", kept, "words")
    assert refusal.status == 409
    assert "measles" not in json.dumps(refusal.details) + refusal.message


def test_without_room_everything_must_go() -> None:
    asked = partial(json.dumps, sort_keys=True)
    (row,) = find_everything(asked({"text": "ä" * 7, "language": "en"}).encode())
    assert (row["entity_type"], row["start"], row["end"], row["score"]) == ("RETICENT_OVERLOAD", 0, 7, 1.0)
    several = find_everything(asked({"text": ["ab", ""], "language": "en"}).encode())
    assert [[each["end"] for each in rows] for rows in several] == [[2], [0]]
    with pytest.raises(RequestError):
        find_everything(b'{"text": 7, "language": "en"}')


def test_bodies_that_are_no_json_are_refused(office: WorkerState) -> None:
    for verb in ("analyze", "anonymize"):
        assert answer(office, Job(verb, "plain", b"x", "text/plain")).status == 415
        assert answer(office, Job(verb, "plain", b"{,}")).status == 400


ZIP = {
    "name": "Zip code Recognizer",
    "supported_language": "en",
    "patterns": [{"name": "zip code (weak)", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01}],
    "context": ["zip", "code"],
    "supported_entity": "ZIP",
}


def test_a_client_s_own_recognizers_are_asked_too(office: WorkerState) -> None:
    text = "John Smith drivers license is AC432223 and the zip code is 12345"
    asked = {"text": text, "language": "en", "entities": ["ZIP"], "ad_hoc_recognizers": [ZIP]}
    (row,) = found(office, asked)
    assert (row["entity_type"], text[row["start"] : row["end"]], row["score"]) == ("ZIP", "12345", 0.4)
    assert found(office, {**asked, "score_threshold": 0.6}) == []
    listed = {"supported_entity": "TITLE", "deny_list": ["Mr", "Mr."]}
    rows = found(office, {"text": "Mr Mr Mri", "language": "en", "ad_hoc_recognizers": [listed]}, "plain")
    assert {(row["start"], row["end"]) for row in rows} == {(0, 2), (3, 5)}


def anonymized(office: WorkerState, operator: dict[str, Any], policy: str = "names") -> Any:
    rows = [{"start": 24, "end": 32, "score": 0.8, "entity_type": "PERSON"}]
    phone = {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"}
    asked = {"text": JANE, "analyzer_results": [*rows, phone], "anonymizers": {"PERSON": operator}}
    reply = ask(office, "anonymize", asked, policy)
    assert reply.status == 200, reply
    return json.loads(reply.body)


@pytest.mark.parametrize("key", ["3t6w9z$C&F)J@NcR", "3t6w9z$C&F)J@NcR12345678", "3t6w9z$C&F)J@NcR" * 2])
def test_what_is_encrypted_is_turned_back_with_the_same_key(office: WorkerState, key: str) -> None:
    made = anonymized(office, {"type": "encrypt", "key": key})
    assert "Jane" not in made["text"]
    (item,) = [each for each in made["items"] if each["entity_type"] == "PERSON"]
    asked = {
        "text": made["text"],
        "anonymizer_results": [{key: item[key] for key in ("start", "end", "entity_type")}],
        "deanonymizers": {"PERSON": {"type": "decrypt", "key": key}},
    }
    reply = ask(office, "deanonymize", asked)
    assert json.loads(reply.body)["text"] == "hello world, my name is Jane Doe. My number is: <PHONE_NUMBER>"
    assert json.loads(reply.body)["items"][0]["operator"] == "decrypt"
    wrong = {**asked, "deanonymizers": {"DEFAULT": {"type": "decrypt", "key": key[::-1]}}}
    refused = ask(office, "deanonymize", wrong)
    assert refused.status == 422
    assert refused.body == b""


def test_the_documented_decryption_works(office: WorkerState) -> None:
    """The example of Presidio's own documentation."""
    asked = {
        "text": "My name is S184CMt9Drj7QaKQ21JTrpYzghnboTF9pn/neN8JME0=",
        "deanonymizers": {"PERSON": {"type": "decrypt", "key": "WmZq4t7w!z%C&F)J"}},
        "anonymizer_results": [{"start": 11, "end": 55, "entity_type": "PERSON"}],
    }
    restored = json.loads(ask(office, "deanonymize", asked).body)
    assert restored["text"] == "My name is Chloë"
    assert restored["items"] == [
        {"operator": "decrypt", "entity_type": "PERSON", "start": 11, "end": 16, "text": "Chloë"}
    ]
    kept = {**asked, "deanonymizers": {"DEFAULT": {"type": "deanonymize_keep"}}}
    assert json.loads(ask(office, "deanonymize", kept).body)["text"] == asked["text"]


def test_a_hash_needs_a_salt(office: WorkerState) -> None:
    salt = "sixteen bytes ok"
    made = anonymized(office, {"type": "hash", "salt": salt})
    assert hashlib.sha256(f"Jane Doe{salt}".encode()).hexdigest() in made["text"]
    refused = ask(
        office,
        "anonymize",
        {"text": JANE, "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "hash"}}},
    )
    assert refused.status == 400
    assert "found by trying" in refused.message


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        ({}, "Invalid input, operator config must contain operator_name"),
        ({"type": "mask", "chars_to_mask": 3}, "Expected parameter masking_char"),
        (
            {"type": "mask", "masking_char": 7, "chars_to_mask": 3},
            "Invalid parameter value for masking_char. Expecting 'string', but got 'number'.",
        ),
        (
            {"type": "mask", "masking_char": "**", "chars_to_mask": 3},
            "Invalid input, masking_char must be a character",
        ),
        (
            {"type": "encrypt", "key": "key"},
            "Invalid input, key must be of length 128, 192 or 256 bits",
        ),
    ],
)
def test_faults_are_told_in_presidio_s_words(
    office: WorkerState, operator: dict[str, Any], message: str
) -> None:
    asked = {"text": JANE, "analyzer_results": [], "anonymizers": {"DEFAULT": operator}}
    reply = ask(office, "anonymize", asked)
    assert (reply.status, reply.message) == (422, message)


def test_with_a_vault_no_key_is_needed(tmp_path: Path) -> None:
    made, key = create_vault_key(), tmp_path / "v.key"
    key.write_text(made.write())
    key.chmod(0o600)
    create_vault(tmp_path / "v.vault", made)
    (tmp_path / "names.toml").write_text(POLICIES["names"], "utf-8")
    files = PolicyFiles(tmp_path / "names.toml", pseudonyms=Asked(tmp_path / "v.vault"), key=key)
    state = open_worker_state(files.recipes(), ())
    released = anonymized(state, {"type": "encrypt"})
    assert "my name is [PERSON 1]." in released["text"]
    asked = {
        "text": released["text"],
        "anonymizer_results": [{"start": 24, "end": 34, "entity_type": "PERSON"}],
        "deanonymizers": {"DEFAULT": {"type": "decrypt"}},
    }
    assert "Jane Doe" in json.loads(ask(state, "deanonymize", asked).body)["text"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_is_read_where_a_client_says_so(office: WorkerState, language: str) -> None:
    text, surname = samples(language)["letter"], samples(language)["surname"]
    rows = found(office, {"text": text, "language": language, "entities": ["PERSON"]})
    assert any(surname in text[row["start"] : row["end"]] for row in rows)
    listed = answer(office, Job("supportedentities", "names", query=(("language", language),)))
    assert "PERSON" in json.loads(listed.body)
