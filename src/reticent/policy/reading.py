"""Policy files in TOML and the presets; a mistake is named by its key, with the way out, and without its value.

Also what a file of plans remembers of the rules that they were made under, and how a command takes these up again.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import BaseModel, Field, ValidationError

from reticent.errors import PlanError, PolicyError, plain_message
from reticent.kinds import table
from reticent.models.privacy_model import Unseen
from reticent.models.redaction import DateMode
from reticent.plan import MadeUnder
from reticent.policy.policy import UNKNOWN_TYPE, Asked, FormatSection, OneOf, Policy, PseudonymsSection
from reticent.policy.recipe import Recipe
from reticent.policy.registry import ATTACKERS, DETECTORS, MODELS, ModelSection, Registry
from reticent.rendering.gaps import Gaps
from reticent.settings.section import KIND_FORM, Section
from reticent.vault.entries import StyleName

PRESETS = ("default", "health", "court", "support")
"""Their names; the first is the policy when none is given."""


def is_preset(policy: Path) -> bool:
    """Whether a policy is asked for by a preset's name; a file of that name is given with its folder or an ending."""
    return str(policy) in PRESETS


def read_preset(name: str) -> bytes:
    """The policy file of a preset."""
    if name not in PRESETS:
        raise PolicyError(f"there is no preset '{name}': use one of {', '.join(PRESETS)}")
    written = files("reticent.policy").joinpath(f"data/{name}.toml").read_bytes()
    return written.replace(b"# {safe_harbor}", table().describe_safe_harbor().encode())


_REGISTRIES: Mapping[str, Registry] = {"detectors": DETECTORS, "models": MODELS, "attackers": ATTACKERS}


def default_policy() -> Policy:
    """The policy when none is given: people, places, organizations, dates, codes, contacts, ages over 89."""
    return parse_policy(read_policy_bytes(None).decode(), "the default policy")


def read_policy(path: Path) -> Policy:
    """The policy in a file, or the preset of that name; a PolicyError names what is wrong in it."""
    try:
        text = read_policy_bytes(path).decode()
    except UnicodeDecodeError:
        raise PolicyError(f"{path} is not UTF-8: save it as UTF-8") from None
    return parse_policy(text, str(path))


def read_policy_bytes(path: Path | None) -> bytes:
    """A policy file as it is on disk, or the preset of that name; the default policy for none."""
    if path is None or is_preset(path):
        return read_preset(PRESETS[0] if path is None else str(path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        known = ", ".join(PRESETS)
        raise PolicyError(f"'{path}' does not exist: name a policy file, or one of {known}") from None
    except OSError as error:
        raise PolicyError(f"{path} can't be read: {error.strerror}") from None


def parse_policy(text: str, name: str) -> Policy:
    """The policy that `text` states; `name` is how errors call it."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at [^)]*\)", str(error))
        raise PolicyError(f"{name} is not TOML {where[0] if where else ''}: correct the line") from None
    try:
        return Policy.model_validate(content)
    except ValidationError as error:
        details = error.errors(include_input=False, include_url=False)
        problems = [_explain(dict(each), content) for each in details]
        raise PolicyError("\n".join(f"{name}: {problem}" for problem in problems)) from None


def _explain(error: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    """One problem as a line: the key, what is wrong with it, what to write instead."""
    kind, location = error["type"], error["loc"]
    key = _write_key(location)
    if kind == "extra_forbidden":
        known = sorted(_section_at(location, content).model_fields)
        near = difflib.get_close_matches(str(location[-1]), known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
        return f"{key}: there is no such key; {hint}"
    if kind == "missing":
        return f"{key}: this key is missing; add it"
    if kind == UNKNOWN_TYPE:
        return f"{key}.type: {error['msg']}"
    if kind == "too_short":
        or_all = ", or leave the key out for all" if location[-1] == "kinds" else ""
        return f"{key}: it is empty, which says nothing; name at least one{or_all}"
    if kind == "string_pattern_mismatch":
        return f"{key}: a kind is written in {KIND_FORM}"
    return f"{key or 'the whole file'}: {plain_message(error['msg'])}"


def _write_key(location: Sequence[str | int]) -> str:
    """The location as one writes it: `detectors[0].kinds`."""
    written = ""
    for part in location:
        written += f"[{part}]" if isinstance(part, int) else f".{part}" if written else part
    return written


def _section_at(location: Sequence[str | int], content: Mapping[str, Any]) -> type[BaseModel]:
    """The section that the key at a location stands in."""
    match location:
        case ["format", _, *_]:
            return FormatSection
        case ["pseudonyms", _, *_]:
            return PseudonymsSection
        case ["detectors" | "models" | "attackers" as place, int(number), _, *_]:
            return _REGISTRIES[place].find(content[place][number]["type"]) or Policy
        case _:
            return Policy


class SaidOfStandIns(Section):
    """What a command said of stand-ins."""

    vault: str
    style: StyleName | None = None
    same_size: bool = False


class SaidOptions(Section):
    """What a command said besides its policy; paths are absolute, and a key stays where it is."""

    model: str | None = None
    models: list[Annotated[ModelSection, OneOf(MODELS)]] = Field([], max_length=2)
    dates: DateMode | None = None
    unseen: Unseen | None = None
    gaps: Gaps | None = None
    vault_key: str | None = None
    pseudonyms: SaidOfStandIns | None = None
    settings: list[str] = Field([])
    withhold_if_ranked: int | None = None
    withhold_if_likely: float | None = None


_AGAINST_LINKAGE = "no-linkage"


def remember(recipe: Recipe) -> MadeUnder:
    """A recipe as a file of plans keeps it."""
    asked = recipe.pseudonyms
    said: dict[str, Any] = {
        "model": recipe.model and str(recipe.model.absolute()),
        "models": [
            cast(Section, each).model_dump(mode="json", exclude_unset=True)
            for each in (recipe.section, recipe.unlinkable)
            if each
        ]
        or None,
        "dates": recipe.dates,
        "unseen": recipe.unseen,
        "gaps": recipe.gaps,
        "settings": list(recipe.settings) or None,
        "withhold_if_ranked": recipe.withhold_if_ranked,
        "withhold_if_likely": recipe.withhold_if_likely,
        "vault_key": recipe.key and str(recipe.key.absolute()),
        "pseudonyms": asked
        and {"vault": str(asked.vault), "style": asked.style, "same_size": asked.same_size},
    }
    rules = {name: value for name, value in said.items() if value is not None}
    return MadeUnder(_name_policy(recipe), recipe.digest, rules)


def recall(made_under: MadeUnder) -> Recipe:
    """The recipe that `remember` wrote down; a PlanError where its policy is not what it was."""
    try:
        said = SaidOptions.model_validate(made_under.rules)
    except ValidationError:
        raise PlanError("the plan is malformed at 'made_under.rules': plan again") from None
    shown = said.pseudonyms
    recipe = Recipe(
        None if made_under.policy is None else Path(made_under.policy),
        Path(said.model) if said.model else None,
        next((each for each in said.models if each.type != _AGAINST_LINKAGE), None),
        next((each for each in said.models if each.type == _AGAINST_LINKAGE), None),
        dates=said.dates,
        unseen=said.unseen,
        key=Path(said.vault_key) if said.vault_key else None,
        pseudonyms=None if shown is None else Asked(Path(shown.vault), shown.style, shown.same_size),
        gaps=said.gaps,
        settings=tuple(said.settings),
        withhold_if_ranked=said.withhold_if_ranked,
        withhold_if_likely=said.withhold_if_likely,
    )
    _require_same_policy(recipe, made_under)
    return recipe


def list_options(made_under: MadeUnder) -> list[str]:
    """What plans were made under, as the command line writes it.

    >>> rules = {"models": [{"type": "cg-sanitization", "protect": {"HIV": "virus"}}], "unseen": "remove"}
    >>> list_options(MadeUnder("default", "", rules))
    ['--policy default', '--protect "HIV=virus"', '--unseen remove']
    """
    rules = made_under.rules
    shown = rules.get("pseudonyms", {})
    said = {"policy": made_under.policy, **{option: rules.get(key) for key, option in _OPTIONS.items()}}
    said |= {"pseudonyms": shown.get("vault"), "stand-ins": shown.get("style")}
    written = [f"--{option} {value}" for option, value in said.items() if value is not None]
    added = [option for section in rules.get("models", ()) for option in _section_options(section)]
    return [*written[:1], *added, *written[1:], *(f"--set '{each}'" for each in rules.get("settings", ()))]


_OPTIONS = {"model": "model", "dates": "dates", "unseen": "unseen", "gaps": "gaps"}
"""The options with one value, by the key of `SaidOptions` that keeps it."""

_OF_SECTIONS = {"aliases": "alias", "k": "indistinct", "candidates_file": "candidates"}
"""The options that are not called like the key of the section that they ask for."""


def _section_options(section: dict[str, Any]) -> Iterator[str]:
    """The options that ask for a section."""
    for key, value in section.items():
        option = _OF_SECTIONS.get(key, key.replace("_", "-"))
        if isinstance(value, dict):
            for entity, others in value.items():
                for other in [others] if isinstance(others, str) else others:
                    yield f'--{option} "{entity}{f"={other}" if other else ""}"'
        elif key == "k" and section["type"] == _AGAINST_LINKAGE:
            yield f"--unlinkable {value}"
        elif key != "type" and (key, value) != ("setting", "default"):
            yield from (f"--{option} {each}" for each in (value if isinstance(value, list) else [value]))


def _name_policy(recipe: Recipe) -> str | None:
    """The policy by its preset's name or its path; None where a trained model is all there is."""
    if recipe.policy is None:
        alone = recipe.model is not None and not (recipe.section or recipe.unlinkable)
        return None if alone else PRESETS[0]
    return str(recipe.policy if is_preset(recipe.policy) else recipe.policy.absolute())


def _require_same_policy(recipe: Recipe, made_under: MadeUnder) -> None:
    """Raise where the policy of a plan has moved or changed since."""
    again = "plan again, or say with --policy and all other options what is to hold now"
    try:
        digest = recipe.digest
    except PolicyError:
        raise PlanError(
            f"the plan was made under the policy '{made_under.policy}', which is not there: {again}"
        ) from None
    if digest != made_under.sha256:
        raise PlanError(f"the policy '{made_under.policy}' was changed after the plan was made: {again}")
