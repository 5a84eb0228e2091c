"""Gaps that don't tell: what stands around a removed place, and would say what stood there, goes with it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from reticent.language import find_language
from reticent.plan import Decision
from reticent.rendering.list_slots import PlacedWord, WordPlaces, find_slot
from reticent.rendering.placeholders import label, read_label
from reticent.text import Document, Span
from reticent.text.analysis import analyze

Gaps = Literal["mark", "close"]
"""What becomes of the place of something removed: a mark shows it, or it is closed where its surroundings tell."""

GAPS: tuple[Gaps, ...] = get_args(Gaps)
CLOSED = "closed"
"""The key of a decision's evidence that says why its place is wider than what had to go."""

_MODIFIERS = frozenset({"JJ", "NN", "NNP", "FW"})
_NOUNS = frozenset({"NN", "NNP", "FW"})


def close_gaps(
    document: Document,
    decisions: Sequence[Decision],
    *,
    kinds: Collection[str],
    kept: Sequence[Span] = (),
) -> tuple[Decision, ...]:
    """The decisions with the gaps of these kinds widened to what tells of them, and closed where they fill a slot.

    A modifier or noun that was left alone beside a gap ("nocturnal […]") goes with it. The slot of a list goes with its
    separator ("[…]/flutter"), a label or heading with the only thing that stood under it ("HR: […]"): nothing marks
    these any more, and `becomes` is "". Whatever was to go still goes, no word is added, lines stay lines, and what is
    `kept` stays.

    >>> note = Document("note", "Atrial fibrillation/flutter. HR: 80")
    >>> decisions = [Decision((Span(7, 19),), "REMOVED"), Decision((Span(33, 35),), "REMOVED")]
    >>> [(each.spans[0].of(note.text), each.becomes) for each in close_gaps(note, decisions, kinds=["REMOVED"])]
    [('Atrial fibrillation/', ''), ('HR: 80', '')]
    """
    gaps = _find_gaps(document.text, decisions, frozenset(kinds))
    if not gaps:
        return tuple(decisions)
    changed = [span for each in decisions if not _is_gap(each, frozenset(kinds)) for span in each.spans]
    others = [*changed, *kept]
    words = WordPlaces.of(document)
    found: list[_Gap] = []
    for gap in gaps:
        wide = replace(gap, span=_widen(words, gap.span, others))
        slot = find_slot(words, wide.span)
        if any(span.covers(wide.span) for span in slot) and not meet(slot, others):
            for span in slot:
                words.take(span)
            found += [replace(wide, span=span, closed=True) for span in slot]
        else:
            found.append(wide)
    return _decide(decisions, _join(found), frozenset(kinds))


_JOINT = re.compile(r"[ \t]*|[-–]")
"""What may stand between two gaps that are one for a reader."""
_BLANK = re.compile(r"[ \t]*")
_OF = re.compile(r"[ \t]{1,3}of[ \t]{1,3}(?:the[ \t]{1,3})?", re.IGNORECASE)
"""What stands between a mark and a gap that says of which: "[SYMPTOM 1] of […]" is the symptom."""
_OPENING_OF = re.compile(r"of[ \t]+(?=\S)", re.IGNORECASE)
_LINE_END = re.compile(r"[ \t]*\n[ \t]*(?=\S)")
_NEXT_WORD = re.compile(r"[ \t]{1,3}([^\W\d_]+)")
_POSSESSIVE = re.compile(r"['’]([^\W\d_]{1,2})(?!\w)")
_LAST_WORD = re.compile(r"(?<![\w'’-])([^\W\d_]+)[ \t]{1,3}$")
_REACH = 12
"""Characters before a gap in which an article with its blanks stands."""


def join_gaps(
    document: Document,
    decisions: Sequence[Decision],
    *,
    kinds: Collection[str],
    marks: Collection[str] = (),
    kept: Sequence[Span] = (),
) -> tuple[Decision, ...]:
    """The decisions with gaps of these kinds in one that nothing but blanks or a hyphen parts, each with its article and unit.

    Nouns and adjectives that go beside one of the `marks`, which say what stood there, go with that.

    A gap takes the article before it where nothing is left that the article could belong to, and the unit of measure or the "'s"
    after it. What is `kept` stays, and so does every line.

    >>> note = Document("note", "He has the flu virus, 5 mg.")
    >>> decisions = [Decision((Span(11, 14),), "REMOVED"), Decision((Span(15, 20),), "REMOVED"), Decision((Span(22, 23),), "REMOVED")]
    >>> [each.spans[0].of(note.text) for each in join_gaps(note, decisions, kinds=["REMOVED"])]
    ['the flu virus', '5 mg']
    """
    chosen = frozenset(kinds)
    decisions = _join_marks(document, decisions, chosen, frozenset(marks)) if marks else decisions
    gaps = _find_gaps(document.text, decisions, chosen, joint=_JOINT)
    others = [*kept, *(span for each in decisions if not _is_gap(each, chosen) for span in each.spans)]
    shown = frozenset(
        span.start for each in decisions if _is_gap(each, chosen | frozenset(marks)) for span in each.spans
    )
    wide = []
    for gap in gaps:
        span = _with_standing(document, gap.span, chosen)
        span = _with_article(document, _with_possessive(document, _with_unit(document, span)))
        closes = _goes_on_below(document, gap.span, shown)
        wider = gap if meet([span], others) else replace(gap, span=span)
        wide.append(_close(document, wider) if closes else wider)
    return _decide(decisions, _join(wide), chosen) if gaps else tuple(decisions)


def _goes_on_below(document: Document, span: Span, shown: Collection[int]) -> bool:
    """Whether nouns and adjectives at the end of a line are shown by a gap or mark that begins the next one."""
    text = document.text
    after = _LINE_END.match(text, span.end)
    begun = text[text.rfind("\n", 0, span.start) + 1 : span.start].strip()
    return after is not None and after.end() in shown and bool(begun) and _is_nominal(document, span)


def _close(document: Document, gap: _Gap) -> _Gap:
    """The gap closed, with the blanks before it."""
    bare = document.text[: gap.span.start].rstrip(" \t")
    return replace(gap, span=Span(len(bare), gap.span.end), closed=True)


def _with_standing(document: Document, gap: Span, kinds: Collection[str]) -> Span:
    """The gap with the gaps of an earlier round that it touches."""
    shown = {label(kind) for kind in kinds}
    standing = [each for each in document.placeholders if read_label(each.of(document.text)) in shown]
    for _ in range(2 * len(standing)):
        beside = next((each for each in standing if _touches(document.text, gap, each)), None)
        if beside is None:
            break
        gap = gap.hull(beside)
    return gap


def _touches(text: str, gap: Span, other: Span) -> bool:
    """Whether nothing but blanks or a hyphen parts two places, of which neither holds the other."""
    first, second = sorted((gap, other))
    return not first.overlaps(second) and _JOINT.fullmatch(text, first.end, second.start) is not None


def _join_marks(
    document: Document, decisions: Sequence[Decision], kinds: Collection[str], marks: Collection[str]
) -> Sequence[Decision]:
    """The decisions with gaps of nouns and adjectives, and marks of the same kind, as a part of the mark that they touch."""
    places = sorted(
        (span, number, _is_gap(each, marks))
        for number, each in enumerate(decisions)
        if _is_gap(each, kinds) or _is_gap(each, marks)
        for span in each.spans
    )
    joined: list[tuple[Span, int, bool]] = []
    for span, number, is_mark in places:
        last, before, was_mark = joined[-1] if joined else (Span(0, 0), -1, False)
        alike = not (is_mark and was_mark) or decisions[number].kind == decisions[before].kind
        beside = joined and _belongs(document.text, last, span, to_mark=was_mark and not is_mark)
        loose = span if was_mark else last
        if (
            beside
            and alike
            and (is_mark or was_mark)
            and ((is_mark and was_mark) or _is_nominal(document, loose))
            and (is_mark or not _is_of_another_sort(document, last, span, decisions[before].kind))
        ):
            joined[-1] = last.hull(span), number if is_mark else before, True
        else:
            joined.append((span, number, is_mark))
    if len(joined) == len(places):
        return decisions
    spans: dict[int, list[Span]] = {}
    for span, number, _ in joined:
        spans.setdefault(number, []).append(span)
    touched = {number for _, number, _ in places}
    return [
        replace(each, spans=tuple(spans.get(number, ())), what=()) if number in touched else each
        for number, each in enumerate(decisions)
        if number not in touched or number in spans
    ]


def _belongs(text: str, last: Span, span: Span, *, to_mark: bool) -> bool:
    """Whether a gap or mark goes on what the one before it shows: beside it, or after "of"."""
    joints = (_JOINT, _OF) if to_mark else (_JOINT,)
    return any(joint.fullmatch(text, last.end, span.start) for joint in joints)


def _is_of_another_sort(document: Document, last: Span, span: Span, kind: str) -> bool:
    """Whether a gap right after a mark ends in a word for something else: what is done to a nerve is no part of the body."""
    if _JOINT.fullmatch(document.text, last.end, span.start) is None:
        return False
    language = find_language(document.language)
    word = language.lemma(span.of(document.text).rsplit(maxsplit=1)[-1].lower())
    sorts = [each.partition(">")[2] for each in language.nouns.typed if each.startswith(f"{word}>")]
    return bool(sorts) and kind not in sorts


def _is_nominal(document: Document, span: Span) -> bool:
    """Whether the words of a place are nouns, adjectives and numbers, after "of" or not: a verb is no part of what stands beside it."""
    if span.of(document.text).isupper():  # a part of a heading, whatever it is taken for
        return True
    opening = _OPENING_OF.match(document.text, span.start, span.end)
    span = Span(opening.end(), span.end) if opening else span
    analysis = analyze(document)
    rows = zip(analysis.sentences, analysis.tokens, analysis.tags(), strict=True)
    tags = [
        tag
        for sentence, row, tags in rows
        if sentence.overlaps(span)
        for token, tag in zip(row, tags, strict=True)
        if token.start < span.end and span.start < token.end
    ]
    return bool(tags) and all(tag in _MODIFIERS or tag == "CD" for tag in tags)


def _with_unit(document: Document, gap: Span) -> Span:
    after = _NEXT_WORD.match(document.text, gap.end)
    measures = find_language(document.language).common.measures
    return Span(gap.start, after.end()) if after and after[1].lower() in measures else gap


def _with_possessive(document: Document, gap: Span) -> Span:
    """The gap with the "'s" after it, where no noun follows: nothing is left that it could belong to."""
    language = find_language(document.language)
    ending = _POSSESSIVE.match(document.text, gap.end)
    if ending is None or ending[1].lower() not in language.grammar.possessives:
        return gap
    after = _NEXT_WORD.match(document.text, ending.end())
    has_noun = after is not None and after[1].lower() not in language.stop_words
    return gap if has_noun else Span(gap.start, ending.end())


def _with_article(document: Document, gap: Span) -> Span:
    """The gap with the article before it, unless the next word may be what the article belongs to."""
    text, language = document.text, find_language(document.language)
    after = _NEXT_WORD.match(text, gap.end)
    if (after and after[1].lower() not in language.stop_words) or text[gap.end : gap.end + 1] in (
        "-",
        "–",
        "/",
    ):
        return gap
    before = _LAST_WORD.search(text, max(0, gap.start - _REACH), gap.start)
    articles = {*language.grammar.articles, language.grammar.definite_article} - {""}
    return Span(before.start(), gap.end) if before and before[1].lower() in articles else gap


@dataclass(frozen=True, slots=True)
class _Gap:
    """Removed places with nothing but blanks between them, the number of the first decision about them, and whether no
    mark is to show them."""

    span: Span
    decision: int
    closed: bool = False


def _is_gap(decision: Decision, kinds: Collection[str]) -> bool:
    return decision.becomes is None and decision.stand_in is None and decision.kind in kinds


def _find_gaps(
    text: str, decisions: Sequence[Decision], kinds: Collection[str], *, joint: re.Pattern[str] = _BLANK
) -> list[_Gap]:
    """The places that are removed, those in one that stand side by side on a line."""
    places = sorted(
        (span, number) for number, each in enumerate(decisions) if _is_gap(each, kinds) for span in each.spans
    )
    gaps: list[_Gap] = []
    for span, number in places:
        between = text[gaps[-1].span.end : span.start] if gaps else "\n"
        if joint.fullmatch(between):
            gaps[-1] = replace(gaps[-1], span=gaps[-1].span.hull(span))
        else:
            gaps.append(_Gap(span, number))
    return gaps


def _widen(words: WordPlaces, gap: Span, others: Sequence[Span]) -> Span:
    """The gap with the modifiers before it and the nouns after it; words that go with anything stay."""
    start, end = gap.start, gap.end
    plain = (
        words.language.grammar.plain_modifiers | words.language.stop_words | words.language.grammar.negations
    )
    while (word := words.before(start)) and _is_telling(
        word, _MODIFIERS, words.text[word.span.end : start], plain
    ):
        if meet([word.span], others):
            break
        start = word.span.start
    while (word := words.after(end)) and _is_telling(word, _NOUNS, words.text[end : word.span.start], plain):
        if meet([word.span], others):
            break
        end = word.span.end
    return Span(start, end)


def _is_telling(word: PlacedWord, tags: Collection[str], between: str, plain: Collection[str]) -> bool:
    """Whether a word beside a gap belongs to it and says something of it; a `plain` one says nothing."""
    return word.tag in tags and not between.strip() and word.text.lower() not in plain


def meet(spans: Iterable[Span], others: Sequence[Span]) -> bool:
    """Whether one of some places overlaps one of others."""
    return any(span.overlaps(other) for span in spans for other in others)


def _join(found: Iterable[_Gap]) -> list[_Gap]:
    """The gaps with those in one that overlap; a mark shows it where one shows any of them."""
    joined: list[_Gap] = []
    for gap in sorted(found, key=lambda each: each.span):
        if joined and joined[-1].span.overlaps(gap.span):
            before = joined[-1]
            joined[-1] = replace(before, span=before.span.hull(gap.span), closed=before.closed and gap.closed)
        else:
            joined.append(gap)
    return joined


def _decide(
    decisions: Sequence[Decision], gaps: Sequence[_Gap], kinds: Collection[str]
) -> tuple[Decision, ...]:
    """The decisions with these gaps in place of their own; one about closed gaps stands by itself."""
    decided: list[Decision] = []
    for number, each in enumerate(decisions):
        if not _is_gap(each, kinds):
            decided.append(each)
            continue
        marked = tuple(gap.span for gap in gaps if gap.decision == number and not gap.closed)
        closed = tuple(gap.span for gap in gaps if gap.decision == number and gap.closed)
        if marked:
            decided.append(replace(each, spans=marked, what=()))
        if closed:
            evidence = {**each.evidence, CLOSED: True}
            decided.append(replace(each, spans=closed, becomes="", evidence=evidence, what=()))
    return tuple(decided)
