"""What readers still infer of a release: their ranks, the chance that a language model names it, and when it is withheld."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from reticent import CgSanitization, Document, Redaction, WordList, open_corpus, wordnet
from reticent.audit.inference import NOBODY, InferenceRisk, Watch, look, watch
from reticent.engine import Outcome, run, run_one
from reticent.engine.rules import Rules
from reticent.errors import PolicyError, WithheldError
from reticent.knowledge import Corpus
from reticent.models.privacy_model import CompleteModel
from reticent.policy.recipe import Recipe
from reticent.review.review import open_review
from reticent.review.showing import show_documents
from reticent.text import Span
from reticent.usecases.release import InputFile

NOTE = "PMH: HIV.\nShe takes tenofovir and dolutegravir every day.\nPlan: CD4 count in three months."
HARMLESS = "PMH: HIV.\nShe fell from a ladder.\nPlan: remove the stitches in ten days."


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return open_corpus()


def names_gone(corpus: Corpus, **limits: Any) -> Rules:
    """Rules that remove the name alone, and watch what is inferred of it."""
    protecting = CgSanitization({"HIV": None}, corpus=corpus, taxonomy=wordnet(), unseen="keep")
    gone = Redaction((WordList(["HIV"], kind="TERM"),))
    return Rules((gone,), watch=Watch.over([protecting], **limits))


def risk_of(text: str, corpus: Corpus) -> InferenceRisk:
    rules = names_gone(corpus)
    assert rules.watch
    (risk,) = rules.watch.assess(run_one(Document("note", text), rules).release)
    return risk


def test_drugs_that_are_left_rank_the_condition_first_and_say_where(corpus: Corpus) -> None:
    risk = risk_of(NOTE, corpus)
    released = run_one(Document("note", NOTE), names_gone(corpus)).document
    assert risk.place == 1
    assert {span.of(released.text) for span in risk.places} >= {"tenofovir", "dolutegravir"}


def test_where_nothing_points_to_it_no_reader_comes_upon_it(corpus: Corpus) -> None:
    risk = risk_of(HARMLESS, corpus)
    assert (risk.place, risk.places) == (None, ())
    assert "does not come upon HIV" in risk.describe(Document("note", HARMLESS))


def test_the_chance_is_higher_where_more_is_left(corpus: Corpus) -> None:
    telling, harmless = risk_of(NOTE, corpus).likely, risk_of(HARMLESS, corpus).likely
    assert telling is not None
    assert harmless is not None
    assert 0 < harmless < telling < 1


def test_a_document_that_does_not_speak_of_it_has_no_risk(corpus: Corpus) -> None:
    rules = names_gone(corpus)
    assert rules.watch
    assert rules.watch.assess(run_one(Document("note", "A cast was fitted."), rules).release) == ()


def test_what_nobody_can_be_asked_about_is_said(corpus: Corpus) -> None:
    protecting = CgSanitization(
        {"Project Falcon": None},
        corpus=corpus,
        taxonomy=wordnet(),
        unseen="keep",
        related={"Project Falcon": ["merger"]},
    )
    rules = Rules((protecting,), watch=Watch.over([protecting]))
    assert rules.watch
    outcome = run_one(Document("note", "Project Falcon goes on: the merger is near."), rules)
    (risk,) = rules.watch.assess(outcome.release)
    assert (risk.reader, risk.place, risk.is_inferred) == (NOBODY, None, False)
    assert "if that is what the text is about, expect whoever reads it" in risk.describe(outcome.document)
    assert risk.summarize() == "nobody could be asked"
    assert rules.watch.assess(run_one(Document("note", "A cast was fitted."), rules).release) == ()


def test_the_list_of_documents_under_review_says_in_a_few_words_what_is_inferred_of_each(
    corpus: Corpus,
) -> None:
    texts = (NOTE, HARMLESS, "A cast was fitted.\n")
    files = [InputFile(f"{number}.txt", text.encode()) for number, text in enumerate(texts)]
    review = open_review(files, names_gone(corpus))
    try:
        review.settle()
        telling, harmless, silent = (row["inferred"] for row in show_documents(review))
    finally:
        review.close()
    assert telling.startswith("a language model would name it in ")
    assert harmless.startswith("a language model would name it in ")
    assert telling != harmless
    assert silent == ""


def test_a_description_quotes_nothing_of_the_document(corpus: Corpus) -> None:
    outcome = run_one(Document("note", NOTE), names_gone(corpus))
    said = risk_of(NOTE, corpus).describe(outcome.document)
    assert "tenofovir" not in said
    assert "2:11" in said  # where it stands in the release
    assert "tenofovir" not in json.dumps(risk_of(NOTE, corpus).as_json())


def test_what_is_ranked_too_high_is_withheld_and_what_is_not_goes_out(corpus: Corpus) -> None:
    rules = names_gone(corpus, if_ranked=3)
    with pytest.raises(WithheldError) as caught:
        run_one(Document("note", NOTE), rules)
    assert caught.value.reason["code"] == "withheld_ranked"
    assert "tenofovir" not in str(caught.value)
    assert run_one(Document("other", HARMLESS), rules).text.startswith("PMH: [TERM]")


def test_a_withheld_document_says_which_words_would_have_to_go(corpus: Corpus) -> None:
    rules = names_gone(corpus, if_ranked=3)
    with pytest.raises(WithheldError) as caught:
        run_one(Document("note", NOTE), rules)
    released = run_one(Document("note", NOTE), names_gone(corpus)).document.text
    spans = [Span(*pair) for pair in caught.value.reason["would_help"]]  # type: ignore[attr-defined]
    gone = released
    for span in spans:
        gone = gone[: span.start] + "x" * len(span) + gone[span.end :]
    assert spans
    assert run_one(Document("note", gone.replace("[TERM]", "HIV")), rules).text


def test_the_limit_of_likelihood_is_inclusive(corpus: Corpus) -> None:
    likely = risk_of(NOTE, corpus).likely
    assert likely is not None
    with pytest.raises(WithheldError):
        run_one(Document("note", NOTE), names_gone(corpus, if_likely=likely))
    assert run_one(Document("note", NOTE), names_gone(corpus, if_likely=min(1.0, likely + 0.001))).text


def test_one_withheld_document_stops_no_other(corpus: Corpus) -> None:
    documents = [Document("one", NOTE), Document("two", HARMLESS)]
    withheld, released = run(documents, names_gone(corpus, if_ranked=3))
    assert isinstance(withheld, WithheldError)
    assert isinstance(released, Outcome)


def test_a_withheld_error_travels_to_other_processes(corpus: Corpus) -> None:
    with pytest.raises(WithheldError) as caught:
        run_one(Document("note", NOTE), names_gone(corpus, if_ranked=3))
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert (str(again), again.reason) == (str(caught.value), caught.value.reason)


def test_what_is_no_condition_is_ranked_among_what_is_below_its_general_term(corpus: Corpus) -> None:
    model = CgSanitization({"Paris": "city"}, corpus=corpus, taxonomy=wordnet(), unseen="keep")
    (watched,) = watch([model])
    outcome = run_one(
        Document("d", "She sees the Louvre and the Seine in Paris."),
        Rules((Redaction((WordList(["Paris"]),)),)),
    )
    sight = look(outcome.release, watched)
    assert sight
    assert sight.risk.likely is None
    assert sight.risk.place is not None


@pytest.mark.parametrize(
    ("protect", "limits", "said"),
    [
        ({}, {"if_ranked": 1}, "need something that is protected"),
        ({"Paris": "city"}, {"if_likely": 0.3}, "not on the list of conditions"),
        ({"Qwxzy": None}, {"if_ranked": 1}, "no reader knows"),
    ],
)
def test_a_limit_that_could_never_be_reached_is_refused(
    protect: dict[str, str | None], limits: dict[str, Any], said: str, corpus: Corpus
) -> None:
    model = SimpleNamespace(protect=protect, corpus=corpus, taxonomy=wordnet(), aliases={})
    with pytest.raises(PolicyError, match=said):
        Watch.over([cast(CompleteModel, model)], **limits)


def test_a_policy_and_a_command_say_the_same(tmp_path: Path) -> None:
    policy = tmp_path / "p.toml"
    policy.write_text(
        'withhold_if_ranked = 2\n[[models]]\ntype = "cg-sanitization"\nprotect = { HIV = "virus" }\nunseen = "keep"\n'
    )
    by_policy = Recipe(policy).make_rules().watch
    by_command = Recipe(policy, withhold_if_ranked=5).make_rules().watch
    assert by_policy
    assert by_command
    assert (by_policy.if_ranked, by_command.if_ranked) == (2, 5)
