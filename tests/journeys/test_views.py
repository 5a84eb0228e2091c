"""Views from the command line: build a database, see as somebody, check what readers could pool."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

LETTER = ROOT / "examples" / "doctors-letter.txt"
SECRETS = ("HIV", "gonorrhoea", "hepatitis")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("entities") / "diseases.db"
    readers = ROOT / "examples" / "readers.csv"
    done = reticent(
        "entities", "build", ROOT / "examples" / "diseases.jsonl", "-o", place, "--readers", readers
    )
    assert done.returncode == 0, done.stderr
    return place


def test_a_reader_sees_what_it_is_cleared_for(database: Path) -> None:
    doctor = reticent("views", LETTER, "-d", database, "-r", "general practitioner", "-k", "3", "--quiet")
    nurse = reticent("views", LETTER, "-d", database, "-r", "nurse", "-k", "3", "--quiet")
    assert doctor.stdout == LETTER.read_bytes()
    assert nurse.returncode == 0
    assert not any(secret in nurse.stdout.decode() for secret in SECRETS)


def test_a_stranger_sees_what_one_cleared_for_nothing_sees(database: Path) -> None:
    employer = reticent("views", LETTER, "-d", database, "-r", "employer", "-k", "3")
    stranger = reticent("views", LETTER, "-d", database, "-r", "who?", "-k", "3")
    assert stranger.returncode == 0
    assert stranger.stdout == employer.stdout


def test_an_explanation_names_whom_a_deletion_shields(database: Path) -> None:
    shown = reticent("views", LETTER, "-d", database, "-r", "nurse", "-k", "3", "--explain").stdout.decode()
    assert "unprotected sex" in shown
    assert "syphilis" in shown


def test_collusion_is_found_repaired_and_the_views_written(database: Path, tmp_path: Path) -> None:
    asked = ("views", LETTER, "-d", database, "--all", "-k", "3", "--collusion")
    found = reticent(*asked, "-o", tmp_path)
    assert found.returncode == 1
    assert "nurse + therapist" in found.stdout.decode()
    assert list(tmp_path.iterdir()) == []
    mended = reticent(*asked, "--repair", "-o", tmp_path)
    assert mended.returncode == 0, mended.stderr
    assert b"nobody gains by pooling views" in mended.stderr
    assert sorted(place.stem for place in tmp_path.iterdir()) == [
        "employer",
        "general practitioner",
        "nurse",
        "receptionist",
        "therapist",
    ]


def test_a_policy_can_ask_for_k_safety(tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    source = (ROOT / "examples" / "diseases.jsonl").as_posix()
    policy.write_text(
        f'[[models]]\ntype = "k-safety"\ndatabase = "{source}"\ncategories = ["sexual"]\nk = 5\n',
        encoding="utf-8",
    )
    done = reticent("sanitize", LETTER, "--policy", policy)
    assert done.returncode == 0, done.stderr
    assert not any(secret in done.stdout.decode() for secret in SECRETS)
    released = tmp_path / "released.txt"
    released.write_bytes(done.stdout)
    assert reticent("audit", released, "--policy", policy).returncode == 0
    assert reticent("audit", LETTER, "--policy", policy).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-r", "nurse"), "--database"),
        (("-d", "{database}"), "whose view?"),
        (("-d", "{database}", "-r", "nurse", "--collusion"), "goes with --all"),
        (("-d", "{database}", "-r", "nurse", "-k", "1000"), "67 entities"),
        (("-d", "absent.db", "-r", "nurse"), "no entity database"),
        (("-d", "{database}", "--all", "-o", "absent"), "directory"),
        (("-d", "postgresql://nowhere.invalid/x", "-r", "nurse"), "can't be reached"),
    ],
)
def test_what_makes_no_sense_is_refused(database: Path, arguments: tuple[str, ...], complaint: str) -> None:
    done = reticent("views", LETTER, *(each.format(database=database) for each in arguments))
    assert done.returncode == 2
    assert complaint in done.stderr.decode()
    assert done.stdout == b""


def test_a_document_with_no_known_term_says_so(database: Path) -> None:
    done = reticent("views", "-", "-d", database, "-r", "nurse", "-k", "3", stdin=b"See you on Monday.\n")
    assert done.stdout == b"See you on Monday.\n"
    assert "no term of the database was found" in done.stderr.decode()


def test_a_source_is_never_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "e.csv"
    source.write_text("id,names,context\na,A,x\n", encoding="utf-8")
    done = reticent("entities", "build", source, "-o", source)
    assert done.returncode == 2
    assert "overwritten" in done.stderr.decode()
    assert source.read_text(encoding="utf-8").startswith("id,names")


def test_show_lists_categories_and_readers(database: Path) -> None:
    shown = reticent("entities", "show", database).stdout.decode()
    assert "sexual" in shown
    assert "general practitioner, nurse" in shown
