"""A release holds nothing that nobody sees, whatever the door: dropped by default, judged on demand, and always audited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.hidden_files import HIDDEN
from tests.office_files import SECRET, pack

from reticent import Redaction, WordList, open_policy
from reticent.engine.rules import Rules
from reticent.formats.office import OfficeFile
from reticent.formats.office import _source as source
from reticent.formats.registry import find_format
from reticent.usecases.audit import audit
from reticent.usecases.release import InputFile, release, report_release

RULES = Rules((Redaction((WordList([SECRET], "NAME"),)),))
SHOW = replace(RULES.options, hidden="show")
PLACES = pytest.mark.parametrize(
    ("form", "place"), list(HIDDEN)[::4], ids=lambda each: getattr(each, "name", each)
)


def give(form: OfficeFile, place: str) -> InputFile:
    return InputFile(f"a.{form.name}", pack(HIDDEN[form, place][1]()))


def rules_of(folder: Path, lines: Sequence[str]) -> Rules:
    path = folder / "p.toml"
    path.write_text("\n".join(['[[detectors]]\ntype = "patterns"', '[[models]]\ntype = "redaction"', *lines]))
    return open_policy(path).rules


@PLACES
def test_the_report_counts_what_was_hidden_and_quotes_nothing(form: OfficeFile, place: str) -> None:
    report = report_release(release(give(form, place), RULES))
    assert report["dropped"][HIDDEN[form, place][0]] == 1
    assert SECRET not in str(report)


@PLACES
def test_what_is_shown_on_demand_is_judged_first(form: OfficeFile, place: str) -> None:
    released = release(give(form, place), RULES, options=SHOW)
    assert find_format(f"a.{form.name}", released.data, SHOW).residue(released.data, [SECRET]) == []
    assert "[NAME" in released.outcomes[0].document.text


@PLACES
def test_an_audit_reads_what_nobody_sees(form: OfficeFile, place: str) -> None:
    (verdict,) = audit(give(form, place), RULES)
    assert verdict.violations


def test_a_policy_says_what_becomes_of_hidden_things(tmp_path: Path) -> None:
    assert rules_of(tmp_path, []).options.hidden == "remove"
    assert rules_of(tmp_path, ["[format]", 'hidden = "show"']).options.hidden == "show"


@PLACES
def test_what_would_stay_hidden_is_judged_like_all_other_text(
    form: OfficeFile, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "drop_hidden", lambda *_: False)
    released = release(give(form, place), RULES)
    assert form.residue(released.data, [SECRET]) == []
