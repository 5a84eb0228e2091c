"""What `--protect` and the options that go with it ask for.

What the commands that judge the terms of a text together share, and how what they say becomes a policy's section.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

import typer
from typer.models import OptionInfo

from reticent.errors import InputError
from reticent.knowledge.corpus.corpus import Counting
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.models.privacy_model import Unseen
from reticent.models.settings import SettingName
from reticent.models.shared.counts import Evidence
from reticent.settings.section import Section
from reticent.text.contexts import Context

if TYPE_CHECKING:
    from reticent.models.indistinct.settings import IndistinctSettings


SectionType = TypeVar("SectionType", bound="Section")


def option_of(section: type[Section], key: str) -> OptionInfo:
    """The option that sets a key, made from what the settings class says of it: help, range, default."""
    field = section.model_fields[key]
    bounds = {
        name: getattr(each, name) for each in field.metadata for name in ("ge", "le") if hasattr(each, name)
    }
    sentence = (field.description or "").removesuffix(".")
    left_out = f"; {field.default} if left out." if isinstance(field.default, str | int) else "."
    return cast(
        OptionInfo,
        typer.Option(
            f"--{key.replace('_', '-')}",
            min=bounds.get("ge"),
            max=bounds.get("le"),
            help=f"{sentence[:1].upper()}{sentence[1:]}{left_out}",
            metavar="N" if bounds else None,
        ),
    )


Setting = Annotated[SettingName | None, option_of(CgSanitizationSettings, "setting")]
MaxGroup = Annotated[int | None, option_of(CgSanitizationSettings, "max_group")]
Within = Annotated[Context | None, option_of(CgSanitizationSettings, "context")]
Knowledge = Annotated[
    list[str] | None,
    typer.Option(
        "--knowledge",
        "-k",
        metavar="NAME|FILE",
        help="What an attacker knows besides 'general': 'medicine', or an index file; can be repeated. 'none' leaves"
        " 'general' out.",
    ),
]
UnseenRule = Annotated[
    Unseen | None,
    typer.Option(
        "--unseen",
        help="Words that the corpus has never seen: keep or remove them, ask, or refuse to release the document."
        " Left out: ask at a terminal, else refuse (exit 3).",
    ),
]


def make_section(kind: type[SectionType], values: Mapping[str, object]) -> SectionType:
    """A section of a policy made from options, less those that say nothing; an InputError names the one that is wrong."""
    from pydantic import ValidationError

    try:
        return kind.model_validate({key: value for key, value in values.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        option = str(first["loc"][0]).replace("_", "-") if first["loc"] else "options"
        raise InputError(f"--{option}: {first['msg'].removeprefix('Value error, ')}") from None


Protect = Annotated[
    list[str] | None,
    typer.Option(
        "--protect",
        metavar="ENTITY=GENERAL",
        help="Let nothing tell more of ENTITY than GENERAL does, such as HIV=virus; can be repeated. A name with signs such"
        " as : or , goes in double quotes: '\"Acme, Inc.\"=company'.",
    ),
]
Alias = Annotated[
    list[str] | None,
    typer.Option(
        "--alias", metavar="ENTITY=NAME", help="Another name of a protected entity; can be repeated."
    ),
]
Indistinct = Annotated[
    int | None,
    typer.Option(
        "--indistinct",
        min=1,
        metavar="K",
        help="With --protect: let K other things explain the text as well as ENTITY does, for readers of the whole text.",
    ),
]
Candidates = Annotated[
    Path | None,
    typer.Option(
        "--candidates",
        metavar="FILE",
        help="With --indistinct: what ENTITY may be taken for, a line each, other names after semicolons; kinds and"
        " synonyms of ENTITY don't count. What is below GENERAL if left out.",
    ),
]
EvidenceRule = Annotated[Evidence | None, option_of(CgSanitizationSettings, "evidence")]
CountingRule = Annotated[Counting | None, option_of(CgSanitizationSettings, "counting")]
MinSupport = Annotated[int | None, option_of(CgSanitizationSettings, "min_support")]
_WAYS_TO_JUDGE = "--setting, --evidence, --counting, --min-support, --max-group and --context"


@dataclass(frozen=True, slots=True)
class Protection:
    """What may be told of which entities, and how that is judged."""

    protect: Protect = None
    alias: Alias = None
    indistinct: Indistinct = None
    candidates: Candidates = None
    max_group: MaxGroup = None
    context: Within = None
    setting: Setting = None
    evidence: EvidenceRule = None
    counting: CountingRule = None
    min_support: MinSupport = None
    knowledge: Knowledge = None

    def section(self) -> CgSanitizationSettings | IndistinctSettings | None:
        """What the options ask for, as a policy would write it; None where nothing is to be protected."""
        if self.candidates and not self.indistinct:
            raise InputError(
                "--candidates goes with --indistinct: say how many of them must explain the text as well"
            )
        if not self.protect:
            self._refuse_without_entity()
            return None
        protected = _read_protected(self.protect)
        return self._hide(self.indistinct, protected) if self.indistinct else self._generalize(protected)

    def _refuse_without_entity(self) -> None:
        """An InputError for options that say nothing without `--protect`."""
        if self.indistinct:
            raise InputError("--indistinct goes with --protect: name the entity to hide as well")
        if self.alias or self.knowledge or self._says_how_to_judge:
            raise InputError(
                f"--alias, --knowledge, {_WAYS_TO_JUDGE} go with --protect: name the entity to protect as well"
            )

    @property
    def _ways_to_judge(self) -> dict[str, object]:
        """How terms are judged, where anything is said of it."""
        return {
            "max_group": self.max_group,
            "context": self.context,
            "evidence": self.evidence,
            "counting": self.counting,
            "min_support": self.min_support,
        }

    @property
    def _says_how_to_judge(self) -> bool:
        return any(self._ways_to_judge.values()) or (self.setting or "default") != "default"

    @property
    def _names_and_knowledge(self) -> dict[str, object]:
        from reticent.knowledge import anchor_choices  # numpy loads with it

        return {
            "aliases": _read_aliases(self.alias or ()),
            "knowledge": anchor_choices(self.knowledge or ()),
        }

    def _generalize(self, protected: Mapping[str, Sequence[str]]) -> CgSanitizationSettings:
        """What `--protect` alone asks for."""

        own = {"type": "cg-sanitization", "setting": self.setting or "default", "protect": protected}
        return make_section(
            CgSanitizationSettings, {**self._names_and_knowledge, **self._ways_to_judge, **own}
        )

    def _hide(self, k: int, protected: Mapping[str, Sequence[str]]) -> IndistinctSettings:
        """What `--indistinct` asks for."""
        from reticent.models.indistinct.settings import IndistinctSettings

        if self._says_how_to_judge:
            raise InputError(
                f"{_WAYS_TO_JUDGE} say how single terms are judged, and --indistinct asks readers of the whole text:"
                " leave them out"
            )
        if twice := [entity for entity, generals in protected.items() if len(generals) > 1]:
            raise InputError(
                f"--indistinct hides '{twice[0]}' among what is below one GENERAL: give it one --protect only"
            )
        own = {
            "type": "indistinct",
            "k": k,
            "protect": {entity: generals[0] for entity, generals in protected.items()},
            "candidates_file": str(self.candidates.resolve()) if self.candidates else None,
        }
        return make_section(IndistinctSettings, {**self._names_and_knowledge, **own})


def _read_protected(given: Sequence[str]) -> dict[str, list[str]]:
    """What may be told of each entity; several that are said of one all hold."""
    from reticent.models.shared.protections import split_pair  # numpy loads with it

    protected: dict[str, list[str]] = {}
    for each in given:
        entity, general = split_pair(each, form="--protect is written ENTITY=GENERAL")
        protected.setdefault(entity, []).append(general)
    return protected


def _read_aliases(given: Sequence[str]) -> dict[str, list[str]]:
    from reticent.models.shared.protections import split_pair  # numpy loads with it

    aliases: dict[str, list[str]] = {}
    for each in given:
        entity, name = split_pair(each, form="--alias is written ENTITY=NAME")
        if not name:
            raise InputError('--alias is written ENTITY=NAME, such as "HIV=human immunodeficiency virus"')
        aliases.setdefault(entity, []).append(name)
    return aliases
