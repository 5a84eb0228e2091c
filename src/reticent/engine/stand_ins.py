"""Stand-ins of a vault: put in place of an outcome's placeholders, noted, and turned back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reticent.audit.verification import verify
from reticent.engine.outcome import Outcome
from reticent.engine.rules import Pseudonyms, Rules
from reticent.errors import DocumentError, ReticentError, VaultError
from reticent.plan import Decision, Edit
from reticent.rendering.edits import apply_edits, render
from reticent.rendering.placeholders import (
    CHOICES,
    find_marked,
    find_placeholders,
    label,
    mark_placeholders,
    read_words,
)
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span
from reticent.vault.entries import VaultEntry
from reticent.vault.identities import NamedEntity, fold, name_entities
from reticent.vault.store import Change, Vault

_TELLING = 3
"""Letters of a word that must not stand both in an invented name and among what was removed from the same text."""


def put_stand_ins(outcome: Outcome, rules: Rules) -> Outcome:
    """The outcome with stand-ins in place of its placeholders, audited again; numbers where invented ones would not do."""
    pseudonyms = rules.pseudonyms
    if pseudonyms is None or outcome.violations:
        return outcome
    _require_no_marks(outcome.release.original, pseudonyms)
    entries = _find_entries(survey(outcome, pseudonyms.style.kinds), pseudonyms)
    made = _render_with(outcome, rules, pseudonyms, entries)
    if made.violations:
        numbers = replace(pseudonyms, style=replace(pseudonyms.style, name="number"))
        made = _render_with(outcome, rules, numbers, entries)
    return made


def note_stand_ins(outcomes: Iterable[Outcome | ReticentError], rules: Rules) -> None:
    """Note the documents that keep every promise in the vault, so that they can be turned back."""
    if rules.pseudonyms is not None and rules.pseudonyms.notes:
        fine = [each for each in outcomes if isinstance(each, Outcome) and not each.violations]
        rules.pseudonyms.vault.note_documents(_list_changes(fine, rules.pseudonyms))


def survey(outcome: Outcome, kinds: frozenset[str]) -> list[NamedEntity]:
    """What a document names that gets a stand-in, in the order of its plan."""
    text = outcome.release.original.text
    linked = [each for each in outcome.plan.decisions if _is_linked(each, kinds)]
    return name_entities([(each.kind, each.spans[0].of(text)) for each in linked])


def find_restoring_edits(document: Document, vault: Vault) -> tuple[list[Edit], bool]:
    """The edits that turn a text back, and whether they give its original word by word.

    A released text that nobody changed is known; in any other each stand-in becomes what it stands for as that was first
    written.
    """
    known = vault.find_changes(document.text)
    if known is not None:
        return [Edit(Span(start, end), before, 0) for start, end, before in known], True
    found = [
        (span, vault.find_original(words))
        for style in CHOICES
        for span, words in find_marked(document.text, style)
    ]
    edits = [Edit(span, original, 0) for span, original in found if original is not None]
    return sorted(edits, key=lambda edit: edit.span), False


def restore_text(text: str, vault: Vault) -> str:
    """A text with what its stand-ins stand for."""
    document = Document("text", text)
    return apply_edits(document, find_restoring_edits(document, vault)[0]).text


def _list_changes(outcomes: Sequence[Outcome], pseudonyms: Pseudonyms) -> list[tuple[str, list[Change]]]:
    """The released texts whose originals their stand-ins alone don't give back, with what stood at each place."""
    listed = []
    for outcome in outcomes:
        original, released = outcome.release.original.text, outcome.release.released.text
        trace = Trace.of(outcome.release.edits)
        changes = [
            (start, end, edit.span.of(original))
            for start, end, edit in zip(trace.new_starts, trace.new_ends, outcome.release.edits, strict=True)
        ]
        restored = [
            pseudonyms.vault.find_original(read_words(released[start:end])) == before
            for start, end, before in changes
        ]
        if not all(restored):
            listed.append((released, changes))
    return listed


def _find_entries(named: Sequence[NamedEntity], pseudonyms: Pseudonyms) -> list[VaultEntry]:
    if pseudonyms.assigns:
        return pseudonyms.vault.assign(named, pseudonyms.style)
    found = [pseudonyms.vault.find(each) for each in named]
    if not all(found):
        raise VaultError(
            f"the vault '{pseudonyms.vault.path}' lacks entries made when the documents were first read: run again"
        )
    return [entry for entry in found if entry]


def _render_with(
    outcome: Outcome, rules: Rules, pseudonyms: Pseudonyms, entries: Sequence[VaultEntry]
) -> Outcome:
    gone = _removed_words(outcome)
    waiting = iter(entries)
    decisions = tuple(
        replace(each, stand_in=_choose(next(waiting), pseudonyms, gone))
        if _is_linked(each, pseudonyms.style.kinds)
        else each
        for each in outcome.plan.decisions
    )
    plan = replace(outcome.plan, decisions=decisions)
    kinds = rules.kinds_with(outcome.release.mentions, decisions)
    release = render(outcome.release.original, plan, outcome.release.mentions)
    known = mark_placeholders(release.released, kinds, pseudonyms.vault.is_stand_in)
    release = replace(release, released=known)
    violations = verify(release, rules.models, kinds=kinds, is_stand_in=pseudonyms.vault.is_stand_in)
    return replace(outcome, plan=plan, release=release, violations=tuple(violations))


def _choose(entry: VaultEntry, pseudonyms: Pseudonyms, gone: frozenset[str]) -> str:
    """What is shown for an entry; its number where the invented name holds a word that this text itself removes."""
    chosen = pseudonyms.style.choose(entry)
    return entry.numbered if gone & frozenset(fold(chosen).split()) and chosen != entry.numbered else chosen


def _removed_words(outcome: Outcome) -> frozenset[str]:
    text = outcome.release.original.text
    removed = (span.of(text) for each in outcome.plan.decisions for span in each.spans)
    return frozenset(word for each in removed for word in fold(each).split() if len(word) >= _TELLING)


def _is_linked(decision: Decision, kinds: frozenset[str]) -> bool:
    return decision.becomes is None and decision.kind in kinds


def _require_no_marks(original: Document, pseudonyms: Pseudonyms) -> None:
    """Refuse a text that already holds what could be mistaken for a stand-in."""
    labels = {label(kind) for kind in pseudonyms.style.kinds}
    marks = find_placeholders(
        original.text, pseudonyms.style.kinds, pseudonyms.vault.is_stand_in, style=original.placeholder_style
    )
    if any(read_words(span.of(original.text)) not in labels for span in marks):
        raise DocumentError(
            f"'{original.id}' already holds stand-ins of an earlier release, which would be mistaken for new ones:"
            " give the original, or release it without --pseudonyms"
        )
