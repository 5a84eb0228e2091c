"""From a policy to the rules that it stands for: the detectors and models that it names, with their stores open."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from reticent.audit.inference import Watch
from reticent.detection.detector import complete_detector
from reticent.detection.names import Names
from reticent.detection.word_list import WordList
from reticent.engine.rules import ExemptionCode, Rules
from reticent.knowledge.taxonomy import open_chosen
from reticent.models.privacy_model import complete_model
from reticent.models.settings import Parts
from reticent.policy.policy import Policy
from reticent.vault.store import read_vault_key


def find_in_capitals(rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
    """The kind of each word list with entries that are not found in small letters, and these entries."""
    return [(each.kind, each.in_capitals) for each in _word_lists(rules) if each.in_capitals]


def count_entries(rules: Rules) -> list[tuple[str, int]]:
    """The kind of each word list, and how many entries it has."""
    return [(each.kind, len(tuple(each.words))) for each in _word_lists(rules)]


def _word_lists(rules: Rules) -> list[WordList]:
    lists = [each for each in rules.detectors if isinstance(each, WordList)]
    return [*lists, *(each.deny for each in rules.detectors if isinstance(each, Names) and each.deny)]


def make_rules(policy: Policy, folder: Path, *, key: Path | None = None) -> Rules:
    """The models of a policy; files that it names are relative to `folder`, `key` is the file of a collection's key."""

    parts = Parts(
        folder,
        knowledge=tuple(policy.knowledge),
        taxonomy=cache(open_chosen(policy.taxonomies, policy.all_knowledge, folder)),
        ages=policy.ages,
        key=partial(read_vault_key, key),
        reading=policy.format_options(),
    )
    detectors = tuple(complete_detector(section.build(parts)) for section in policy.detectors)
    attackers = tuple(section.build(parts) for section in policy.attackers)
    parts = replace(parts, detectors=detectors, attackers=attackers)
    models = tuple(complete_model(section.build(parts)) for section in policy.models)
    return Rules(
        models,
        detectors,
        policy.name,
        policy.format_options(),
        gaps=policy.gaps,
        invent=policy.invent,
        attackers=attackers,
        languages=frozenset(policy.languages),
        ages=policy.ages,
        declared=frozenset(each.code for each in policy.codes if policy.codes_on_marks),
        codes=tuple(ExemptionCode(each.code, each.means) for each in policy.codes),
        codes_on_marks=policy.codes_on_marks,
        watch=Watch.over(models, if_ranked=policy.withhold_if_ranked, if_likely=policy.withhold_if_likely),
    )
