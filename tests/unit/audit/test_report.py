import json

from reticent import Document, Redaction, WordList, sanitize
from reticent.audit.report import as_json, report
from reticent.pipeline import execute
from reticent.plan import Plan


def test_a_report_lets_a_second_person_check_and_quotes_nothing() -> None:
    model = Redaction((WordList(["secret"], kind="TOPIC"),))
    outcome = sanitize(Document("d", "A secret."), model)
    content = json.loads(as_json(report(outcome.plan, outcome.release, outcome.violations, version="1")))
    assert content["decisions"] == {"TOPIC": 1}
    assert content["released"] == outcome.document.fingerprint
    assert content["promises"][0]["relative_to"].keys() == {"word list TOPIC"}
    assert "secret" not in as_json(content)


def test_a_report_does_not_let_anyone_test_guesses_against_the_original() -> None:
    document = Document("d", "A secret.")
    outcome = sanitize(document, Redaction((WordList(["secret"]),)))
    content = report(outcome.plan, outcome.release, outcome.violations, version="1")
    assert document.fingerprint not in json.dumps(content)


def test_violations_are_located_by_line_and_column() -> None:
    document = Document("d", "one\ntwo secret")
    outcome = execute(document, Plan.for_document(document), Redaction((WordList(["secret"]),)))
    (row,) = report(outcome.plan, outcome.release, outcome.violations, version="1")["violations"]
    assert (row["line"], row["column"], row["start"], row["end"]) == (2, 5, 8, 14)
