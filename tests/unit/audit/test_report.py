import json

from reticent import Document, Redaction, Span, WordList, sanitize
from reticent.audit.report import as_json, describe_release, locate, make_report
from reticent.engine import execute
from reticent.plan import Plan


def test_a_report_lets_a_second_person_check_and_quotes_nothing() -> None:
    model = Redaction((WordList(["secret"], kind="TOPIC"),))
    outcome = sanitize(Document("d", "A secret."), model)
    described = describe_release(outcome.plan, outcome.release)
    content = json.loads(as_json(make_report("d", [described], version="1", dropped={})))
    (row,) = content["documents"]
    assert row["decisions"] == {"TOPIC": 1}
    assert row["released"] == outcome.document.fingerprint
    assert row["promises"][0]["relative_to"].keys() == {"word list TOPIC"}
    assert row["words"] == {"all": 3, "changed": 1}
    assert (row["utility"]["words_kept"], row["utility"]["terms_removed"]) == (1, 1)
    assert "secret" not in as_json(content)


def test_a_report_does_not_let_anyone_test_guesses_against_the_original() -> None:
    document = Document("d", "A secret.")
    outcome = sanitize(document, Redaction((WordList(["secret"]),)))
    content = describe_release(outcome.plan, outcome.release)
    assert document.fingerprint not in json.dumps(content)


def test_violations_are_located_by_line_and_column() -> None:
    document = Document("d", "one\ntwo secret")
    outcome = execute(document, Plan.for_document(document), Redaction((WordList(["secret"]),)))
    (row,) = locate(outcome.violations, outcome.release.released)
    assert (row["line"], row["column"], row["start"], row["end"]) == (2, 5, 8, 14)


def test_a_report_says_which_words_no_model_could_judge() -> None:
    outcome = sanitize(Document("d", "A secret."), Redaction((WordList(["secret"]),)))
    assert describe_release(outcome.plan, outcome.release, unseen=[Span(2, 8)])["unseen"] == [[2, 8]]
