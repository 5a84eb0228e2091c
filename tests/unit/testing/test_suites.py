"""The contract suites catch what they are there to catch, and the example of the how-to passes them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from reticent.detection.word_list import WordList
from reticent.errors import InputError, install_line
from reticent.models.redaction import Redaction
from reticent.plan import Decision, Plan, Release, Violation
from reticent.testing import detectors, models
from reticent.testing.detectors import DetectorCase
from reticent.testing.models import ModelCase
from reticent.text import Document, Mention, Span

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "extend-reticent.md"


@dataclass(frozen=True)
class Faulty:
    """A detector of zebras that is wrong in one way."""

    fault: str = ""
    calls: list[str] = field(default_factory=list, compare=False)

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({"ANIMAL"})

    @property
    def declared(self) -> Mapping[str, str]:
        return {"zebras": "zebra" if self.fault == "no hash" else "sha256:" + "0" * 64}

    def mentions(self, document: Document) -> Sequence[Mention]:
        text = document.text if self.fault == "placeholders" else document.mask_placeholders()
        places = [found.span() for found in re.finditer("zebra", text)]
        if self.fault == "only at the start":
            places = places[:1]
        if self.fault == "forgets":
            self.calls.append("")
            places = places if len(self.calls) % 2 else []
        kind = "HORSE" if self.fault == "kind" else "ANIMAL"
        mentions = [Mention(Span(*place), kind, 0.5, "zebra") for place in places]
        if self.fault == "quotes":
            mentions = [Mention(each.span, kind, 0.5, text[:30]) for each in mentions]
        if self.fault == "nothing":
            mentions.append(Mention(Span(0, 0), kind, 0.5, "zebra"))
        return mentions[::-1] if self.fault == "order" else mentions


def fails(check: Callable[[DetectorCase], None], detector: Faulty) -> bool:
    try:
        check(DetectorCase("zebras", lambda: detector, ("A zebra and a zebra.",)))
    except AssertionError:
        return True
    except BaseExceptionGroup:  # hypothesis found several ways in which it fails
        return True
    return False


def test_a_detector_without_a_fault_passes() -> None:
    assert not any(fails(check, Faulty()) for check in detectors.CHECKS)


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        ("kind", detectors.check_mentions_lie_in_the_text_in_order_and_apart),
        ("order", detectors.check_mentions_lie_in_the_text_in_order_and_apart),
        ("nothing", detectors.check_mentions_lie_in_the_text_in_order_and_apart),
        ("nothing", detectors.check_texts_without_words_have_no_mentions),
        ("forgets", detectors.check_the_same_text_gives_the_same_mentions),
        ("placeholders", detectors.check_no_mention_touches_a_placeholder),
        (
            "only at the start",
            detectors.check_what_stands_before_a_paragraph_does_not_move_its_mentions,
        ),
        ("quotes", detectors.check_nothing_that_is_shown_quotes_the_document),
        ("no hash", detectors.check_what_it_knows_is_declared_by_hashes),
    ],
)
def test_a_faulty_detector_is_caught(fault: str, check: Callable[[DetectorCase], None]) -> None:
    assert any(fails(check, Faulty(fault)) for _ in range(3))  # a search at random may miss it once


def test_a_misspelt_capability_is_caught_by_the_suites() -> None:
    detector = type("Misspelt", (Faulty,), {"language": "en"})
    with pytest.raises(InputError, match="call it languages"):
        detectors.check_its_capabilities_are_known_and_go_together(
            DetectorCase("zebras", detector, ("A zebra.",))
        )
    model = type("Misspelt", (Blind,), {"plan_furter": None})
    with pytest.raises(InputError, match="call it plan_further"):
        models.check_its_capabilities_are_known_and_go_together(
            ModelCase("blind", lambda: model(Redaction(())), ())
        )


@pytest.fixture
def first_fault() -> Iterator[None]:
    """A fault as it is found first: nobody needs its smallest form, which takes most of the time."""
    before = settings.get_current_profile_name()
    settings.register_profile("first fault", settings.get_profile(before), phases=[Phase.generate])
    settings.load_profile("first fault")
    yield
    settings.load_profile(before)


@dataclass(frozen=True, slots=True)
class Blind:
    """A model that plans as redaction does and never sees a violation."""

    inner: Redaction

    promise = property(lambda self: self.inner.promise)
    kinds = property(lambda self: self.inner.kinds)
    needs = property(lambda self: self.inner.needs)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        return self.inner.plan(document, mentions)

    def violations(self, release: Release) -> list[Violation]:
        return []


@dataclass(frozen=True, slots=True)
class Half:
    """A model that plans for the first place alone, and sees all of them."""

    inner: Redaction

    promise = property(lambda self: self.inner.promise)
    kinds = property(lambda self: self.inner.kinds)
    needs = property(lambda self: self.inner.needs)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        plan = self.inner.plan(document, mentions)
        first: tuple[Decision, ...] = tuple(plan.decisions[:1]) if "migraine" not in document.text[8:] else ()
        return Plan.for_document(document, first, plan.promises)

    def violations(self, release: Release) -> list[Violation]:
        return self.inner.violations(release)


@pytest.mark.parametrize(
    ("model", "check"),
    [
        (Blind(Redaction((WordList(["migraine"]),))), models.check_a_plan_with_a_decision_dropped_is_caught),
        (Half(Redaction((WordList(["migraine"]),))), models.check_the_audit_finds_nothing_in_a_release),
    ],
    ids=["blind", "half"],
)
@pytest.mark.usefixtures("first_fault")
def test_a_faulty_model_is_caught(model: Blind | Half, check: Callable[[ModelCase], None]) -> None:
    with pytest.raises((AssertionError, ExceptionGroup)):
        check(ModelCase("faulty", lambda: model, ("migraine", "migraines")))


def test_the_example_of_the_how_to_passes_the_suite_and_serves_in_a_policy(tmp_path: Path) -> None:
    for name, text in re.findall(
        r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    registered = re.search(r'\[project\.entry-points\."(\S+)"\]\n(\S+) = "(\S+)"', PAGE.read_text("utf-8"))
    assert registered
    information = tmp_path / "vessels-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: vessels\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[{}]\n{} = {}\n".format(*registered.groups()))
    (tmp_path / "log.txt").write_text("The Anna is DA7XY.")
    commands = [
        [
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:randomly",
            "-p",
            "no:cacheprovider",
            "--rootdir=.",
            "test_vessels.py",
        ],
        ["-c", "from reticent.cli import main; main()", "sanitize", "log.txt", "-p", "policy.toml", "-q"],
    ]
    tested, sanitized = (
        subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        )
        for command in commands
    )
    assert "9 passed" in tested.stdout, tested.stdout + tested.stderr
    assert sanitized.stdout == "The Anna is [CALL SIGN].", sanitized.stderr


def test_without_its_extra_the_suite_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['hypothesis'] = None\nimport reticent.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert install_line("testing") in done.stderr


def test_under_optimization_the_suite_refuses_to_run() -> None:
    done = subprocess.run(
        [sys.executable, "-O", "-c", "import reticent.testing"], capture_output=True, text=True, check=False
    )
    assert "without it" in done.stderr
