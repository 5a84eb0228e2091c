"""What a file of plans remembers of the rules that they were made under, and how a command takes them up again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import Field, ValidationError

from reticent.errors import PlanError, PolicyError
from reticent.models.redaction import DateMode
from reticent.plan import MadeUnder
from reticent.policy.policy import OneOf
from reticent.policy.presets import PRESETS, is_preset
from reticent.policy.pseudonyms import Asked
from reticent.policy.recipe import Recipe
from reticent.policy.registry import MODELS
from reticent.policy.section import ModelSection, Section
from reticent.rendering.gaps import Gaps
from reticent.vault.entries import StyleName


class SaidOfStandIns(Section):
    """What a command said of stand-ins."""

    vault: str
    style: StyleName | None = None
    same_size: bool = False


class Said(Section):
    """What a command said besides its policy; paths are absolute, and a key stays where it is."""

    model: str | None = None
    models: list[Annotated[ModelSection, OneOf(MODELS)]] = Field([], max_length=1)
    dates: DateMode | None = None
    unseen: Literal["ask", "keep", "remove", "refuse"] | None = None
    gaps: Gaps | None = None
    vault_key: str | None = None
    pseudonyms: SaidOfStandIns | None = None


def remember(recipe: Recipe) -> MadeUnder:
    """A recipe as a file of plans keeps it."""
    asked = recipe.pseudonyms
    said: dict[str, Any] = {
        "model": recipe.model and str(recipe.model.absolute()),
        "models": recipe.section
        and [cast(Section, recipe.section).model_dump(mode="json", exclude_unset=True)],
        "dates": recipe.dates,
        "unseen": recipe.unseen,
        "gaps": recipe.gaps,
        "vault_key": recipe.key and str(recipe.key.absolute()),
        "pseudonyms": asked
        and {"vault": str(asked.vault), "style": asked.style, "same_size": asked.same_size},
    }
    rules = {name: value for name, value in said.items() if value is not None}
    return MadeUnder(_name_policy(recipe), recipe.digest, rules)


def recall(made_under: MadeUnder) -> Recipe:
    """The recipe that `remember` wrote down; a PlanError where its policy is not what it was."""
    try:
        said = Said.model_validate(made_under.rules)
    except ValidationError:
        raise PlanError("the plan is malformed at 'made_under.rules': plan again") from None
    shown = said.pseudonyms
    recipe = Recipe(
        None if made_under.policy is None else Path(made_under.policy),
        Path(said.model) if said.model else None,
        said.models[0] if said.models else None,
        dates=said.dates,
        unseen=said.unseen,
        key=Path(said.vault_key) if said.vault_key else None,
        pseudonyms=None if shown is None else Asked(Path(shown.vault), shown.style, shown.same_size),
        gaps=said.gaps,
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
    return [*written[:1], *added, *written[1:]]


_OPTIONS = {"model": "model", "dates": "dates", "unseen": "unseen", "gaps": "removed"}
"""The options with one value, by the key of `Said` that keeps it."""

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
        elif key != "type" and (key, value) != ("setting", "default"):
            yield from (f"--{option} {each}" for each in (value if isinstance(value, list) else [value]))


def _name_policy(recipe: Recipe) -> str | None:
    """The policy by its preset's name or its path; None where a trained model is all there is."""
    if recipe.policy is None:
        return None if recipe.model is not None and recipe.section is None else PRESETS[0]
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
