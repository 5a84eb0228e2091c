"""A review in a real terminal: keys in, changes and light out, files on disk."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from reticent.cli._output import print_table
from reticent.cli.app import Exit, complain, say, warn
from reticent.cli.review import review_in_terminal
from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.models.redaction import Redaction
from reticent.review.files import Outbox
from reticent.review.review import open_review
from reticent.usecases.release import read_file

RULES = Rules((Redaction((WordList(["Ann Lee", "Bob", "Zorblat"], kind="NAME"),)),))
TEXTS = {"a.txt": "Ann Lee met Bob [b]bold[/b] \x1b[31m here.\n", "b.txt": "Bob saw a Zorblat.\n"}


def walk(folder: Path, keys: str, *more: str) -> tuple[Exit, str]:
    """What a person who types these lines sees, and how the review ends."""
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    given = [read_file(str(folder / name)) for name in (*TEXTS, *more)]
    review = open_review(given, RULES, outbox=Outbox(folder / "out", "Zoe"))
    console = Console(record=True, width=120, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    lines = iter(keys.split("\n"))

    def ask(prompt: str) -> str:
        console.print(prompt, markup=False)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    end = review_in_terminal(review, console, ask=ask)
    review.close()
    console.file.close()
    return end, console.export_text()


def test_a_person_accepts_everything_and_releases_all_files(tmp_path: Path) -> None:
    end, seen = walk(tmp_path, "a\n\nn\na\na\nd\nW\nq")
    assert end == Exit.FINE
    assert (tmp_path / "out/b.txt").read_text("utf-8") == "[NAME] saw a [NAME].\n"
    assert "change 1 of 2: Ann Lee -> [NAME] (1 place)" in seen
    assert "green: every promise holds" in seen
    assert "done, 2 changes, 0 leaks" in seen


def test_a_restored_term_is_a_leak_until_it_is_overruled(tmp_path: Path) -> None:
    end, seen = walk(tmp_path, "r\nw\nl\no\nZoe\nour doctor\nw\nq")
    assert end == Exit.RELEASED_IN_PART
    assert "red: can't be released" in seen
    assert "leak: [Ann Lee]" in seen
    assert "repair it, or give up more" in " ".join(seen.split())
    assert (tmp_path / "out/a.txt").read_text("utf-8").startswith("Ann Lee met [NAME]")


def test_words_of_your_own_marks_undo_and_the_same_everywhere(tmp_path: Path) -> None:
    end, seen = walk(tmp_path, "j\ne\nfriend\nt\nm\nhere\nu\nU\nx\nk\np\nR\n7\n?\nW")
    assert end == Exit.FINE
    assert (tmp_path / "out/b.txt").read_text("utf-8") == "A friend saw a [NAME].\n"
    assert "1 other documents changed" in seen
    assert "There is no such key here" in seen
    assert "The review ends here." in seen


def test_the_text_can_not_steer_the_terminal(tmp_path: Path) -> None:
    _, seen = walk(tmp_path, "q")
    assert "\x1b[31m" not in seen
    assert "[b]bold[/b]" in seen


def test_the_name_of_a_file_can_not_steer_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    name = "a\x1b]0;owned\x07\u202etxt.exe\x9b2J"
    say(f"released: {name}")
    complain(f"{name} is left out")
    warn([f"{name} is large"])
    print_table("files", ["name"], [[name]], aside=True)
    said = capfd.readouterr().err
    assert said.count("a·]0;owned··txt.exe·2J") == 4
    assert not re.search("[\x1b\x07\x9b\u202e]", said)


def test_all_files_are_released_but_for_those_that_can_not_be(tmp_path: Path) -> None:
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7 broken")
    end, seen = walk(tmp_path, "r\nW\nq", "c.pdf")
    assert end == Exit.RELEASED_IN_PART
    assert (tmp_path / "out/b.txt").exists()
    assert not (tmp_path / "out/a.txt").exists()
    said = "".join(seen.split())
    assert f"failed:{tmp_path / 'c.pdf'}" in said
    assert f"left:{tmp_path / 'a.txt'}" in said
    assert "released:" in said


def test_nothing_released_is_told_by_the_exit_code(tmp_path: Path) -> None:
    assert walk(tmp_path, "")[0] == Exit.PROMISE_NOT_REACHED


SCRIPT = """
import sys
from rich.console import Console
from reticent.cli.review import review_in_terminal
from reticent.policy.recipe import Recipe
from reticent.review.review import open_review
from reticent.review.files import Outbox
from reticent.usecases.release import read_file
from pathlib import Path
review = open_review([read_file(sys.argv[1])], Recipe().make_rules(), outbox=Outbox(Path(sys.argv[2]), "Zoe"))
end = review_in_terminal(review, Console())
review.close()
sys.exit(int(end))
"""


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are a thing of Unix")
def test_it_works_in_a_pseudo_terminal(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Write to ann@example.org.\n", "utf-8")
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, letter, tmp_path / "out"], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    seen = b""
    for key in (b"a\n", b"w\n", b"q\n"):
        seen += read_until(ours, b"What now (? for help): ")
        os.write(ours, key)
    assert run.wait(timeout=60) == 0
    os.close(ours)
    assert b"every promise holds" in seen
    assert (tmp_path / "out/letter.txt").read_text("utf-8") == "Write to [EMAIL].\n"


def read_until(terminal: int, prompt: bytes, seconds: float = 60) -> bytes:
    """What the terminal shows up to a prompt."""
    seen, end = b"", time.monotonic() + seconds
    while prompt not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - time.monotonic()))
        assert ready, "the prompt never came"
        seen += os.read(terminal, 4096)
    return seen
