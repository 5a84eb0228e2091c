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
    doctor = reticent(
        "views", LETTER, "-d", database, "-r", "general practitioner", "-k", "3", "--quiet", "--no-policy"
    )
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
    done = reticent("views", "-", "-d", database, "-r", "nurse", "-k", "3", stdin=b"See you soon.\n")
    assert done.stdout == b"See you soon.\n"
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


def test_a_ledger_makes_later_views_safe_with_those_before(database: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "shown.db"
    asked = (
        "views",
        "-",
        "-d",
        database,
        "-k",
        "3",
        "-r",
        "nurse",
        "--ledger",
        ledger,
        "--subject",
        "case 17",
    )
    refused = reticent(*asked, stdin=b"Fatigue.\n")
    assert refused.returncode == 2
    assert b"there is no ledger" in refused.stderr
    assert refused.stdout == b""
    first = reticent(*asked, "--new-subject", stdin=b"Weight loss and fatigue.\n")
    assert first.returncode == 0, first.stderr
    look = reticent(*asked, "--explain", stdin=b"Night sweats, headache and a rash.\n")
    assert look.returncode == 0, look.stderr
    alone = reticent(*asked[:8], stdin=b"Headache, rash and fever.\n")
    after = reticent(*asked, stdin=b"Headache, rash and fever.\n")
    assert alone.stdout.count(b"[TERM]") < after.stdout.count(b"[TERM]")
    wrong = reticent(*asked[:-1], "case 71", stdin=b"Headache.\n")
    assert wrong.returncode == 2
    assert b"does not know 1 of 1 subjects" in wrong.stderr


def test_a_policy_can_name_database_ledger_and_subject(database: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(
        f'''[[detectors]]
type = "patterns"
kinds = ["EMAIL"]

[[models]]
type = "redaction"

[[models]]
type = "k-safety"
database = "{database.as_posix()}"
k = 3
ledger = "shown.db"
subject_field = "patient"
''',
        encoding="utf-8",
    )
    notes = tmp_path / "notes.jsonl"
    notes.write_text(
        '{"patient": "p1", "text": "Weight loss, fatigue; ask ann@example.org."}\n'
        '{"patient": 2, "text": "HIV test, headache and rash."}\n',
        encoding="utf-8",
    )
    out = tmp_path / "out.jsonl"
    done = reticent("views", notes, "-p", policy, "-r", "nurse", "--new-subject", "-o", out)
    assert done.returncode == 0, done.stderr
    text = out.read_text(encoding="utf-8")
    assert "[EMAIL]" in text
    assert "HIV" not in text
    assert (tmp_path / "shown.db").exists()
    assert reticent("sanitize", notes, "-p", policy).returncode == 2


def test_a_folder_has_a_view_for_each_reader(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    (folder / "letters").mkdir(parents=True)
    (folder / "letters" / "a.txt").write_text(
        "Ask ann@example.org about HIV and fatigue.\n", encoding="utf-8"
    )
    (folder / "b.txt").write_text("Weight loss.\n", encoding="utf-8")
    one = reticent(
        "views", folder, "-d", database, "-k", "3", "-r", "nurse", "-o", tmp_path / "one", "--workers", "1"
    )
    assert one.returncode == 0, one.stderr
    text = (tmp_path / "one" / "letters" / "a.txt").read_text(encoding="utf-8")
    assert "HIV" not in text
    assert "[EMAIL]" in text
    ledger = ("--ledger", tmp_path / "shown.db", "--subject", "case 17", "--new-subject")
    kept = reticent(
        "views", folder, "-d", database, "-k", "3", "-r", "nurse", *ledger, "-o", tmp_path / "kept"
    )
    assert kept.returncode == 0, kept.stderr
    everybody = reticent(
        "views", folder, "-d", database, "-k", "3", "--all", "-o", tmp_path / "all", "--workers", "1"
    )
    assert everybody.returncode == 0, everybody.stderr
    shown = {
        place.name: place / "letters" / "a.txt" for place in (tmp_path / "all").iterdir() if place.is_dir()
    }
    assert set(shown) == {"employer", "general practitioner", "nurse", "receptionist", "therapist"}
    assert "HIV" in shown["general practitioner"].read_text(encoding="utf-8")
    assert shown["nurse"].read_text(encoding="utf-8") == text


def test_a_database_is_changed_in_place_and_earlier_views_are_explained(
    database: Path, tmp_path: Path
) -> None:
    place = tmp_path / "d.db"
    place.write_bytes(database.read_bytes())
    new = tmp_path / "new.csv"
    new.write_text(
        "id,names,category,context\nlong-covid,long covid,infection,fatigue;rest\n", encoding="utf-8"
    )
    added = reticent("entities", "add", place, new)
    assert added.returncode == 0, added.stderr
    assert b"1 entities added, 0 changed, 0 removed; sha256:" in added.stderr
    before = added.stderr.split(b"; ")[1].split()[0].decode()
    assert reticent("entities", "add", place, new).returncode == 2
    assert reticent("entities", "add", place, new, "--replace").returncode == 0
    gone = reticent("entities", "remove", place, "burnout", "syphilis")
    assert gone.returncode == 0, gone.stderr
    now = reticent("views", LETTER, "-d", place, "-r", "nurse", "-k", "3", "--explain").stdout.decode()
    then = reticent(
        "views", LETTER, "-d", place, "-r", "nurse", "-k", "3", "--explain", "--as-of", before
    ).stdout.decode()
    assert "syphilis" not in now
    assert "syphilis" in then
    assert (
        then
        == reticent("views", LETTER, "-d", database, "-r", "nurse", "-k", "3", "--explain").stdout.decode()
    )
    assert reticent("entities", "remove", place, "nobody").returncode == 2
    assert reticent("entities", "tie", place).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--k-for", "nothing=3"), "no entity of the category 'nothing'"),
        (("--k-for", "sexual"), "--k-for is written CATEGORY=K"),
        (("--weight", "fever=heavy"), "--weight is written TERM=NUMBER"),
        (("--search", "magic"), "--search"),
        (("--subject", "x"), "go with --ledger"),
        (("--ledger", "{folder}/l.db", "--new-subject"), "whose documents are these?"),
        (("--ledger", "{database}", "--subject", "x"), "no ledger"),
        (("--as-of", "sha256:00"), "no record of a state"),
        (("--k-for", "sexual=100"), "67 entities"),
    ],
)
def test_what_can_not_be_asked_shows_nothing(
    database: Path, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    given = (each.format(database=database, folder=tmp_path) for each in arguments)
    done = reticent("views", LETTER, "-d", database, "-r", "nurse", "-k", "3", *given)
    assert done.returncode in (2, 3)
    assert complaint in done.stderr.decode()
    assert done.stdout == b""


def test_generalized_diverse_and_weighted_views(database: Path) -> None:
    asked = ("views", LETTER, "-d", database, "-r", "nurse", "-k", "3")
    general = reticent(*asked, "--generalize")
    assert general.returncode == 0, general.stderr
    assert b"made more general" in general.stderr
    assert not any(word in general.stdout for word in (b"please part", b"negative stimul", b"venereal"))
    diverse = reticent(
        *asked, "--diverse", "--k-for", "sexual=5", "--weight", "insomnia=9", "--search", "exact"
    )
    assert diverse.returncode == 0, diverse.stderr
    explained = reticent(*asked[:1], "-", *asked[2:], "--explain", stdin=b"A gonorrhoeal rash, hep B.\n")
    assert "derived form" in explained.stdout.decode()
    assert "another name" in explained.stdout.decode()
