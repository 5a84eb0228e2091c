"""What the command line says of errors that are nobody's fault: where, and never a word of the document."""

from __future__ import annotations

import signal
import sys
import warnings

import pytest

from reticent.cli import app as application
from reticent.cli import main

CANARY = "canary word"


def run(monkeypatch: pytest.MonkeyPatch, problem: Exception | Warning) -> None:
    def broken() -> None:
        if isinstance(problem, Warning):
            warnings.showwarning(problem, type(problem), "file.py", 1)
            return
        exec(compile("raise problem", "x", "exec"), {"__name__": "reticent.somewhere", "problem": problem})  # noqa: S102

    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setattr(application, "app", broken)
    monkeypatch.setattr(sys, "argv", ["reticent"])
    main()


@pytest.mark.parametrize("problem", [ValueError(CANARY), KeyError(CANARY), RuntimeError(CANARY)])
def test_an_internal_error_names_its_place_and_quotes_nothing(
    problem: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, problem)
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert f"internal error {type(problem).__name__} in reticent.somewhere" in told
    assert CANARY not in told


def test_a_warning_of_a_library_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, UserWarning(CANARY))
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="this system has no such signal")
def test_a_server_that_hangs_up_cannot_end_a_command_by_its_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[object] = []
    monkeypatch.setattr(application, "app", lambda: held.append(signal.getsignal(signal.SIGPIPE)))
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    main()
    assert held == [signal.SIG_IGN]
