"""Which parts of a name say as much as the whole, and where a text names somebody by a short name."""

from __future__ import annotations

import pickle

import pytest

from reticent import CgSanitization, Document, open_corpus, sanitize, wordnet
from reticent.errors import TaxonomyError
from reticent.models.cg_sanitization._entities import senses_of
from reticent.models.shared.naming import names_within
from reticent.models.shared.proper_names import NameFinder, ShortNames, names_person, short_names


def within(name: str, general: str | None = None) -> list[str]:
    return list(names_within(name, general, senses_of(name, general, wordnet()), wordnet()))


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("HIV infection", "HIV"), ("acute HIV infection", "HIV"), ("infection with HIV", "HIV"), ("HIV-positive", "HIV"),
        ("HIV status", "HIV"), ("HIV test", "HIV"), ("tuberculosis infection", "tuberculosis"),
        ("hepatitis C infection", "hepatitis C"), ("heroin addiction", "heroin"), ("addiction to heroin", "heroin"),
        ("heroin use disorder", "heroin"), ("alcohol dependence", "alcohol"), ("cocaine overdose", "cocaine"),
        ("AIDS patient", "AIDS"), ("Crohn's disease", "Crohn's"), ("COVID-19 infection", "COVID-19"),
        ("human immunodeficiency virus infection", "human immunodeficiency virus"),
    ],
)  # fmt: skip
def test_the_cause_or_a_synonym_within_a_name_is_a_name_too(name: str, part: str) -> None:
    assert part in within(name)


@pytest.mark.parametrize(
    ("name", "general"),
    [
        ("lung cancer", "cancer"), ("lung cancer", "disease"), ("breast cancer", "disease"), ("heart disease", "disease"),
        ("kidney infection", "infection"), ("New York Times", None), ("virus infection", "disease"), ("drug abuse", None),
        ("blood test", "test"), ("white blood cell", None), ("HIV infection", "HIV"), ("lead poisoning", None),
        ("mental illness", None), ("New York", None),
    ],
)  # fmt: skip
def test_a_word_that_only_modifies_and_what_may_be_told_are_no_names(name: str, general: str | None) -> None:
    assert within(name, general) == []


def test_both_sides_of_a_slash_are_names_where_both_are_conditions() -> None:
    assert within("HIV/AIDS") == ["HIV", "AIDS"]
    assert within("AC/DC") == []


@pytest.mark.parametrize(
    "text", ["The patient has HIV.", "hiv status: known", "An HIV-positive man.", "HIV/AIDS clinic"]
)
def test_who_protects_an_infection_protects_its_cause(text: str) -> None:
    model = CgSanitization(
        {"HIV infection": "disease"}, corpus=open_corpus(), taxonomy=wordnet(), max_group=1, unseen="keep"
    )
    outcome = sanitize(Document("d", text), model)
    assert "hiv" not in outcome.text.casefold()
    assert model.promise.names["HIV infection"][:2] == ("HIV infection", "HIV")
    assert "Protected names: HIV infection, HIV" in model.promise.statement
    assert "HIV" not in model.promise.public


def test_what_may_be_told_does_not_stand_for_a_cause_of_another_sort() -> None:
    model = CgSanitization(
        {"heroin abuse": "condition"}, corpus=open_corpus(), taxonomy=wordnet(), max_group=1, unseen="keep"
    )
    assert sanitize(Document("d", "He takes heroin."), model).text == "He takes [REMOVED]."


@pytest.mark.parametrize(
    ("name", "part"),
    [("hiv infection", "HIV"), ("HIV-1 infection", "HIV"), ("the HIV virus", "HIV"), ("HIV 1", "HIV")],
)
def test_a_name_within_a_name_is_found_however_that_is_written(name: str, part: str) -> None:
    assert part in within(name, "disease")


@pytest.mark.parametrize(
    "name", ["barack obama", "Barack H. Obama", "Barack Hussein Obama II", "Obama Barack", "Mr. Barack Obama"]
)
def test_a_person_has_a_surname_however_the_name_is_written(name: str) -> None:
    assert "obama" in {each.casefold() for each in short_names([name], "person", wordnet()).sure}


@pytest.mark.parametrize("name", ["heroin addict", "computer scientist", "gay man", "cocaine user", "heroin"])
def test_a_description_of_a_person_has_no_surname(name: str) -> None:
    assert short_names([name], "person", wordnet()).names == ()


@pytest.mark.parametrize(
    ("name", "sure", "common"),
    [
        ("Barack Obama", "Obama", None), ("Obama, Barack", "Obama", None), ("Dr. Angela Merkel", "Merkel", None),
        ("Martin Luther King, Jr.", None, "King"), ("Ursula von der Leyen", "von der Leyen", None), ("Steve Jobs", None, "Jobs"),
        ("Barack Obama", "BObama", None), ("Xi Jinping", "Jinping", None), ("George Bush", "BushG", "Bush"),
    ],
)  # fmt: skip
def test_a_person_has_a_surname(name: str, sure: str | None, common: str | None) -> None:
    short = short_names([name], "person", wordnet())
    assert sure is None or sure in short.sure
    assert common is None or common in short.common


def test_a_firm_goes_by_its_name_without_the_legal_form() -> None:
    assert short_names(["Apple Inc."], "company", wordnet()).common == ("Apple",)
    assert short_names(["Goldman Sachs Group, Inc."], "company", wordnet()).sure == ("Goldman Sachs",)
    assert short_names(["microsoft corporation"], "company", wordnet()).sure == ("microsoft",)
    for name in ("New York Times", "parent company", "Apple"):
        assert short_names([name], "company", wordnet()) == ShortNames()


def test_who_is_a_person_is_told_by_what_may_be_told() -> None:
    assert names_person("Barack Obama", "politician", wordnet())
    assert names_person("Gordon Brown", None, wordnet())
    assert not names_person("Apple Inc.", "company", wordnet())
    assert not names_person("New York Times", "newspaper", wordnet())


OBAMA = NameFinder(("Barack Obama",), short=short_names(["Barack Obama"], "person", wordnet()))
JOBS = NameFinder(("Steve Jobs",), short=short_names(["Steve Jobs"], "person", wordnet()))
APPLE = NameFinder(("Apple Inc.",), short=short_names(["Apple Inc."], "company", wordnet()))


def found(finder: NameFinder, text: str) -> list[str]:
    return [mention.span.of(text) for mention in finder.mentions(Document("d", text))]


@pytest.mark.parametrize(
    "text",
    [
        "Mr OBAMA", "obama@example.org", "/Users/obama/notes", "OBAMA'S", "obama_barack.pdf", "info@obama.org", "www.obama.com",
        "myObamaStatus", "the Obamas", "bobama", "#obama", "@Obama", "C:\\Users\\obama\\x", "Obama1", "x=obama;", "tag:obama",
        "https://example.org/?q=obama", "obama, barack",
    ],
)  # fmt: skip
def test_a_surname_that_means_nobody_else_is_found_in_any_case_and_in_addresses(text: str) -> None:
    assert any("obama" in each.casefold() for each in found(OBAMA, text))


@pytest.mark.parametrize(
    "text",
    [
        "Mr Jobs died.", "MR JOBS DIED.", "mr. jobs died", "Then Jobs left.", "We asked Jobs.", "steve jobs", "Steve JOBS",
        "S. Jobs wrote", "jobs, steve", "JOBS, Steve", "President Jobs", "/Users/jobs/x", "jobs@example.org", "jobs_status",
        "jobs.com", "sjobs", "@jobs", "the JOBS story", "the late\nJobs was", "he said “Jobs” twice", "JobsClinic",
    ],
)  # fmt: skip
def test_a_surname_that_is_a_common_word_is_found_where_its_surroundings_show_a_name(text: str) -> None:
    assert any("jobs" in each.casefold() for each in found(JOBS, text))


@pytest.mark.parametrize(
    "text",
    [
        "Many new jobs came.",
        "Jobs are scarce.",
        "NEW JOBS ARE COMING",
        "- jobs\n- homes",
        "jobs-related",
        "A job.",
    ],
)
def test_an_ordinary_word_is_nobodys_surname(text: str) -> None:
    assert found(JOBS, text) == []


def test_a_capital_is_a_name_where_the_text_names_the_person_elsewhere() -> None:
    assert found(JOBS, "Jobs left. Steve Jobs came back to new jobs.") == ["Jobs", "Steve Jobs"]
    assert found(APPLE, "Apple grew. Apple Inc. sells apples.") == ["Apple", "Apple Inc"]
    assert found(APPLE, "apple incorporated") == ["apple"]
    assert found(APPLE, "an apple a day") == []


def test_a_name_in_a_word_that_nobody_knows_is_found_and_other_words_are_not() -> None:
    finder = NameFinder(("tuberculosis", "heroin", "Paris", "breast cancer"))
    for text in (
        "antituberculosis",
        "www.heroinhelp.org",
        "www.heroinzq.org",
        "letterbreastcancer2.pdf",
        "tuberculosistuberculosis",
    ):
        assert found(finder, text), text
    for text in ("a heroine", "two heroines", "a comparison", "the parish"):
        assert found(finder, text) == [], text


def test_words_that_come_from_a_proper_name_are_forms_of_it() -> None:
    model = CgSanitization(
        {"Islam": "religion"}, corpus=open_corpus(), taxonomy=wordnet(), max_group=1, unseen="keep"
    )
    (entity,) = model.attacker.entities
    assert "islamic" in entity.finder.written
    assert "islamese" not in entity.finder.written


def test_a_finder_travels_and_finds_the_same() -> None:
    assert found(pickle.loads(pickle.dumps(JOBS)), "Then Jobs left.") == ["Jobs"]  # noqa: S301
    assert JOBS.kinds == {"NAME"}
    assert JOBS.declared != OBAMA.declared


@pytest.mark.parametrize(
    ("name", "place"),
    [("New York Times", "New York"), ("Boston Globe", "Boston"), ("Chicago Tribune", "Chicago")],
)
def test_a_place_only_says_which_paper_is_meant(name: str, place: str) -> None:
    model = CgSanitization(
        {name: None}, corpus=open_corpus(), taxonomy=wordnet(), max_group=1, at_most=1.0, unseen="keep"
    )
    text = f"He lives in {place}."
    assert sanitize(Document("d", text), model).text == text
    assert place not in sanitize(Document("d", f"He reads the {name}."), model).text


@pytest.mark.parametrize("text", ["Many new jobs were created.", "They look for jobs."])
def test_ordinary_words_stay_where_somebody_bears_their_name(text: str) -> None:
    model = CgSanitization(
        {"Steve Jobs": "person"}, corpus=open_corpus(), taxonomy=wordnet(), max_group=1, unseen="keep"
    )
    assert "jobs" in sanitize(Document("d", text), model).text


@pytest.mark.parametrize("text", ["Mr OBAMA left.", "Write to obama@example.org.", "See /Users/obama/x."])
def test_no_surname_of_a_protected_person_is_released(text: str) -> None:
    model = CgSanitization(
        {"Barack Obama": "person"}, corpus=open_corpus(), taxonomy=wordnet(), max_group=1, unseen="keep"
    )
    assert "obama" not in sanitize(Document("d", text), model).text.casefold()
    both = {"Apple Inc.": "company", "Steve Jobs": "person"}
    model = CgSanitization(both, corpus=open_corpus(), taxonomy=wordnet(), max_group=1, unseen="keep")
    assert "Jobs" not in sanitize(Document("d", "Jobs left Apple Inc. in 1985. Mr JOBS died."), model).text


@pytest.mark.parametrize(
    ("said", "text", "left"),
    [
        ("being HIV positive", "The patient has HIV.", "HIV"),
        ("suffers from epilepsy", "She has epilepsy.", "epilepsy"),
        ("hepatitis C infection", "He has hepatitis C. HCV positive.", "HCV"),
    ],
)
def test_a_condition_in_words_that_name_nothing_else_goes_under_all_its_names(
    said: str, text: str, left: str
) -> None:
    model = CgSanitization({said: None}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep")
    assert left not in sanitize(text, model).text


def test_what_may_be_told_says_less_than_the_entity() -> None:
    with pytest.raises(TaxonomyError, match="says as much as 'HIV'"):
        CgSanitization({"HIV": "AIDS"}, corpus=open_corpus(), taxonomy=wordnet())
