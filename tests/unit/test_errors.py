"""Errors that mend themselves: the line that brings a missing part."""

import json
from importlib import metadata
from pathlib import Path

import pytest

from reticent.errors import MissingExtraError, install_line


class Installed:
    """A package as pip noted where it came from."""

    def __init__(self, told: object | None) -> None:
        self.told = None if told is None else json.dumps(told)

    def read_text(self, name: str) -> str | None:
        return self.told if name == "direct_url.json" else None


def install(monkeypatch: pytest.MonkeyPatch, told: object | None) -> None:
    monkeypatch.setattr(metadata, "distribution", lambda name: Installed(told))


def test_what_came_from_an_index_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, None)
    assert install_line("pdf") == "pip install 'reticent[pdf]'"


@pytest.mark.parametrize(("editable", "option"), [(False, ""), (True, "--editable ")])
def test_what_came_from_a_clone_is_asked_for_from_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, editable: bool, option: str
) -> None:
    install(monkeypatch, {"url": tmp_path.as_uri(), "dir_info": {"editable": editable}})
    assert install_line("pdf") == f"pip install {option}'{tmp_path}[pdf]'"
    assert install_line("pdf") in str(MissingExtraError("pdf", "reading a PDF"))


def test_a_wheel_is_named_as_long_as_it_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wheel = tmp_path / "reticent-1.0-py3-none-any.whl"
    install(monkeypatch, {"url": wheel.as_uri(), "archive_info": {}})
    assert install_line("pdf") == "pip install 'reticent[pdf]'"
    wheel.touch()
    assert install_line("pdf") == f"pip install '{wheel}[pdf]'"


def test_without_any_note_of_an_installation_the_name_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Installed:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    assert install_line("pdf") == "pip install 'reticent[pdf]'"
