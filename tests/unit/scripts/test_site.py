"""The site: every link leads somewhere, nothing comes from elsewhere, and pictures show the code as it is."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.scripts.test_package import ROOT, load

FOREIGN = re.compile(r'<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?//(?!reticent)')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    older = folder / "0.3.0"
    older.mkdir()
    (older / "index.html").write_text("older")
    command = [sys.executable, str(ROOT / "scripts/build_site.py"), "-o", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_every_page_is_on_the_site_and_can_be_searched(site: Path) -> None:
    newest = site / json.loads((site / "versions.json").read_text())[0]["version"]
    pages = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    built = {"index.html" if str(page) == "README.md" else str(page.with_suffix(".html")) for page in pages}
    assert built <= {path.relative_to(newest).as_posix() for path in newest.rglob("*.html")}
    found = {
        entry["location"].partition("#")[0]
        for entry in json.loads((newest / "search/search_index.json").read_text())["docs"]
    }
    assert built <= found | {"index.html"}


def test_no_page_asks_another_server_for_anything(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 60
    assert [page.name for page in pages if FOREIGN.search(page.read_text("utf-8"))] == []


def test_older_versions_stay_and_the_first_page_leads_to_the_newest(site: Path) -> None:
    versions = [each["version"] for each in json.loads((site / "versions.json").read_text())]
    assert versions[-1] == "0.3.0"
    assert f"url={versions[0]}/index.html" in (site / "index.html").read_text()


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    for name in ("docs", "examples", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("pyproject.toml", "README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, tmp_path)
    with (tmp_path / "docs/glossary.md").open("a") as file:
        file.write("\n[nowhere](README.md#no-such-heading)\n")
    command = [sys.executable, str(tmp_path / "scripts/build_site.py"), "-o", str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "no-such-heading" in done.stderr


def test_links_to_what_the_site_lacks_become_words() -> None:
    site = load("build_site")
    text = "[a page](../glossary.md) [code](../../src/reticent/api.py)\n```\n[as it is](../../src/reticent/api.py)\n```\n"
    page = Path("how-to/find-names.md")
    made = site.rewrite_links(text, ROOT / "docs" / page, page, "")
    assert made == "[a page](../glossary.md) code\n```\n[as it is](../../src/reticent/api.py)\n```\n"
    made = site.rewrite_links(text, ROOT / "docs" / page, page, "https://example.org")
    assert "[code](https://example.org/src/reticent/api.py)" in made


def test_the_picture_of_the_rooms_shows_the_layers() -> None:
    rooms = load("build_rooms_picture")
    assert rooms.PICTURE.read_text("utf-8") == rooms.draw(rooms.read_layers())
