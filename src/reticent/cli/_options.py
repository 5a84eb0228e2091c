"""The options that several commands share, and what they stand for: a policy, what `--protect` adds to it, dates, gaps, stand-ins."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from reticent.cli._declared import THE_POLICYS, argument, make_section, option, option_of, switch
from reticent.cli._output import make_directory
from reticent.cli._reading import (
    READING,
    SUBJECTS,
    FormatName,
    LanguageNames,
    ReadingOptions,
    SubjectOptions,
    choose_languages,
)
from reticent.errors import DocumentError, InputError
from reticent.formats.registry import STANDARD_INPUT, read_bytes
from reticent.knowledge.corpus.corpus import Counting
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.models.indistinct.settings import IndistinctSettings
from reticent.models.no_linkage.settings import NoLinkageSettings
from reticent.models.privacy_model import Unseen
from reticent.models.redaction import DateMode
from reticent.models.redaction.settings import RedactionSettings
from reticent.models.settings import SettingName
from reticent.models.shared.counts import Evidence
from reticent.policy.policy import Asked, Policy, PseudonymsSection
from reticent.policy.recipe import Recipe
from reticent.rendering.gaps import Gaps
from reticent.usecases.release import InputFile, read_file
from reticent.vault.entries import StyleName

__all__ = [
    "READING",
    "RULE_OPTIONS",
    "SUBJECTS",
    "Alias",
    "AsJson",
    "File",
    "Files",
    "FormatName",
    "Keys",
    "Knowledge",
    "LanguageNames",
    "MaxGroup",
    "Output",
    "Overwrite",
    "PolicyFile",
    "Protection",
    "Quiet",
    "ReadingOptions",
    "RuleOptions",
    "Setting",
    "Settings",
    "SubjectOptions",
    "UnseenRule",
    "VaultKeyFile",
    "Within",
    "choose_languages",
    "make_section",
    "read_given",
]


def complete_presets(incomplete: str) -> list[str]:
    """The presets whose names begin so."""
    from reticent.policy.reading import PRESETS

    return [each for each in PRESETS if each.startswith(incomplete)]


Files = Annotated[list[str] | None, argument("FILE", "Files; - or none: standard input.")]
File = Annotated[str, argument("FILE", "A file; - or none: standard input.")]
PolicyFile = Annotated[
    Path | None,
    option(
        "--policy -p",
        "POLICY",
        "What to look for and what to promise: a TOML file, or default, health, court or support.",
        autocompletion=complete_presets,
    ),
]


def read_place(written: str) -> Path:
    """Where a release goes; what ends with a slash is a directory, which is made if it is not there."""
    place = Path(written)
    if written.endswith("/"):
        make_directory(place)
    return place


Output = Annotated[
    Path | None,
    option(
        "--output -o",
        "PATH",
        "A file, or a directory for several (default: standard output).",
        parser=read_place,
    ),
]
Overwrite = Annotated[
    bool, switch("--overwrite", "Replace existing files (default: ask at a terminal, else refuse).")
]
AsJson = Annotated[bool, switch("--json", "Write JSON instead of text.")]
Quiet = Annotated[bool, switch("--quiet -q", "Say nothing on standard error when all is fine.")]


Keys = Annotated[
    list[Path] | None,
    option("--key", "FILE", "A signing key from 'reticent key create'; can be repeated."),
]
VaultKeyFile = Annotated[
    Path | None,
    option(
        "--vault-key",
        "FILE",
        "The key of the collection, from 'reticent vault key' (default: RETICENT_VAULT_KEY).",
    ),
]


def _complete_settings(incomplete: str) -> list[str]:
    from reticent.policy.changes import list_settings

    return [f"{each}=" for each in list_settings() if each.startswith(incomplete)]


Settings = Annotated[
    list[str] | None,
    option(
        "--set",
        "MODEL.KEY=VALUE",
        "Any other setting of a model or detector of the policy, such as cg-sanitization.by_class=false; can be repeated.",
        autocompletion=_complete_settings,
    ),
]
Knowledge = Annotated[
    list[str] | None,
    option(
        "--knowledge -k",
        "NAME|FILE",
        "What an attacker knows besides 'general': 'medicine', or an index file; can be repeated. 'none' leaves"
        " 'general' out.",
    ),
]
Setting = Annotated[SettingName | None, option_of(CgSanitizationSettings, "setting")]
MaxGroup = Annotated[int | None, option_of(CgSanitizationSettings, "max_group")]
Within = Annotated[str | None, option_of(CgSanitizationSettings, "context")]
EvidenceRule = Annotated[Evidence | None, option_of(CgSanitizationSettings, "evidence")]
CountingRule = Annotated[Counting | None, option_of(CgSanitizationSettings, "counting")]
AtMost = Annotated[float | None, option_of(CgSanitizationSettings, "at_most")]
MinSupport = Annotated[int | None, option_of(CgSanitizationSettings, "min_support")]
UnseenRule = Annotated[
    Unseen | None, option_of(CgSanitizationSettings, "unseen", form="{} (exit 3)", left_out=THE_POLICYS)
]
Protect = Annotated[
    list[str] | None,
    option(
        "--protect",
        "ENTITY=GENERAL",
        "Let nothing tell more about ENTITY than GENERAL does, such as HIV=virus; can be repeated. Put a name with signs"
        " such as : or , in double quotes: '\"Acme, Inc.\"=company'.",
    ),
]
Alias = Annotated[
    list[str] | None, option_of(CgSanitizationSettings, "aliases", "--alias", metavar="ENTITY=NAME")
]
Related = Annotated[list[str] | None, option_of(CgSanitizationSettings, "related", metavar="ENTITY=WORDS")]
Indistinct = Annotated[
    int | None,
    option_of(
        IndistinctSettings,
        "k",
        "--indistinct",
        form="with --protect: {}, for readers of the whole text",
        left_out="not promised",
        metavar="K",
    ),
]
Candidates = Annotated[
    Path | None,
    option_of(
        IndistinctSettings,
        "candidates",
        "--candidates",
        form="with --indistinct: a file with, one per line, {}",
        left_out="what is below GENERAL",
        metavar="FILE",
    ),
]
_WAYS_TO_JUDGE = "--setting, --evidence, --counting, --at-most, --min-support, --max-group and --context"


@dataclass(frozen=True, slots=True)
class Protection:
    """What may be disclosed of which entities, and how that is judged."""

    protect: Protect = None
    alias: Alias = None
    related: Related = None
    indistinct: Indistinct = None
    candidates: Candidates = None
    max_group: MaxGroup = None
    context: Within = None
    setting: Setting = None
    evidence: EvidenceRule = None
    counting: CountingRule = None
    min_support: MinSupport = None
    at_most: AtMost = None
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
        if self.alias or self.related or self.knowledge or self._says_how_to_judge:
            raise InputError(
                f"--alias, --related, --knowledge, {_WAYS_TO_JUDGE} go with --protect: name the entity to protect as well"
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
            "at_most": self.at_most,
        }

    @property
    def _says_how_to_judge(self) -> bool:
        return any(self._ways_to_judge.values()) or (self.setting or "default") != "default"

    @property
    def _names_and_knowledge(self) -> dict[str, object]:
        from reticent.knowledge import anchor_choices  # numpy loads with it

        return {
            "aliases": _read_names(self.alias or (), "--alias", _ALIAS),
            "knowledge": anchor_choices(self.knowledge or ()),
        }

    def _generalize(self, protected: Mapping[str, Sequence[str]]) -> CgSanitizationSettings:
        """What `--protect` alone asks for."""

        own = {
            "type": "cg-sanitization",
            "setting": self.setting or "default",
            "protect": protected,
            "related": _read_names(self.related or (), "--related", _RELATED),
        }
        return make_section(
            CgSanitizationSettings, {**self._names_and_knowledge, **self._ways_to_judge, **own}
        )

    def _hide(self, k: int, protected: Mapping[str, Sequence[str]]) -> IndistinctSettings:
        """What `--indistinct` asks for."""
        if self._says_how_to_judge:
            raise InputError(
                f"{_WAYS_TO_JUDGE} say how single terms are judged, and --indistinct asks readers of the whole text:"
                " leave them out"
            )
        if self.related:
            raise InputError(
                "--related removes single words, and --indistinct asks readers of the whole text: leave one out"
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
    """What may be disclosed of each entity; several that are said of one all hold."""
    from reticent.models.shared.protections import split_pair  # numpy loads with it

    protected: dict[str, list[str]] = {}
    for each in given:
        entity, general = split_pair(each, form="--protect is written ENTITY=GENERAL")
        protected.setdefault(entity, []).append(general)
    return protected


_ALIAS, _RELATED = "HIV=human immunodeficiency virus", "Project Falcon=Helios"


def _read_names(given: Sequence[str], option: str, example: str) -> dict[str, list[str]]:
    """The names or words that an option gives to entities."""
    from reticent.models.shared.protections import split_pair  # numpy loads with it

    names: dict[str, list[str]] = {}
    for each in given:
        entity, name = split_pair(each, form=f"{option} is written ENTITY=NAME")
        if not name:
            raise InputError(f'{option} is written ENTITY=NAME, such as "{example}"')
        names.setdefault(entity, []).append(name)
    return names


PseudonymsFile = Annotated[
    Path | None,
    option(
        "--pseudonyms",
        "VAULT",
        "Use the same stand-in for a person in every document, and keep who is who in this vault.",
    ),
]
StandInStyle = Annotated[
    StyleName | None,
    option_of(PseudonymsSection, "style", "--stand-ins", form="with --pseudonyms: {}", left_out=THE_POLICYS),
]
SameSize = Annotated[bool, option_of(PseudonymsSection, "same_size", "--same-size")]


@dataclass(frozen=True, slots=True)
class StandInOptions:
    """What stands for people and things in all documents of a collection."""

    pseudonyms: PseudonymsFile = None
    stand_ins: StandInStyle = None
    same_size: SameSize = False

    def ask(self) -> Asked | None:
        """What the options ask for; None where no vault is named."""
        if self.pseudonyms is None:
            if self.stand_ins or self.same_size:
                raise InputError("--stand-ins and --same-size go with --pseudonyms: name the vault as well")
            return None
        return Asked(self.pseudonyms.absolute(), self.stand_ins, self.same_size)


Unlinkable = Annotated[
    int | None,
    option_of(
        NoLinkageSettings,
        "k",
        "--unlinkable",
        form="{}, as a run of words",
        left_out="not promised",
        metavar="K",
    ),
]
Collection = Annotated[
    list[Path] | None,
    option_of(
        NoLinkageSettings,
        "collection",
        "--collection",
        form="with --unlinkable: {}; can be repeated",
        left_out="the originals that are given",
        metavar="PATH",
    ),
]


@dataclass(frozen=True, slots=True)
class LinkageOptions:
    """That nothing leads to fewer than K originals, and in which collection."""

    unlinkable: Unlinkable = None
    collection: Collection = None

    def section(self, originals: Sequence[str], fields: Sequence[str]) -> NoLinkageSettings | None:
        """What the options ask for, as a policy would write it; None where nothing is asked for."""
        if self.unlinkable is None:
            if self.collection:
                raise InputError("--collection goes with --unlinkable: say how many originals have to fit")
            return None
        paths = self.collection or [Path(each) for each in originals if each != STANDARD_INPUT]
        if not paths:
            raise InputError("--unlinkable is about a collection: name its folder or file with --collection")
        own = {
            "type": "no-linkage",
            "k": self.unlinkable,
            "collection": [str(path.resolve()) for path in paths],
        }
        return make_section(NoLinkageSettings, own | ({"fields": list(fields)} if fields else {}))


DatesRule = Annotated[DateMode | None, option_of(RedactionSettings, "dates", left_out=THE_POLICYS)]
GapsRule = Annotated[Gaps | None, option_of(Policy, "gaps", left_out=THE_POLICYS)]
WithholdIfRanked = Annotated[int | None, option_of(Policy, "withhold_if_ranked", left_out=THE_POLICYS)]
WithholdIfLikely = Annotated[float | None, option_of(Policy, "withhold_if_likely", left_out=THE_POLICYS)]


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """What is promised: a policy, what `--protect` adds to it, what becomes of dates and gaps, and in which languages."""

    policy: PolicyFile = None
    protection: Protection = field(default_factory=Protection)
    linkage: LinkageOptions = field(default_factory=LinkageOptions)
    dates: DatesRule = None
    vault_key: VaultKeyFile = None
    stand_ins: StandInOptions = field(default_factory=StandInOptions)
    unseen: UnseenRule = None
    gaps: GapsRule = None
    language: LanguageNames = None
    settings: Settings = None
    withhold_if_ranked: WithholdIfRanked = None
    withhold_if_likely: WithholdIfLikely = None

    def recipe(
        self,
        model: Path | None = None,
        *,
        originals: Sequence[str] = (),
        fields: Sequence[str] | None = None,
    ) -> Recipe:
        """A policy file, or the default policy, with what `--protect`, `--unlinkable` and `--model` add to it.

        `originals` are the files that the command reads as such, and `fields` the keys of records that hold their text.
        """
        recipe = Recipe(
            self.policy,
            model,
            self.protection.section(),
            self.linkage.section(originals, fields or ()),
            dates=self.dates,
            unseen=self.unseen,
            key=self.vault_key,
            pseudonyms=self.stand_ins.ask(),
            gaps=self.gaps,
            languages=choose_languages(self.language),
            settings=tuple(self.settings or ()),
            withhold_if_ranked=self.withhold_if_ranked,
            withhold_if_likely=self.withhold_if_likely,
        )
        recipe.require_use_of_key()
        return recipe


RULE_OPTIONS = RuleOptions()
"""What commands have when nothing is said."""


def read_given(path: str) -> InputFile:
    """The file at `path`, or standard input for "-"."""
    if path != STANDARD_INPUT:
        return read_file(path)
    if sys.stdin.isatty():
        raise DocumentError("nothing to read: name a file, or pipe a text in")
    return InputFile("standard input", read_bytes(path))
