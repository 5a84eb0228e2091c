"""What the README and the pages under docs/ show is what happens."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"(?<! -->\n)^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""A block behind a comment that names a file is tested together with the other files of its page, elsewhere."""
GENERATED = "scripts/build_reference.py: change the code"


def blocks(language: str) -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if GENERATED not in text:
            yield from ((page, block[2]) for block in BLOCK.finditer(text) if block[1] == language)


NAMED_FILE = re.compile(r"<!-- (\S+\.\w+) -->\n```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)
"""A file that the commands of a page read, with its name in a comment before it."""


def write_named_files(page: str, folder: Path) -> None:
    (text,) = (each.read_text(encoding="utf-8") for each in PAGES if each.name == page)
    for name, content in NAMED_FILE.findall(text):
        (folder / name).write_text(content, encoding="utf-8")


def shown_commands() -> Iterator[tuple[str, str, str]]:
    """Each reticent command that a page shows, with the page's name and the output it shows (maybe none)."""
    for page, block in blocks("console"):
        for command, output in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            last = command.split("&&")[-1].strip().replace(".venv/bin/", "")
            if last.startswith("reticent "):
                yield page.name, last, output


def squeezed(text: str) -> list[str]:
    """Lines without the blanks and blank lines by which tables differ from terminal to terminal."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("page", list(dict.fromkeys(page for page, _, _ in shown_commands())))
def test_the_commands_of_a_page_print_what_it_shows(page: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    if page != "README.md":
        write_named_files(page, tmp_path)
    for command, output in [each[1:] for each in shown_commands() if each[0] == page]:
        words = shlex.split(command)[1:]
        done = reticent(*words, cwd=tmp_path)
        assert done.returncode in (0, 1), (command, done.stderr)
        if output:
            assert squeezed(done.stdout.decode()) == squeezed(output), command


@pytest.mark.parametrize(
    ("page", "block"), list(blocks("python")), ids=lambda value: getattr(value, "name", "code")
)
def test_a_python_example_runs(page: Path, block: str) -> None:
    exec(compile(block, str(page), "exec"), {})  # noqa: S102


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = next(
        line[2:] for line in readme.splitlines() if line.startswith("$ ") and "test" in line.split("/")[-1]
    )
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
