"""Codes and reasons of what is withheld, the log of it, and marks that come from and go to other PDF programs."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from tests import pdf_files

from reticent.errors import PolicyError, ReviewError
from reticent.policy.reading import read_policy
from reticent.policy.recipe import Recipe
from reticent.review.files import Outbox
from reticent.review.findings import make_steps
from reticent.review.release import release_file
from reticent.review.requests import carry_out
from reticent.review.review import Review, open_review
from reticent.review.showing import show_change
from reticent.review.tasks import LongTasks
from reticent.review.withheld import export_log, list_withheld
from reticent.review.xfdf import import_xfdf, read_xfdf, write_xfdf
from reticent.usecases.audit import audit
from reticent.usecases.release import read_file

POLICY = """
name = "foia"
[[codes]]
code = "FOIA b(6)"
means = "personal privacy"
[[codes]]
code = "GDPR Art. 15(4)"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "PERSON"
words = ["Ann Lee", "Bob"]
[[models]]
type = "redaction"
"""
LETTER = "Ann Lee met Bob.\n\nBob wrote to =ann@example.org.\n"
SPACE = "{http://ns.adobe.com/xfdf/}"


def start(folder: Path, files: dict[str, bytes], *, more: str = "") -> Review:
    policy = folder / "foia.toml"
    policy.write_text(more + POLICY, "utf-8")
    for name, data in files.items():
        (folder / name).write_bytes(data)
    rules = Recipe(policy).make_rules()
    given = [read_file(str(folder / name)) for name in files]
    review = open_review(given, rules, outbox=Outbox(folder / "out", "Zoe"))
    review.settle()
    return review


@pytest.fixture
def review(tmp_path: Path) -> Any:
    made = start(tmp_path, {"letter.txt": LETTER.encode(), "bob.txt": b"Seen by Bob.\n"})
    yield made
    made.close()


def act(review: Review, number: int = 1, **request: Any) -> None:
    carry_out(review, number, {"by": "Zoe", **request})
    review.settle(number)


def find(review: Review, term: str, number: int = 1) -> str:
    document = review.session(number).document
    changes = review.session(number).state.changes
    return next(each.id for each in changes if each.spans[0].of(document.text) == term)


def test_a_change_carries_a_code_and_a_reason_that_can_be_undone(review: Review) -> None:
    bob = find(review, "Bob")
    act(review, action="annotate", change=bob, code="FOIA b(6)", note="a private person")
    shown = show_change(review, 1, bob)
    assert (shown["code"], shown["note"]) == ("FOIA b(6)", "a private person")
    # Neither is lost when something else is decided.
    act(review, action="decide", change=bob, becomes="somebody")
    act(review, action="decide", change=bob, becomes=None)
    act(review, action="repair")
    assert show_change(review, 1, bob)["note"] == "a private person"
    for _ in range(3):
        act(review, action="undo")
    assert show_change(review, 1, bob)["code"] == ""


def test_codes_are_those_of_the_policy_and_reasons_quote_nothing(review: Review) -> None:
    bob = find(review, "Bob")
    with pytest.raises(ReviewError, match="lists no such code"):
        act(review, action="annotate", change=bob, code="b(7)")
    with pytest.raises(ReviewError, match="quotes what is withheld"):
        act(review, action="annotate", change=bob, note="because BOB asked")
    with pytest.raises(ReviewError, match="quotes what is withheld"):
        act(review, action="annotate", change=bob, note="as ann lee says")


def test_codes_are_given_to_many_at_once(review: Review) -> None:
    tasks = LongTasks(review.tell)
    request = {"action": "annotate", "filter": {"kind": "PERSON"}, "code": "FOIA b(6)", "by": "Zoe"}
    tasks.start(*make_steps(review, request))
    assert tasks.wait()
    codes = [each.code for number in (1, 2) for each in review.session(number).state.changes]
    assert codes == ["FOIA b(6)", "FOIA b(6)", "", "FOIA b(6)"]


def read_log(paths: list[Path]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(paths[0].read_text("utf-8"))))


def test_the_log_says_where_and_why_and_never_what(review: Review, tmp_path: Path) -> None:
    act(review, action="annotate", change=find(review, "Bob"), code="FOIA b(6)", note="=private <b>")
    with pytest.raises(ReviewError, match="nothing is released yet"):
        export_log(review)
    for number in (1, 2):
        release_file(review, number)
    written = export_log(review)
    rows = read_log(written)
    assert [(row["file"], row["place"], row["kind"], row["code"], row["rule"]) for row in rows] == [
        ("letter.txt", "line 1", "person", "", ""),
        ("letter.txt", "line 1", "person", "FOIA b(6)", "personal privacy"),
        ("letter.txt", "line 3", "person", "FOIA b(6)", "personal privacy"),
        ("letter.txt", "line 3", "email", "", ""),
        ("0002.txt", "line 1", "person", "", ""),
    ]
    assert rows[1]["reason"] == "'=private <b>"
    page = written[1].read_text("utf-8")
    assert "=private &lt;b&gt;" in page
    for path in written:
        text = path.read_text("utf-8").casefold()
        assert not any(words in text for words in ("bob", "ann", "example.org"))
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent == tmp_path / "private" / "out"


def test_what_changed_since_its_release_is_not_in_the_log(review: Review) -> None:
    release_file(review, 1)
    act(review, action="decide", change=find(review, "Bob"), becomes="somebody")
    assert list_withheld(review) == []


def test_a_code_is_printed_on_the_mark_where_the_policy_says_so(tmp_path: Path) -> None:
    review = start(tmp_path, {"letter.txt": LETTER.encode()}, more="codes_on_marks = true\n")
    act(review, action="annotate", change=find(review, "Ann Lee"), code="GDPR Art. 15(4)")
    act(review, action="annotate", change=find(review, "Bob"), code="FOIA b(6)")
    act(review, action="repair")
    assert review.session(1).light == "green"
    written = release_file(review, 1)
    text = written.release.read_text("utf-8")
    assert text == "[GDPR ART. 15(4)] met [FOIA B(6)].\n\n[FOIA B(6)] wrote to =[EMAIL].\n"
    assert [row.kind for row in list_withheld(review)] == ["person", "person", "person", "email"]
    # Whoever audits the release under the policy takes the marks for marks.
    (verdict,) = audit(read_file(str(written.release)), Recipe(tmp_path / "foia.toml").make_rules())
    assert not verdict.violations
    review.close()
    # … and goes on where it was.
    again = start(tmp_path, {"letter.txt": LETTER.encode()}, more="codes_on_marks = true\n")
    assert again.session(1).state.hash == review.session(1).state.hash
    again.close()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('[[codes]]\ncode = "b]6"\n', "code"),
        ('[[codes]]\ncode = " b6"\n', "code"),
        ('[[codes]]\ncode = "6"\n', "code"),
        ('[[codes]]\ncode = "foia B(6)"\n', "twice"),
    ],
)
def test_codes_that_could_not_be_marks_are_refused(tmp_path: Path, lines: str, said: str) -> None:
    path = tmp_path / "foia.toml"
    path.write_text(POLICY.replace("[[codes]]", f"{lines}[[codes]]", 1), "utf-8")
    with pytest.raises(PolicyError, match=said):
        read_policy(path)


def test_codes_on_marks_need_codes(tmp_path: Path) -> None:
    path = tmp_path / "foia.toml"
    without = POLICY.partition("[[detectors]]")
    path.write_text("codes_on_marks = true\n" + without[1] + without[2], "utf-8")
    with pytest.raises(PolicyError, match="there are none"):
        read_policy(path)


def build_pdf() -> bytes:
    lines = b"BT /F1 12 Tf 72 700 Td (Ann Lee met Bob.) Tj 0 -20 Td (Dr Ann Lee was well.) Tj ET"
    return pdf_files.make(lines, b"BT /F1 12 Tf 72 700 Td (Plain words here.) Tj ET")


@pytest.fixture
def pages(tmp_path: Path) -> Any:
    made = start(tmp_path, {"letter.pdf": build_pdf()})
    yield made
    made.close()


def test_changes_go_out_as_marks_for_redaction_without_a_word(pages: Review) -> None:
    act(pages, action="annotate", change=find(pages, "Bob"), code="FOIA b(6)")
    text = write_xfdf(pages, 1)
    assert "Ann" not in text
    assert "Bob" not in text
    root = etree.fromstring(text.encode())
    marks = root.findall(f"{SPACE}annots/{SPACE}redact")
    assert [(each.get("page"), each.get("subject"), each.get("overlay-text")) for each in marks] == [
        ("0", "person", None),
        ("0", "person", "FOIA b(6)"),
    ]
    corners = [float(each) for each in (marks[0].get("coords") or "").split(",")]
    assert len(corners) == 16  # two places of one name
    assert corners[0] == pytest.approx(72, abs=0.5)
    assert 700 < corners[1] < 715


def mark(kind: str, box: tuple[float, float, float, float], page: int = 0, more: str = "") -> str:
    left, bottom, right, top = box
    corners = f"{left},{top},{right},{top},{left},{bottom},{right},{bottom}"
    return (
        f'<xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><{kind} page="{page}" coords="{corners}"'
        f' rect="{left},{bottom},{right},{top}" {more}/></annots></xfdf>'
    )


def test_marks_of_others_become_changes_with_their_codes(pages: Review) -> None:
    line = (70.0, 695.0, 300.0, 715.0)
    assert import_xfdf(pages, 1, mark("highlight", line, 1, 'overlay-text="FOIA b(6)"'), who="Bea") == 1
    change = pages.session(1).state.changes[-1]
    assert change.spans[0].of(pages.session(1).document.text) == "Plain words here."
    assert (change.code, change.decision.model) == ("FOIA b(6)", "by hand")
    # Around what goes already, all of it goes, and nothing of what was to go is left.
    import_xfdf(pages, 1, mark("redact", (65.0, 676.0, 110.0, 692.0), 0, 'overlay-text="b(99)"'))
    pages.settle()
    text = pages.session(1).document.text
    gone = {span.of(text) for each in pages.session(1).state.changes for span in each.spans}
    assert "Dr Ann Lee" in gone
    assert pages.session(1).light == "green"
    # What goes already stays one change.
    assert import_xfdf(pages, 1, mark("redact", line)) <= 1


def test_marks_go_out_and_in_again_and_change_nothing(pages: Review) -> None:
    before = pages.session(1).state.plan_hash
    assert import_xfdf(pages, 1, write_xfdf(pages, 1)) == 0
    assert pages.session(1).state.plan_hash == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no xml",
        '<!DOCTYPE x [<!ENTITY a "b">]><xfdf><annots/></xfdf>',
        mark("redact", (1, 2, 3, 4)).replace('coords="', 'coords="7,'),
        mark("redact", (1, 2, 3, 4)).replace('page="0"', 'page="first"'),
        mark("square", (1, 2, 3, 4)).replace('rect="', 'nothing="'),
        "<xfdf><annots><redact page='0' coords='1,2,3\ud800'/></annots></xfdf>",
    ],
)
def test_what_is_no_list_of_marks_is_refused(text: str) -> None:
    with pytest.raises(ReviewError, match="not a readable XFDF"):
        read_xfdf(text)


def test_only_files_with_pages_have_marks(review: Review) -> None:
    with pytest.raises(ReviewError, match="only PDF files"):
        import_xfdf(review, 1, mark("redact", (1, 2, 3, 4)))
