"""Writes the JSON Schemas of everything that reticent writes as JSON, and the page that lists them.

python scripts/build_schemas.py            write docs/reference/schemas/ and docs/reference/json.md
python scripts/build_schemas.py --check    only say which files are out of date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from json_documents import DOCUMENTS, JsonDocument
from json_parts import Schema

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
INTRODUCTION = """<!-- Written by scripts/build_schemas.py: change scripts/json_documents.py, not this page. -->

# JSON files

Every JSON document that reticent writes says what it is (`"reticent"`) and in which version (`"schema"`), and has a
[JSON Schema](schemas). The version number changes when programs that read the document must change. New commands read
documents with older numbers, or refuse them and say how to fix that.

The column "keep or publish" says how to treat a document. **Keep like the original**: it reveals more than the release
(it is written with mode 0600 or the original's mode). **May be published**: it reveals nothing that the release and the
policy don't reveal.

| schema | contents | written by | keep or publish | reason |
| --- | --- | --- | --- | --- |
"""
ENDING = """
The records of a released collection have no schema here: they keep the structure of the original. Hidden files about
an unfinished run (`.progress`) are for reticent only, and are deleted when the run ends. `reticent policy schema` prints
the schema of policies. The service's answers also have version numbers, and `/openapi.json` describes them. Lines of
its log begin with `"reticent": "log"` and their version number.
"""


def files() -> dict[str, str]:
    """Every generated file by its name below the reference."""
    schemas = {f"schemas/{each.name}.schema.json": _write(complete(each)) for each in DOCUMENTS}
    return {"json.md": page(), **schemas}


def page() -> str:
    """The table of all documents."""
    return INTRODUCTION + "".join(map(_row, DOCUMENTS)) + ENDING


def complete(document: JsonDocument) -> Schema:
    """The schema as it is published: with its own name, and all definitions at its root."""
    definitions: Schema = {}
    body = _lift(document.schema, definitions)
    header = {"$schema": DIALECT, "$id": f"{document.name}.schema.json", "title": document.about}
    return {**header, **body, **({"$defs": definitions} if definitions else {})}


def _lift(value: Any, definitions: Schema) -> Any:
    """The value without the definitions inside it, which go to `definitions`."""
    if isinstance(value, list):
        return [_lift(each, definitions) for each in value]
    if not isinstance(value, dict):
        return value
    definitions.update(value.get("$defs", {}))
    return {key: _lift(each, definitions) for key, each in value.items() if key != "$defs"}


def _row(document: JsonDocument) -> str:
    commands = ", ".join(f"`reticent {command}`" for command in document.written_by)
    link = f"[{document.name}](schemas/{document.name}.schema.json)"
    return f"| {link} | {document.about} | {commands} | {document.side} | {document.why} |\n"


def _write(schema: Schema) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def main() -> int:
    """Write the files, or with --check say which differ."""
    made = files()
    there = [f"schemas/{path.name}" for path in (REFERENCE / "schemas").glob("*.json")]
    stale = sorted(
        {*(name for name, text in made.items() if not _is_same(name, text)), *(set(there) - set(made))}
    )
    if "--check" in sys.argv:
        print(
            "\n".join(f"{name} is out of date: run scripts/build_schemas.py" for name in stale)
            or "up to date"
        )
        return 1 if stale else 0
    (REFERENCE / "schemas").mkdir(parents=True, exist_ok=True)
    for name in set(there) - set(made):
        (REFERENCE / name).unlink()
    for name, text in made.items():
        (REFERENCE / name).write_text(text, encoding="utf-8")
    return 0


def _is_same(name: str, text: str) -> bool:
    path = REFERENCE / name
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
