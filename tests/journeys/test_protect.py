"""Whole runs with `--protect`: the option, its table, its mistakes."""

import json
from pathlib import Path

import pytest

from reticent.knowledge import default_path
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from tests.contracts.cg_worlds import TEXTS
from tests.journeys.command import ROOT, reticent

NOTE = ROOT / "examples" / "discharge-note.txt"
HIV = ("--protect", "HIV=virus", "--unseen", "keep")
LETTER = b"An HIV test was done. Antiretroviral therapy for the fever."


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index")
    lines = [json.dumps({"title": "", "text": text}) for text in [*TEXTS] * 3]
    source = folder / "texts.jsonl"
    source.write_text("\n".join(lines), encoding="utf-8")
    build([source], folder / "world.index", options=BuildOptions(min_documents=1))
    return folder / "world.index"


def test_an_entity_is_protected_with_what_may_be_told_in_its_place(index: Path) -> None:
    done = reticent("sanitize", *HIV, "--knowledge", "none", "--knowledge", index, stdin=LETTER)
    assert done.returncode == 0, done.stderr
    assert done.stdout == b"A virus test was done. [TREATMENT 1] for the fever."
    assert b"more about HIV than 'virus' does" in done.stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sanitize", "HIV:disease"),
        ("plan", "HIV->disease"),
        ("audit", "HIV, depression"),
        ("guess", "HIV==disease"),
    ],
)
def test_another_notation_is_refused_by_every_command(command: str, said: str) -> None:
    done = reticent(command, "-", "--protect", said, stdin=b"The patient has HIV.")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'write --protect "HIV' in done.stderr


def test_the_service_does_not_start_under_another_notation(tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(
        '[[models]]\ntype = "cg-sanitization"\nprotect = { "HIV:disease" = "" }\n', encoding="utf-8"
    )
    done = reticent("serve", "--policy", policy)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"is not understood" in done.stderr


def test_the_cause_in_a_name_is_protected_and_every_release_says_under_which_names(tmp_path: Path) -> None:
    rules = ("--protect", "HIV infection=disease", "--unseen", "keep")
    done = reticent("sanitize", *rules, "--report", tmp_path / "report.json", stdin=b"The patient has HIV.")
    assert (done.returncode, done.stdout) == (0, b"The patient has a disease.")
    assert b"Protected names: HIV infection, HIV" in done.stderr
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert report["documents"][0]["promises"][0]["names"]["HIV infection"][:2] == ["HIV infection", "HIV"]
    audited = reticent("audit", *rules, stdin=b"The patient has HIV.")
    assert audited.returncode == 1


def test_words_that_the_corpus_has_never_seen_are_listed(index: Path) -> None:
    rules = (*HIV, "--knowledge", "none", "--knowledge", index, "--quiet")
    done = reticent("sanitize", "--json", *rules, stdin=b"For zidovudine and a test.")
    assert json.loads(done.stdout)["documents"][0]["unseen"] == [[4, 14]]
    assert b"words that the corpus has never seen were kept at 1 place" in done.stderr


def test_a_name_that_is_protected_is_told_in_general_and_not_blacked_out_as_a_name() -> None:
    rules = ("--quiet", "--unseen", "keep", "--protect", "Parkinson's disease=disorder")
    done = reticent("sanitize", *rules, stdin=b"He has had Parkinson's disease for years.")
    assert done.stdout == b"He has had a disorder for years."


def test_people_beside_a_protected_name_are_still_found() -> None:
    rules = ("--quiet", *HIV)
    done = reticent("sanitize", *rules, stdin=b"He joined the Jennifer Walker HIV group. It met in Oslo.")
    for name in (b"jennifer", b"walker", b"oslo", b"hiv"):
        assert name not in done.stdout.lower()


def test_a_plan_shows_bits_counts_and_the_group(index: Path) -> None:
    rules = (*HIV, "--knowledge", "none", "--knowledge", index)
    done = reticent("plan", *rules, "--at-most", "1", stdin=LETTER)
    shown = " ".join(done.stdout.decode().split())
    assert done.returncode == 0, done.stderr
    assert "bits of HIV" in shown
    assert "6 of 6 documents" in shown
    capped = " ".join(reticent("plan", *rules, stdin=LETTER).stdout.decode().split())
    assert "of 100 documents with this term 100 name HIV" in capped
    assert "6 of 6 do" in capped


def test_the_json_plan_carries_the_evidence_and_can_be_applied(index: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_bytes(LETTER)
    rules = (*HIV, "--knowledge", "none", "--knowledge", index)
    planned = reticent("plan", letter, "--json", *rules)
    evidence = [decision["evidence"] for decision in json.loads(planned.stdout)["decisions"]]
    assert {each["entity"] for each in evidence} == {"HIV"}
    (tmp_path / "plan.json").write_bytes(planned.stdout)
    done = reticent("apply", tmp_path / "plan.json", letter, *rules)
    assert done.returncode == 0, done.stderr
    assert b"HIV" not in done.stdout


def test_an_audit_finds_what_a_text_tells(index: Path) -> None:
    rules = (*HIV, "--knowledge", "none", "--knowledge", index)
    assert reticent("audit", *rules, stdin=LETTER).returncode == 1
    assert reticent("audit", *rules, stdin=b"A virus test was done.").returncode == 0


def test_a_policy_can_ask_for_it(index: Path, tmp_path: Path) -> None:
    (tmp_path / "hiv.toml").write_text(
        f'[[models]]\ntype = "cg-sanitization"\nprotect = {{ HIV = "virus" }}\nknowledge = ["none", "{index}"]\n'
        'aliases = { HIV = ["kitchen"] }\nunseen = "keep"\n'
    )
    done = reticent("sanitize", "--policy", tmp_path / "hiv.toml", stdin=b"The kitchen is closed.")
    assert done.returncode == 0, done.stderr
    assert b"kitchen" not in done.stdout


def test_the_table_lists_senses_generalizations_bits_and_cost(index: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_bytes(LETTER)
    done = reticent(
        "protect", "HIV", tmp_path / "letter.txt", "--knowledge", "none", "--knowledge", index, "--json"
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["suggestions"]
    assert [row["general"] for row in rows][:2] == [None, "virus"]
    assert all(row["terms_changed"] for row in rows)
    shown = reticent("protect", "HIV", "--knowledge", "none", "--knowledge", index).stdout.decode()
    assert "retrovirus" in shown


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--protect", "HIV=car"), b"never seen 'car'"),
        (("--protect", "virus=HIV"), b"not more general than 'virus'"),
        (("--protect", "the=virus"), b"no word with a meaning of its own"),
        (("--protect", "HIV=HIV"), b"'HIV' is 'HIV' itself"),
        (("--protect", "HIV=virus", "--related", "AIDS=x"), b"not protected"),
        (("--protect", "HIV=virus", "--related", "HIV"), b"--related is written ENTITY=NAME"),
        (("--protect", "HIV=virus", "--related", "HIV=x", "--indistinct", "2"), b"readers of the whole text"),
        (("--related", "HIV=x"), b"go with --protect"),
        (("--protect", "=virus"), b"ENTITY=GENERAL"),
        (("--protect", "HIV=virus", "--alias", "HIV"), b"ENTITY=NAME"),
        (("--protect", "HIV=virus", "--alias", "AIDS=x"), b"not protected"),
        (("--protect", "HIV=virus", "--context", "page"), b"paragraph"),
        (("--protect", "HIV=virus", "--max-group", "0"), b"max-group"),
        (("--alias", "HIV=x"), b"go with --protect"),
    ],
)
def test_mistakes_are_told_and_nothing_is_written(
    index: Path, options: tuple[str, ...], message: bytes
) -> None:
    done = reticent("sanitize", *options, "--knowledge", "none", "--knowledge", index, stdin=LETTER)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == b""


def test_the_readme_command_reads_like_english() -> None:
    if not default_path().exists():
        pytest.skip(
            "the index that ships with the package is absent: build it with 'reticent knowledge build'"
        )
    done = reticent("sanitize", NOTE, "--protect", "HIV=virus", "--max-group", "2", "-k", "general")
    assert done.returncode == 0, done.stderr
    assert b"A virus test came back positive. Therapy was started together" in done.stdout


def test_a_generalization_that_the_taxonomy_would_not_take_is_a_note_and_no_refusal(index: Path) -> None:
    rules = ("--protect", "HIV=fever", "--unseen", "keep", "--knowledge", "none", "--knowledge", index)
    done = reticent("sanitize", *rules, stdin=LETTER)
    assert done.returncode == 0, done.stderr
    assert b"note that in the taxonomy 'fever' is not above 'HIV'" in done.stderr


def test_several_generalizations_of_one_entity_all_hold(index: Path) -> None:
    rules = (
        "--protect",
        "HIV=virus",
        "--protect",
        "HIV=fever",
        "--unseen",
        "keep",
        "--knowledge",
        "none",
        "--knowledge",
        index,
    )
    done = reticent("sanitize", *rules, stdin=b"An antiretroviral drug.")
    assert done.returncode == 0, done.stderr
    assert b"HIV than 'virus' does, HIV than 'fever' does" in done.stderr


@pytest.mark.parametrize("entity", ["Barack Obama", "Itanium", "Apple Inc."])
def test_what_merely_stands_beside_an_entity_is_no_choice_and_that_none_is_known_is_said(entity: str) -> None:
    done = reticent("protect", entity, "--json")
    assert done.returncode == 0, done.stderr
    assert [row["general"] for row in json.loads(done.stdout)["suggestions"]] == [None]
    assert f"No hierarchy here has anything above {entity}".encode() in reticent("protect", entity).stderr


@pytest.mark.parametrize("text", [b"", b"\n", b"HIV", b"HIV, HIV; hiv.\nHIV"])
def test_a_document_of_nothing_or_of_nothing_but_names_is_released_without_them(
    text: bytes, index: Path
) -> None:
    done = reticent("sanitize", "--quiet", *HIV, "--knowledge", "none", "--knowledge", index, stdin=text)
    assert done.returncode == 0, done.stderr
    assert b"hiv" not in done.stdout.lower()
    assert done.stdout.count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_policy_with_thousands_of_names_is_read_within_seconds(
    index: Path, tmp_path: Path, count: int
) -> None:
    names = ", ".join(f'"name{number} of it"' for number in range(count))
    (tmp_path / "many.toml").write_text(
        f'[[models]]\ntype = "cg-sanitization"\nprotect = {{ HIV = "virus" }}\nknowledge = ["none", "{index}"]\n'
        f'unseen = "keep"\naliases = {{ HIV = [{names}] }}\n'
    )
    done = reticent("sanitize", "--policy", tmp_path / "many.toml", "-q", stdin=b"A name77 of it came back.")
    assert done.returncode == 0, done.stderr
    assert b"name77" not in done.stdout
