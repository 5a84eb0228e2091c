"""The table "Where do I put …?" of the architecture page, walked row by row.

For each row a toy is added to a copy of the project in the files that the row names, and in no other; then it is used as
anybody would use it. All toys stand in one copy, and one process of its own proves them, because modules are loaded once.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import runpy
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/explanation/architecture.md"
ROOMS = "src/reticent"
POLICY = '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n'


def read_table() -> dict[str, str]:
    """Each row of the table: what somebody wants to add, and where the page sends them."""
    part = PAGE.read_text("utf-8").partition("## Where do I put …?")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split(" | ")] for line in part.splitlines() if "|" in line
    ]
    return {row[0]: row[1] for row in rows[2:]}


def named_paths(where: str) -> list[str]:
    """The files and folders that a row names, from the project's root."""
    named = re.findall(r"`(?:python )?([a-z_./]+(?:/|\.(?:py|toml|txt)))`", where)
    return [each if (ROOT / each).exists() else f"{ROOMS}/{each}" for each in named]


@dataclass(frozen=True, slots=True)
class Toy:
    """What somebody adds: whole new files, and lines after others in files that exist. `most` of these may be touched."""

    prove: Callable[[Path], None]
    new: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    most: int = 0

    @property
    def touched(self) -> list[str]:
        """The files that exist already and get a line, contracts and layers apart."""
        return [each for each in self.lines if each.startswith((ROOMS, "experiments"))]


def run_command(*arguments: str) -> tuple[int, str]:
    """How a command ended, and what it said."""
    from reticent.cli import main

    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with patch("sys.argv", ["reticent", *arguments]), redirect_stdout(out), redirect_stderr(out):
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = int(ended.code or 0)
        out.flush()
    return code, out.buffer.getvalue().decode()


def release(folder: Path, text: str, policy: str = POLICY, *, name: str = "note.txt") -> str:
    """What `reticent sanitize` makes of a text; the release passes its audit."""
    (folder / "policy.toml").write_text(policy, "utf-8")
    (folder / name).write_text(text, "utf-8")
    for old in folder.glob("released*"):
        old.unlink()
    released = folder / f"released{Path(name).suffix}"
    under = ["--policy", str(folder / "policy.toml")]
    code, said = run_command("sanitize", str(folder / name), "-o", str(released), *under)
    assert code == 0, said
    code, said = run_command("audit", str(released), "--original", str(folder / name), *under)
    assert code == 0, said
    return released.read_text("utf-8")


def prove_kind(folder: Path) -> None:
    from reticent.kinds import kind_of_label, linked_kinds

    words = '[[detectors]]\ntype = "words"\nwords = ["Q7"]\nkind = "STAFF_BADGE"\n\n[[models]]\ntype = "redaction"\n'
    assert release(folder, "He wore Q7.", words) == "He wore [BADGE OF STAFF]."
    assert kind_of_label("BADGE OF STAFF") == "STAFF_BADGE"
    assert "STAFF_BADGE" in linked_kinds()


def prove_pattern(folder: Path) -> None:
    assert release(folder, "See ZB-1234 and ZB-1235.") == "See [CASE] and ZB-1235."


def prove_model(folder: Path) -> None:
    policy = '[[models]]\ntype = "toy-silence"\nword = "zorblat"\n'
    assert release(folder, "A zorblat came.", policy) == "A [REMOVED] came."
    (folder / "bad.txt").write_text("A zorblat came.", "utf-8")
    assert run_command("audit", str(folder / "bad.txt"), "--policy", str(folder / "policy.toml"))[0] == 1


def prove_attacker(folder: Path) -> None:
    (folder / "policy.toml").write_text(
        '[[attackers]]\ntype = "toy"\n\n[[models]]\ntype = "indistinct"\nprotect = {HIV = "virus"}\nk = 1\n'
        'candidates = ["HIV", "rabies virus", "cowpox virus"]\n',
        "utf-8",
    )
    (folder / "note.txt").write_text("She has a virus.", "utf-8")
    code, said = run_command(
        "guess", str(folder / "note.txt"), "--policy", str(folder / "policy.toml"), "--json"
    )
    assert code == 0, said
    assert '"toy"' in said


def prove_format(folder: Path) -> None:
    assert release(folder, "; mail ann@example.org", name="note.toy") == "; mail [EMAIL]"


def prove_corpus(folder: Path) -> None:
    (folder / "counts").write_text("the weather\n" * 8 + "the zorblat\n", "utf-8")
    policy = (
        'knowledge = ["none", "toy:counts"]\n\n[[detectors]]\ntype = "informativeness"\nbound = 2\n\n'
        '[[models]]\ntype = "redaction"\n'
    )
    assert release(folder, "the weather, the zorblat", policy) == "the weather, the [INFORMATIVE]"


def prove_language(folder: Path) -> None:
    from reticent import Document, open_policy
    from reticent.text import analyze

    note = "Trz. Balu zi lo kamo'q. Zuro nul."
    read = analyze(Document("toy", note, language="qtx"))
    assert [span.of(note) for span in read.sentences] == ["Trz. Balu zi lo kamo'q.", "Zuro nul."]
    (folder / "policy.toml").write_text(POLICY, "utf-8")
    note = "Ann@example.org zi ka 3 triaro 2024."
    released = open_policy(folder / "policy.toml").sanitize(Document("toy", note, language="qtx"))
    assert released.text == "[EMAIL] zi ka 3 triaro 2024."
    hut = open_policy(folder / "policy.toml").sanitize(Document("toy", "Balu zi HU1234.", language="qtx"))
    assert hut.text == "Balu zi [NATIONAL ID]."


def prove_search(folder: Path) -> None:
    from reticent.models.k_safety import largest_safe_subset

    contexts = {"A": {"red", "round"}, "B": {"red"}, "C": {"round"}}
    found = largest_safe_subset(["red", "round"], contexts, ["A"], 1, search=cast(Any, "toy"))
    assert found.kept == frozenset()


def prove_style(folder: Path) -> None:
    policy = f'placeholders = "braces"\n\n{POLICY}'
    assert release(folder, "Mail ann@example.org.", policy) == "Mail {{EMAIL}}."
    assert release(folder, "Mail {{EMAIL}}.", policy) == "Mail {{EMAIL}}."


def prove_endpoint(folder: Path) -> None:
    import httpx

    from reticent.service.endpoints import describe
    from reticent.service.server import build_app
    from reticent.service.settings import PolicyFiles, Settings
    from reticent.service.tokens import create_token

    (folder / "policy.toml").write_text(POLICY, "utf-8")

    async def ask() -> httpx.Response:
        app, service = build_app(Settings(PolicyFiles(folder=folder)))
        await service.start()
        try:
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
                return await web.get("/v1/toy?policy=policy")
        finally:
            await service.close()

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()) == (200, {"kinds": answer.json()["kinds"]})
    assert answer.json()["kinds"] > 10
    assert "/v1/toy" in describe("1")["paths"]
    assert create_token("ward", ["toy"])[0].verbs == ("toy",)


class Backwards:
    """An executor that does the last job first."""

    def run(
        self, work: Callable[..., Any], jobs: Iterable[Any], *, set_up: Callable[[], Any]
    ) -> Iterator[Any]:
        """The results in the order of the jobs."""
        state = set_up()
        return iter([work(state, job) for job in reversed([*jobs])][::-1])


def prove_executor(folder: Path) -> None:
    from reticent import open_policy
    from reticent.engine import run
    from reticent.text import Document

    (folder / "policy.toml").write_text(POLICY, "utf-8")
    notes = [Document(str(number), f"Mail a{number}@example.org.") for number in range(3)]
    recipe = open_policy(folder / "policy.toml").recipe
    texts = [cast(Any, each).text for each in run(notes, recipe, executor=Backwards())]
    assert texts == ["Mail [EMAIL]."] * 3


def prove_action(folder: Path) -> None:
    from rich.console import Console

    from reticent.cli.app import Exit
    from reticent.cli.review import review_in_terminal
    from reticent.detection import WordList
    from reticent.engine import Rules
    from reticent.models.redaction import Redaction
    from reticent.review.files import Outbox
    from reticent.review.review import open_review
    from reticent.service.review.api import ReviewApi
    from reticent.usecases.release import read_file

    rules = Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),))
    outbox = Outbox(folder / "out", "Zoe")
    (folder / "a.txt").write_text("The Zorblat came.", "utf-8")
    review = open_review([read_file(str(folder / "a.txt"))], rules, outbox=outbox)
    offered = ReviewApi(review, outbox, 1.0).list_documents()["actions"]
    assert [each for each in offered if each["action"] == "soften"] == [
        {"action": "soften", "key": "!", "does": "say it softly", "on_change": True}
    ]
    console = Console(record=True, width=120, file=io.StringIO())
    keys = iter(["!", "w", "q"])
    end = review_in_terminal(review, console, ask=lambda prompt: next(keys))
    review.close()
    assert end == Exit.FINE, console.export_text()
    assert "say it softly" in console.export_text()
    assert (folder / "out/a.txt").read_text("utf-8") == "The visitor came."


def prove_command(folder: Path) -> None:
    assert run_command("toy", "Ann") == (0, "Hello Ann\n")
    assert "Says hello." in run_command("--help")[1]


def prove_detector(folder: Path) -> None:
    policy = '[[detectors]]\ntype = "toy"\n\n[[models]]\ntype = "redaction"\n'
    assert release(folder, "The zorblat came.", policy) == "The [TOY] came."


def prove_rule(folder: Path) -> None:
    from reticent.plan import Decision, Plan
    from reticent.rendering.edits import render
    from reticent.text import Document, Span

    note = Document("note", "Three cats came.")
    plan = Plan.for_document(note, (Decision((Span(6, 10),), "ANIMAL", "zorblat"),))
    assert render(note, plan).released.text == "Three zorblatim came."


def prove_hierarchy(folder: Path) -> None:
    (folder / "terms.toy").write_text("zorblat < creature\n", "utf-8")
    policy = (
        'taxonomies = ["terms.toy"]\n\n[[detectors]]\ntype = "words"\nwords = ["zorblat"]\nkind = "NAME"\n\n'
        '[[models]]\ntype = "redaction"\ngeneralize = true\n'
    )
    assert release(folder, "The zorblat came.", policy) == "The creature came."


def prove_figure(folder: Path) -> None:
    from experiments.results import RESULTS

    fill = runpy.run_path(str(ROOT / "scripts/build_data_table.py"))["fill"]
    assert "toy" in {each.module for each in RESULTS}
    assert "a toy's figure" in fill((ROOT / "docs/reference/reproduce.md").read_text("utf-8"))
    figures = folder / "toy.json"
    with patch("sys.argv", ["toy", "--quick", "--json", str(figures)]), redirect_stdout(io.StringIO()):
        __import__("experiments.toy", fromlist=["main"]).main()
    assert json.loads(figures.read_text("utf-8"))["toys"] == 1


def prove_error(folder: Path) -> None:
    from reticent import errors
    from reticent.cli.app import Exit, exit_for

    assert exit_for(errors.ToyError("put it back")) == Exit.BAD_INPUT  # type: ignore[attr-defined]


REGISTRY = f"{ROOMS}/policy/registry.py"
CONTRACTS = "pyproject.toml"
MODEL = '''"""A model that never says one word."""

from dataclasses import dataclass

from reticent.models.privacy_model import CompleteModel
from reticent.plan import Decision, Plan, Promise, Violation
from reticent.text import Span


@dataclass(frozen=True)
class Silence(CompleteModel):
    """One word is gone."""

    word: str

    @property
    def promise(self):
        return Promise("toy-silence", "One word is gone.", {})

    @property
    def kinds(self):
        return frozenset({"REMOVED"})

    @property
    def needs(self):
        return "released"

    def plan(self, document, mentions=()):
        decisions = tuple(Decision((each,), "REMOVED", model="toy-silence") for each in self._places(document))
        return Plan.for_document(document, decisions, (self.promise,))

    def violations(self, release):
        return [Violation("toy-silence", each, "REMOVED", "it stands") for each in self._places(release.released)]

    def _places(self, document):
        at = document.text.find(self.word)
        return [] if at < 0 else [Span(at, at + len(self.word))]
'''
MODEL_SETTINGS = '''"""The settings of silence."""

from typing import Literal

from reticent.models.toy_silence.model import Silence
from reticent.settings.section import Section


class SilenceSettings(Section):
    """The model that never says one word."""

    type: Literal["toy-silence"]
    word: str

    def build(self, parts):
        return Silence(self.word)
'''
ATTACKER = '''"""An attacker that always guesses in the order of the list."""

from dataclasses import dataclass

from reticent.attackers.attacker import Guess


@dataclass(frozen=True)
class ToyAttacker:
    """Guesses in the order of the list."""

    name: str = "toy"
    fingerprint: str = "sha256:0"
    repeatable: bool = True

    def guesses(self, document, candidates):
        return [Guess(each.name, -float(place)) for place, each in enumerate(candidates)]
'''
ATTACKER_SETTINGS = '''

class ToySettings(Section):
    """An attacker that guesses in the order of the list."""

    type: Literal["toy"]

    def build(self, parts: Sources):
        from reticent.attackers.toy import ToyAttacker

        return ToyAttacker()
'''
FORMAT = '''"""Text under another name."""

from reticent.formats.plain import PlainText

TOY = PlainText("toy", (".toy",))
'''
DETECTOR = '''"""A detector that knows one word."""

import re

from reticent.detection.detector import EVERY_LANGUAGE, CompleteDetector
from reticent.text import Mention, Span


class ToyDetector(CompleteDetector):
    """Finds zorblats."""

    kinds = frozenset({"TOY"})
    languages = EVERY_LANGUAGE
    declared = {"toy": "sha256:0"}

    def mentions(self, document):
        return [Mention(Span(*each.span()), "TOY") for each in re.finditer("zorblat", document.mask_placeholders())]
'''
DETECTOR_SETTINGS = '''

class ToySettings(Section):
    """A detector of zorblats."""

    type: Literal["toy"]

    def build(self, parts: Sources):
        from reticent.detection.toy import ToyDetector

        return ToyDetector()
'''
COMMAND = '''"""`reticent toy`."""

from typing import Annotated

import typer


def toy(name: Annotated[str, typer.Argument()]) -> None:
    """Says hello."""
    typer.echo(f"Hello {name}")
'''
EXPERIMENT = '''"""A figure of no use."""

from experiments.harness import run
from experiments.needs import Needs

NEEDS = Needs()


def main() -> None:
    """Run it."""
    run("toy", NEEDS, lambda quick: {"toys": 1}, print)
'''
TOY_LANGUAGE = ROOT / "tests/toy_language"


def write_language() -> dict[str, str]:
    """The toy language as a folder of the package."""
    code = (TOY_LANGUAGE / "__init__.py").read_text("utf-8").replace("TOY = ", "LANGUAGE = ")
    data = {each.name: each.read_text("utf-8") for each in (TOY_LANGUAGE / "data").iterdir()}
    folder = f"{ROOMS}/language/qtx"
    return {
        f"{folder}/__init__.py": code,
        **{f"{folder}/data/{name}": text for name, text in data.items()},
    }


END = ""
"""Instead of a line that others are added after: they are added at the end."""

TOYS: dict[str, Toy] = {
    "a kind of finding": Toy(
        prove_kind,
        lines={
            f"{ROOMS}/kinds/kinds.toml": {
                END: '\n[kinds.STAFF_BADGE]\nabout = "a badge"\nlabel = "BADGE OF STAFF"\nlinked = true\n'
            }
        },
        most=1,
    ),
    "a pattern": Toy(
        prove_pattern,
        lines={
            f"{ROOMS}/detection/data/patterns.toml": {
                END: '\n[[pattern]]\nname = "toy"\nkind = "CASE"\nregex = "ZB-[0-9]{4}"\nvalidator = "toy"\nscore = 0.9\n'
                'matches = ["ZB-1234"]\nrejects = ["ZB-1235"]\n'
            },
            f"{ROOMS}/detection/validators.py": {
                "_BY_NAME: dict[str, Validator] = {\n": '    "toy": lambda said: 7 if int(said[-1]) % 2 == 0 else 0,\n'
            },
        },
        most=2,
    ),
    "a privacy model": Toy(
        prove_model,
        new={
            f"{ROOMS}/models/toy_silence/__init__.py": '"""Silence."""\n',
            f"{ROOMS}/models/toy_silence/model.py": MODEL,
            f"{ROOMS}/models/toy_silence/settings.py": MODEL_SETTINGS,
        },
        lines={
            REGISTRY: {
                '    "reticent.models",\n    {\n': '"toy-silence": "models.toy_silence.settings:SilenceSettings",\n'
            },
            CONTRACTS: {'type = "independence"\nmodules = [\n': '  "reticent.models.toy_silence",\n'},
        },
        most=1,
    ),
    "an attacker": Toy(
        prove_attacker,
        new={f"{ROOMS}/attackers/toy.py": ATTACKER},
        lines={
            f"{ROOMS}/attackers/settings.py": {END: ATTACKER_SETTINGS},
            REGISTRY: {'    "reticent.attackers",\n    {\n': '"toy": "attackers.settings:ToySettings",\n'},
        },
        most=2,
    ),
    "a file format": Toy(
        prove_format,
        new={f"{ROOMS}/formats/toy.py": FORMAT},
        lines={
            f"{ROOMS}/formats/registry.py": {
                "from __future__ import annotations\n": "from reticent.formats.toy import TOY\n",
                "OURS: tuple[FileFormat, ...] = (\n": "    TOY,\n",
            },
            CONTRACTS: {'layers = [\n  "originals",\n  "registry",\n': '  "toy",\n'},
        },
        most=1,
    ),
    "a corpus engine": Toy(
        prove_corpus,
        lines={
            f"{ROOMS}/knowledge/corpus/opening.py": {
                "ENGINES: Mapping[str, Callable[[str], Corpus]] = {": '"toy": lambda place: __import__('
                '"reticent.knowledge", fromlist=["MemoryCorpus"]).MemoryCorpus('
                "Path(place).read_text().splitlines()), "
            }
        },
        most=1,
    ),
    "a language": Toy(prove_language, new=write_language()),
    "a search": Toy(
        prove_search,
        lines={
            f"{ROOMS}/models/k_safety/safe_subset.py": {
                "Search = Literal[": '"toy", ',
                "_SEARCHES: Mapping[str, SubsetSearch] = {\n": '    "toy": lambda problem, limit: BoundedChoice('
                "np.zeros(problem.size, dtype=bool), 2.0),\n",
            }
        },
        most=1,
    ),
    "a placeholder style": Toy(
        prove_style,
        lines={
            f"{ROOMS}/rendering/placeholders.py": {
                "STYLES: Mapping[str, PlaceholderStyle] = {\n": '    "braces": PlaceholderStyle("{{", "}}"),\n',
                "StyleChoice = Literal[": '"braces", ',
            }
        },
        most=1,
    ),
    "an endpoint": Toy(
        prove_endpoint,
        lines={
            f"{ROOMS}/service/shapes.py": {END: '\nTOY = record({"kinds": COUNT})\n'},
            f"{ROOMS}/service/endpoints.py": {
                "ENDPOINTS = (\n": '    Endpoint("GET", "/v1/toy", "How many kinds", "toy", shapes.TOY, job="toy"),\n'
            },
            f"{ROOMS}/service/jobs.py": {
                "JOBS: dict[str, Act] = {\n": '    "toy": lambda state, policy, job: reply_json('
                '{"kinds": len(policy.rules.kinds)}),\n'
            },
        },
        most=3,
    ),
    "a job on Spark": Toy(prove_executor),
    "a review action": Toy(
        prove_action,
        lines={
            f"{ROOMS}/review/actions.py": {
                END: '\n\ndef soften(state: State, name: str) -> State:\n    return decide(state, name, "visitor")\n'
            },
            f"{ROOMS}/review/requests.py": {
                "ACTIONS: Mapping[str, ReviewAction] = {\n": '    "soften": ReviewAction(lambda review, number, session,'
                ' request: session.act(lambda state: actions.soften(state, _read(request, "change"))), "!",'
                ' "say it softly"),\n'
            },
        },
        most=2,
    ),
    "a command": Toy(
        prove_command,
        new={f"{ROOMS}/cli/toy.py": COMMAND},
        lines={f"{ROOMS}/cli/app.py": {"COMMANDS = {\n": '    "toy": "Says hello.",\n'}},
        most=1,
    ),
    "another way to find names": Toy(
        prove_detector,
        new={f"{ROOMS}/detection/toy.py": DETECTOR},
        lines={
            f"{ROOMS}/detection/settings.py": {END: DETECTOR_SETTINGS},
            REGISTRY: {'    "reticent.detectors",\n    {\n': '"toy": "detection.settings:ToySettings",\n'},
        },
        most=2,
    ),
    "a rule of English for replacements": Toy(
        prove_rule,
        lines={
            f"{ROOMS}/language/en/inflection.py": {
                "_PLURAL_ENDINGS = (\n": '    (re.compile("blat$"), "blatim"),\n'
            }
        },
        most=1,
    ),
    "a hierarchy": Toy(
        prove_hierarchy,
        lines={
            f"{ROOMS}/knowledge/taxonomy/opening.py": {
                "READERS: Mapping[str, Callable[[str], Taxonomy]] = {": '"toy": lambda place: Hierarchy.from_pairs('
                'tuple(each.split(" < ")) for each in Path(place).read_text().splitlines()), '
            }
        },
        most=1,
    ),
    "a figure or a speed": Toy(
        prove_figure,
        new={"experiments/toy.py": EXPERIMENT},
        lines={
            "experiments/results.py": {
                "RESULTS = (\n": '    Result("toy", "a toy\'s figure", "measurements.md"),\n'
            }
        },
        most=1,
    ),
    "an error": Toy(
        prove_error,
        lines={
            f"{ROOMS}/errors.py": {END: '\n\nclass ToyError(InputError):\n    """A toy that is broken."""\n'}
        },
        most=1,
    ),
}
"""A toy for each row of the table."""


def add_toys(tree: Path) -> None:
    """The project in a folder, file by file a link to its own, with all toys added."""
    for part in ("src", "experiments", "scripts"):
        for path in (ROOT / part).rglob("*"):
            link = tree / path.relative_to(ROOT)
            if path.is_dir():
                link.mkdir(parents=True, exist_ok=True)
            else:
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(path)
    for part in ("docs", "tests", "training", CONTRACTS):
        (tree / part).symlink_to(ROOT / part)
    for toy in TOYS.values():
        for name, text in toy.new.items():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(text, "utf-8")
        for name, added in toy.lines.items():
            text = (tree / name).read_text("utf-8")
            (tree / name).unlink()
            (tree / name).write_text(_add(text, added), "utf-8")


def _add(text: str, added: Mapping[str, str]) -> str:
    for after, line in added.items():
        if after == END:
            text += line
        else:
            assert text.count(after) == 1, f"{after!r} stands {text.count(after)} times in it"
            text = text.replace(after, after + line)
    return text


def prove_all(folder: Path) -> dict[str, str]:
    """For each toy what is wrong with it, or nothing."""
    wrong = {}
    for number, (what, toy) in enumerate(TOYS.items()):
        own = folder / str(number)
        own.mkdir()
        try:
            toy.prove(own)
            wrong[what] = ""
        except BaseException:
            wrong[what] = traceback.format_exc()
    return wrong


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("project")
    add_toys(made)
    return made


@pytest.fixture(scope="module")
def proven(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.unit.test_where_things_go", str(tmp_path_factory.mktemp("work"))],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return cast(dict[str, str], json.loads(done.stdout.splitlines()[-1]))


def test_every_row_has_a_toy() -> None:
    assert list(TOYS) == list(read_table())


@pytest.mark.parametrize(("what", "where"), read_table().items(), ids=read_table())
def test_what_a_row_names_is_there(what: str, where: str) -> None:
    missing = [each for each in named_paths(where) if not (ROOT / each).exists()]
    assert [each for each in missing if not any((ROOT / ROOMS).rglob(each.removeprefix(f"{ROOMS}/")))] == []


@pytest.mark.parametrize("what", TOYS)
def test_a_toy_touches_what_its_row_names_and_nothing_else(what: str) -> None:
    toy, named = TOYS[what], named_paths(read_table()[what])
    assert [each for each in toy.lines if each not in named] == []
    folders = tuple(each for each in named if each.endswith("/"))
    assert [each for each in toy.new if not each.startswith(folders)] == []
    assert len(toy.touched) == toy.most


@pytest.mark.parametrize("what", TOYS)
def test_a_toy_works(what: str, proven: dict[str, str]) -> None:
    assert proven[what] == ""


def test_rooms_still_import_downwards_with_all_toys_in_place(tree: Path) -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


if __name__ == "__main__":
    print(json.dumps(prove_all(Path(sys.argv[1]))))  # noqa: T201
