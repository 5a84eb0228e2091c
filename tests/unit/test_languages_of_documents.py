"""A document in a language that nobody reads is refused before anything is planned, unless somebody allows it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from tests.language_samples import SAMPLES

from reticent import Document, Mention, Redaction, WordList, names, open_policy, patterns, sanitize
from reticent.detection.detector import EVERY_LANGUAGE, languages_read, several
from reticent.engine import Outcome, Rules, execute, run_together
from reticent.engine.languages import Languages
from reticent.errors import LanguageError, PolicyError, PromiseError
from reticent.plan import Plan
from reticent.policy.reading import parse_policy
from reticent.policy.recipe import Recipe
from reticent.usecases.audit import audit
from reticent.usecases.presidio import UNREACHED, analyze
from reticent.usecases.release import InputFile, release, report_release

PEOPLE = Redaction((names(languages=["en"]),))
NUMBERS = Redaction((patterns(), WordList(["Zorblat"])))
SPANISH_ROWS = [
    "El señor Pérez llamó ayer por la tarde.",
    "No está en su casa y no quiere hablar.",
    "Quiere que le llamen mañana a las nueve.",
    "Juan García",
]


@pytest.mark.parametrize("code", ["zh", "ja", "ru", "ar", "ko", "es", "de", "tr", "sw"])
def test_a_document_that_nobody_reads_is_refused(code: str) -> None:
    with pytest.raises(LanguageError, match=rf"'brief\.txt' is in .*--language {code} ") as refused:
        sanitize(Document("brief.txt", SAMPLES[code]), PEOPLE)
    assert isinstance(refused.value, PromiseError)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("code", ["zh", "ru", "es", "fi"])
def test_patterns_and_word_lists_read_every_language(code: str) -> None:
    text = f"{SAMPLES[code]} ann@example.org Zorblat"
    assert sanitize(text, NUMBERS).text == f"{SAMPLES[code]} [EMAIL] [WORD]"


@pytest.mark.parametrize("allowed", ["es", "any"])
def test_an_allowed_language_goes_through_and_is_noted(allowed: str) -> None:
    outcome = sanitize(SAMPLES["es"], PEOPLE, languages=[allowed])
    assert outcome.language == "es"
    assert sanitize("She was not there.", PEOPLE, languages=[allowed]).language == ""


def test_allowing_one_language_allows_no_other() -> None:
    both = f"{SAMPLES['es']}\n\n{SAMPLES['ru']}"
    for allowed in ("es", "ru"):
        with pytest.raises(LanguageError):
            sanitize(both, PEOPLE, languages=[allowed])
    assert sanitize(both, PEOPLE, languages=["es", "ru"]).language == "ru"


def test_a_plan_does_not_get_a_document_past_it() -> None:
    document = Document("a", SAMPLES["ru"])
    plan = Plan.for_document(document)
    with pytest.raises(LanguageError):
        execute(document, plan, PEOPLE)
    assert execute(document, plan, PEOPLE, languages=["ru"]).language == "ru"


def test_a_placeholder_is_in_no_language() -> None:
    policy = open_policy("default")
    assert policy.sanitize("[PERSON 1]").text == "[PERSON 1]"


def _judge(texts: list[str], languages: Sequence[str] = ()) -> list[bool]:
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    return [
        isinstance(each, Outcome)
        for each in run_together(documents, Rules((PEOPLE,), languages=frozenset(languages)))
    ]


def test_short_texts_have_the_language_of_their_file() -> None:
    assert _judge(SPANISH_ROWS) == [False] * 4
    assert _judge(SPANISH_ROWS, languages=["es"]) == [True] * 4
    assert [_judge([row]) for row in SPANISH_ROWS] == [[True]] * 4


def test_foreign_rows_among_english_ones_are_refused_alone() -> None:
    english = ["Please call me back about the order.", "It has not come yet, and we need it."] * 3
    assert _judge([*english, *SPANISH_ROWS]) == [True] * 6 + [False] * 3 + [True]


def test_a_short_text_in_another_script_is_refused_among_english_ones() -> None:
    assert _judge(["Please call me back.", "张伟", "Anna Smith", "5 β"]) == [True, False, True, True]


class Silent:
    """A detector of others that doesn't say what it reads."""

    kinds = frozenset({"NAME"})
    declared: ClassVar[dict[str, str]] = {}

    def mentions(self, document: Document) -> list[Mention]:
        return []


def test_what_several_read_is_what_those_that_are_bound_to_a_language_read() -> None:
    assert languages_read([patterns(), WordList(["a"])]) == EVERY_LANGUAGE
    assert languages_read([patterns(), names(languages=["en"])]) == {"en"}
    assert languages_read([several(patterns(), names(languages=["en"]))]) == {"en"}
    assert languages_read([Silent()]) == {"en"}
    assert languages_read([]) == EVERY_LANGUAGE
    assert Languages.of([NUMBERS]).read == EVERY_LANGUAGE


def test_a_policy_names_languages_by_code_or_name() -> None:
    text = 'languages = ["Spanish", "zh"]\n[[detectors]]\ntype = "names"\nlanguages = ["en"]\n[[models]]\ntype = "redaction"\n'
    assert parse_policy(text, "p").languages == ["es", "zh"]
    with pytest.raises(PolicyError, match="languages: there is no such language"):
        parse_policy(text.replace("Spanish", "Elvish"), "p")


@pytest.fixture
def spanish(tmp_path: Path) -> Recipe:
    file = tmp_path / "p.toml"
    file.write_text(
        'languages = ["es"]\n[[detectors]]\ntype = "names"\nlanguages = ["en"]\n[[models]]\ntype = "redaction"\n'
    )
    return Recipe(file)


def test_what_a_policy_and_a_command_allow_adds_up(spanish: Recipe) -> None:
    assert spanish.make_rules().languages == {"es"}
    more = Recipe(spanish.policy, languages=("ru",))
    assert more.make_rules().languages == {"es", "ru"}
    assert more.fingerprint != spanish.fingerprint


def test_the_report_says_which_language_nobody_read(spanish: Recipe) -> None:
    rules = spanish.make_rules()
    texts = {"es.txt": SAMPLES["es"], "en.txt": "Anna Smith was here."}
    told = [
        report_release(release(InputFile(name, text.encode()), rules))["documents"][0]["unread_language"]
        for name, text in texts.items()
    ]
    assert told == ["es", None]


def test_an_audit_does_not_judge_what_it_cannot_read(spanish: Recipe) -> None:
    rules = spanish.make_rules()
    assert audit(InputFile("a.txt", SAMPLES["es"].encode()), rules)
    with pytest.raises(LanguageError, match=r"a\.txt"):
        audit(InputFile("a.txt", SAMPLES["de"].encode()), rules)


def test_an_analysis_points_at_the_whole_of_a_text_that_nobody_reads(spanish: Recipe) -> None:
    (finding,) = analyze(SAMPLES["ja"], spanish.make_rules())
    assert (finding.entity_type, finding.start, finding.end) == (UNREACHED, 0, len(SAMPLES["ja"]))


def test_a_table_in_another_language_is_refused_row_by_row(spanish: Recipe) -> None:
    rows = [
        {"text": text} for text in ["Wir haben nicht auf Sie gewartet.", "Das ist für uns nicht gut."] * 5
    ]
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    with pytest.raises(LanguageError, match="line 1' is in German"):
        release(InputFile("a.jsonl", data), spanish.make_rules())
