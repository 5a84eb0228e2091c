"""Writes the reference pages from the code: the commands, the policy keys, the kinds, the patterns, the Python names.

python scripts/build_reference.py            write docs/reference/
python scripts/build_reference.py --check    only say which pages are out of date
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import typer
from python_reference import python_names

from reticent.cli.app import MEANINGS, app
from reticent.detection.patterns import patterns
from reticent.kinds import table
from reticent.policy.policy import ExemptionSection, FormatSection, Policy
from reticent.policy.registry import ATTACKERS, DETECTORS, MODELS
from reticent.rendering.placeholders import write_placeholder
from reticent.settings.section import Section
from reticent.usecases.prove import digest_of

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
NOTE = "<!-- Written by scripts/build_reference.py: change the code, not this page. -->\n"


def pages() -> dict[str, str]:
    """Every generated page by its file name."""
    return {
        "commands.md": commands(),
        "policy.md": policy(),
        "kinds.md": kinds(),
        "patterns.md": shipped_patterns(),
        "python.md": python_names(NOTE),
    }


def commands() -> str:
    """The commands with their arguments, options and examples."""
    lines = [
        NOTE,
        "# Commands\n",
        "[Exit codes](exit-codes.md): "
        + ", ".join(f"{code.value} {said}" for code, said in MEANINGS.items())
        + ".\n",
    ]
    for name, command in _walk(typer.main.get_command(app), "reticent"):
        arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
        usage = " ".join([name, "[OPTIONS]", *map(_write_parameter, arguments)])
        lines += [f"## `{usage}`\n", _help(command)]
        rows = [
            (_write_parameter(parameter), parameter.help) for parameter in command.params if parameter.help
        ]
        if rows:
            lines += ["| argument or option | meaning |", "| --- | --- |"]
            lines += [f"| `{written}` | {meaning} |" for written, meaning in rows]
            lines.append("")
    return "\n".join(lines)


def _write_parameter(parameter: Any) -> str:
    """An argument or option as one types it."""
    if parameter.param_type_name == "argument":
        name = parameter.metavar + ("..." if parameter.nargs == -1 else "")
        return name if parameter.required else f"[{name}]"
    names = "/".join([", ".join(parameter.opts), *parameter.secondary_opts])
    return " ".join([names, *([parameter.metavar] if parameter.metavar else [])])


def _walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "list_commands"):
        yield name, command
        return
    for child in sorted(command.list_commands(None)):
        yield from _walk(command.get_command(None, child), f"{name} {child}")


def _help(command: Any) -> str:
    """The help text; what follows "Example" is shown as commands."""
    text, mark, examples = (command.help or "").partition("Example")
    lines = [line.strip() for line in examples.partition(":")[2].splitlines() if line.strip()]
    shown = "\n".join(["```console", *(f"$ {line}" for line in lines), "```\n"]) if mark else ""
    return f"{text.strip()}\n\n{shown}"


def policy() -> str:
    """The keys of a policy file, section by section; those of other packages are theirs to describe."""
    lines = [
        NOTE,
        "# Policy files\n",
        "A policy is a TOML file. `reticent policy check FILE` says what is wrong with one;",
        "`reticent policy schema` prints the JSON Schema that this page is made from. Other installed packages can add",
        "detectors and models: see [extend reticent](../how-to/extend-reticent.md).\n",
        "## The file itself\n",
        *_keys(Policy.model_json_schema()),
        "## `[format]`\n",
        *_describe(FormatSection),
        "## `[[codes]]`\n",
        *_describe(ExemptionSection),
    ]
    for place, registry in (("detectors", DETECTORS), ("attackers", ATTACKERS), ("models", MODELS)):
        for name in registry.shipped:
            section = registry.find(name)
            lines += [f'## `[[{place}]]` with `type = "{name}"`\n', *(_describe(section) if section else ())]
    return "\n".join(lines)


def _describe(section: type[Section]) -> Iterator[str]:
    schema = section.model_json_schema()
    yield schema["description"] + "\n"
    yield from _keys(schema)


def _keys(section: dict[str, Any]) -> Iterator[str]:
    yield "| key | meaning | default |"
    yield "| --- | --- | --- |"
    for key, value in section["properties"].items():
        if key != "type":
            default = "required" if key in section.get("required", ()) else f"`{value.get('default')}`"
            yield f"| `{key}` | {value.get('description', '')} | {default} |"
    yield ""


def kinds() -> str:
    """The kinds of findings, from their table."""
    lines = [
        NOTE,
        "# Kinds\n",
        "What a finding can be. Under *linked*, *yes* means that a thing gets the same stand-in in all documents of a collection;",
        "the column *invented* says what invented stand-ins look like. A kind of your own, in a pattern, a word list or a detector,",
        "is shown by its name, links no documents, and gets no invented stand-in.\n",
        "| kind | what it is | placeholder | linked | invented | Presidio | Safe Harbor |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in table().kinds.values():
        linked, numbers = "yes" if kind.linked else "", ", ".join(map(str, kind.safe_harbor))
        shown = write_placeholder(kind.name)
        lines.append(
            f"| {kind.name} | {kind.about} | `{shown}` | {linked} | {kind.invented or ''} | {kind.presidio} | {numbers} |"
        )
    lines += ["", "The numbers are those of the Safe Harbor method (45 CFR 164.514(b)(2)):\n"]
    lines += [f"{number}. {name}" for number, (name, _) in enumerate(table().safe_harbor, 1)]
    return "\n".join([*lines, ""])


def shipped_patterns() -> str:
    """The patterns that ship with the package."""
    shipped = files("reticent.detection").joinpath("data/patterns.toml")
    lines = [
        NOTE,
        "# Patterns\n",
        'What `type = "patterns"` finds, in any spelling that reads the same. The file is\n'
        "`reticent/detection/data/patterns.toml`; proofs name it by its SHA-256:\n",
        f"`{digest_of(shipped.read_bytes())}`\n",
    ]
    lines += ["| kind | pattern | score | check | finds, for example |", "| --- | --- | --- | --- | --- |"]
    for rule in sorted(patterns().rules, key=lambda rule: (rule.kind, rule.name)):
        example = rule.matches[0].replace("|", "\\|").replace("\n", " ")
        lines.append(f"| {rule.kind} | {rule.name} | {rule.score} | {rule.validator or ''} | `{example}` |")
    return "\n".join([*lines, ""])


def main() -> int:
    """Write the pages, or with --check say which differ."""
    stale = [name for name, page in pages().items() if not _same(REFERENCE / name, page)]
    if "--check" in sys.argv:
        print(
            "\n".join(f"{name} is out of date: run scripts/build_reference.py" for name in stale)
            or "up to date"
        )
        return 1 if stale else 0
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for name, page in pages().items():
        (REFERENCE / name).write_text(page, encoding="utf-8")
    return 0


def _same(path: Path, page: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == page


if __name__ == "__main__":
    sys.exit(main())
