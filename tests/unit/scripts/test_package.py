"""What is written for the package: its long description and its bill of materials."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[3]
TEXT = """# Name

<picture>
  <source srcset="docs/dark.png">
  <img alt="A page" src="docs/light.png">
</picture>

See [the page](docs/page.md#part), [elsewhere](https://example.org) and ![a plot](docs/plot.svg).
"""


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_of_the_long_description_are_absolute() -> None:
    made = load("hatch_readme").make_absolute(TEXT, "https://example.org/reticent")
    assert "[the page](https://example.org/reticent/docs/page.md#part)" in made
    assert "[elsewhere](https://example.org)" in made
    assert 'src="https://example.org/reticent/docs/light.png"' in made
    assert 'srcset="https://example.org/reticent/docs/dark.png"' in made
    assert "![a plot](https://example.org/reticent/docs/plot.svg)" in made


def test_without_an_address_no_link_leads_nowhere() -> None:
    made = load("hatch_readme").make_absolute(TEXT, "")
    assert made == "# Name\n\nSee the page, [elsewhere](https://example.org) and .\n"


def test_a_bill_of_materials_names_what_is_needed_and_every_data_file() -> None:
    command = [sys.executable, str(ROOT / "scripts/build_sbom.py"), "--extra", "pdf"]
    bills = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2)]
    assert bills[0] == bills[1]
    told = json.loads(bills[0])
    libraries = {each["name"]: each for each in told["components"] if each["type"] == "library"}
    assert {"numpy", "pydantic", "pikepdf"} <= libraries.keys()
    assert not {"pytest", "reticent", "uvicorn"} & libraries.keys()
    assert all(each["version"] and each["licenses"] for each in libraries.values())
    data = {each["name"] for each in told["components"] if each["type"] == "data"}
    package = ROOT / "src/reticent"
    shipped = (path for path in package.rglob("data/*") if path.is_file())
    assert data == {p.relative_to(package).as_posix() for p in shipped if not p.name.startswith("LICENSE")}
