"""Build the documentation as a site that opens without a network: `python scripts/build_site.py [-o FOLDER]`.

It takes `pip install '.[docs]'`. Every version has a folder of its own, `site/0.4.0`; `site/index.html` leads to the newest one.
A link that leads nowhere, a page or a heading, ends the build. Links to source files begin at `home` of pyproject.toml; without
one only their words stay.
"""

import argparse
import json
import logging
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NAVIGATION = {
    "Home": "README.md",
    "Tutorial": "tutorial",
    "How to": "how-to",
    "Understand": "explanation",
    "Look up": "reference",
    "Glossary": "glossary.md",
    "Security": "SECURITY.md",
    "Changes": "CHANGELOG.md",
    "Contribute": "CONTRIBUTING.md",
}
"""What stands in the navigation: a page, or all pages of a folder by title."""
BESIDE = ("SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""Pages that stand beside the folder `docs`."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_SHIM = re.compile(r'<script src="https://unpkg\.com/iframe-worker/shim"></script>')
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_REDIRECT = '<!doctype html><meta charset="utf-8"><title>reticent</title><meta http-equiv="refresh" content="0; url={0}/index.html"><a href="{0}/index.html">reticent {0}</a>\n'


def stage_pages(folder: Path, home: str) -> None:
    """All pages and pictures in one folder, with links between them alone."""
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True)
    for name in BESIDE:
        shutil.copy(ROOT / name, folder)
    shutil.copytree(
        ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__", "*.md")
    )
    for page in sorted(folder.rglob("*.md")):
        place = page.relative_to(folder)
        source = ROOT / place if place.as_posix() in BESIDE else ROOT / "docs" / place
        page.write_text(rewrite_links(page.read_text("utf-8"), source, place, home), "utf-8")


def rewrite_links(text: str, source: Path, place: Path, home: str) -> str:
    """The text of a page with links as they are on the site; `source` is where it stands in the project."""

    def rewrite(link: re.Match[str]) -> str:
        mark, words, target, anchor = link[1], link[2], link[3], link[4] or ""
        if not target or re.match(r"[a-z]+:", target):
            return link[0]
        leads_to = (source.parent / target).resolve()
        if not leads_to.is_relative_to(ROOT):
            return link[0]
        there = leads_to.relative_to(ROOT)
        staged = _place_on_site(there)
        if staged is not None:
            return f"{mark}[{words}]({_climb(place)}{staged.as_posix()}{anchor})"
        return f"{mark}[{words}]({home}/{there.as_posix()}{anchor})" if home else words

    parts, at = [], 0
    for fence in _FENCE.finditer(text):
        parts += [_LINK.sub(rewrite, text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, _LINK.sub(rewrite, text[at:])])


def _place_on_site(path: Path) -> Path | None:
    """Where a file of the project stands on the site; None for what is not part of it."""
    if (ROOT / path).is_dir():
        return None
    if path.parts[0] == "docs":
        return Path(*path.parts[1:])
    staged = path.parts[0] == "examples" or path.as_posix() in BESIDE
    return path if staged else None


def _climb(place: Path) -> str:
    return "../" * (len(place.parts) - 1)


def list_navigation(folder: Path) -> Iterator[dict[str, Any]]:
    """The navigation as mkdocs wants it."""
    for title, where in NAVIGATION.items():
        if where.endswith(".md"):
            yield {title: where}
            continue
        pages = sorted((folder / where).glob("*.md"), key=lambda page: read_title(page).casefold())
        yield {title: [{read_title(page): page.relative_to(folder).as_posix()} for page in pages]}


def read_title(page: Path) -> str:
    """The first heading of a page, without marks."""
    first = re.search(r"^# (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return first[1].replace("`", "") if first else page.stem


def configure(folder: Path, target: Path, version: str) -> dict[str, Any]:
    """The settings of mkdocs: no fonts or scripts from elsewhere, light and dark, a search that works without a server."""
    schemes = [
        ("default", "(prefers-color-scheme: light)", "dark"),
        ("slate", "(prefers-color-scheme: dark)", "light"),
    ]
    return {
        "site_name": f"reticent {version}",
        "docs_dir": str(folder),
        "site_dir": str(target),
        "strict": True,
        "use_directory_urls": False,
        "nav": list(list_navigation(folder)),
        "theme": {
            "name": "material",
            "font": False,
            "features": [
                "navigation.tabs",
                "navigation.top",
                "search.suggest",
                "search.highlight",
                "content.code.copy",
            ],
            "icon": {"logo": "material/file-lock-outline"},
            "palette": [
                {
                    "scheme": scheme,
                    "media": media,
                    "primary": "teal",
                    "accent": "teal",
                    "toggle": {"icon": "material/theme-light-dark", "name": f"Switch to {other} colours"},
                }
                for scheme, media, other in schemes
            ],
        },
        "plugins": ["material/search", "material/offline"],
        "extra": {"version": {"provider": "mike"}, "generator": False},
        "markdown_extensions": [
            "admonition",
            "attr_list",
            "md_in_html",
            "tables",
            {"toc": {"permalink": True, "slugify": slugify}},
            "pymdownx.superfences",
            "pymdownx.highlight",
        ],
        "validation": {
            "links": {"not_found": "warn", "anchors": "warn", "unrecognized_links": "warn"},
            "nav": {"omitted_files": "warn"},
        },
    }


def slugify(text: str, separator: str) -> str:
    """The anchor of a heading, as it is where the pages are read in the project itself."""
    kept = re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]*>", "", text).strip().lower())
    return kept.replace(" ", separator)


def build(target: Path) -> Path:
    """Build the site of this version below a folder; what is there of other versions stays."""
    from mkdocs.commands.build import build as build_pages
    from mkdocs.config import load_config

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    version = str(project["project"]["version"])
    home = str(project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"]).rstrip("/")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "pages"
        stage_pages(folder, home)
        settings = Path(temporary) / "mkdocs.yml"
        settings.write_text("site_name: reticent\n", "utf-8")
        with settings.open("rb") as file:
            config = load_config(file, **configure(folder, (target / version).resolve(), version))
        config.plugins.on_startup(command="build", dirty=False)
        build_pages(config)
        config.plugins.on_shutdown()
    _bring_search(target / version)
    versions = sorted(
        (each.name for each in target.iterdir() if (each / "index.html").exists()), key=_order, reverse=True
    )
    listed = [
        {"version": each, "title": each, "aliases": ["latest"] if each == versions[0] else []}
        for each in versions
    ]
    (target / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
    (target / "index.html").write_text(_REDIRECT.format(versions[0]), "utf-8")
    return target / version


def _bring_search(folder: Path) -> None:
    """Let the search work in a folder of files without asking another server for a script."""
    script = (ROOT / "scripts/site/file-search.js").read_text("utf-8")
    for page in folder.rglob("*.html"):
        text = page.read_text("utf-8")
        page.write_text(_SHIM.sub(lambda _: f"<script>{script}</script>", text), "utf-8")


def _order(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def main() -> int:
    """Build it and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("site"), help="the folder of all versions (%(default)s)"
    )
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    options.output.mkdir(parents=True, exist_ok=True)
    print(f"open {build(options.output) / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
