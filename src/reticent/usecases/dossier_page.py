"""The dossier as one page that prints well: the verdict first, then figures with their limits, then the evidence. No script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from reticent.evaluation.verdict import percent
from reticent.usecases.dossier import HEADLINES, SHEET

_STYLE = """
:root { --ink: #1d2733; --soft: #5b6875; --line: #d5dce3; --good: #1b7a43; --condition: #9a6200; --bad: #b3261e; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; } .soft { color: var(--soft); }
.verdict { border: 2px solid; border-radius: 6px; padding: .8rem 1.2rem; margin: 1rem 0; }
.verdict strong { font-size: 1.3rem; display: block; } .verdict p { margin: .4rem 0 0; color: var(--ink); }
.good { color: var(--good); } .condition { color: var(--condition); } .bad { color: var(--bad); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; } th, td { text-align: left; padding: .3rem .6rem .3rem 0;
vertical-align: top; border-bottom: 1px solid var(--line); } th { font-weight: 600; color: var(--soft); font-size: .85rem; }
td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; } .mark { font-weight: 600; white-space: nowrap; }
blockquote { margin: .6rem 0; padding: .5rem .8rem; background: #f4f6f8; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; }
code { font-size: .8rem; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } h2 { break-after: avoid; } table, blockquote, .verdict { break-inside: avoid; } }
"""

_MARKS = {"good": "✓ good", "condition": "! condition", "bad": "✗ too high"}
_NAMES = {
    "broken": "Documents that break a promise of the policy",
    "identified": "Documents that still hold a name, number or address",
    "singled_out": "People whom no other has two or three traits in common with",
    "linkable": "Documents that one search for unchanged words leads back",
    "found_first": "Documents whose original a search engine ranks first",
    "inferred": "Documents in which what is protected is guessed first",
    "known_first": "Documents whose person is found first by public texts",
}
_PART = {
    "broken": "1",
    "identified": "2",
    "singled_out": "2",
    "linkable": "3",
    "found_first": "3",
    "inferred": "4",
    "known_first": "3",
}
_AUDIENCES = {
    "searchable": "anybody, and the originals or copies of them can be searched: what a search finds counts in full",
    "public": "anybody, while the originals are kept where the recipients can't search them",
    "contract": "people whom a contract binds not to look for anybody",
}
_HEADINGS = (
    ("EDPB, guidelines on anonymisation (draft 2026)", "Isolation (singling out)", "2"),
    ("EDPB, guidelines on anonymisation (draft 2026)", "Linkage", "3"),
    ("EDPB, guidelines on anonymisation (draft 2026)", "Inference", "4"),
    ("HIPAA, 45 CFR 164.514(b)(1)", "Expert determination: methods and results", "1 to 5"),
    ("HIPAA, 45 CFR 164.514(b)(2)", "Safe Harbor: identifiers", "2"),
    ("ISO/IEC 27559", "Context assessment", "1"),
    ("ISO/IEC 27559", "Data assessment", "2, 5"),
    ("ISO/IEC 27559", "Identifiability assessment and mitigation", "2 to 4"),
    ("ISO/IEC 27559", "Governance", "1, 6"),
)


_REFUSED = {
    "refused": "Files refused",
    "left_out": "Files left out: links, and what is no plain file",
    "withheld_ranked": "Files withheld: a reader ranks what is protected too high",
    "withheld_likely": "Files withheld: a language model would name what is protected",
}


def render_page(dossier: Mapping[str, Any]) -> str:
    """The whole page."""
    figures = dossier["figures"]
    parts = [
        _head(dossier),
        _verdict(dossier),
        _limits(dossier),
        _promised(dossier),
        _isolation(figures),
        _linkage(figures),
        _inference(figures),
        _use(figures),
        _decided(dossier),
        _mapped(),
    ]
    body = "\n".join(filter(None, parts))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Anonymity dossier</title><style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def _head(dossier: Mapping[str, Any]) -> str:
    figures = dossier["figures"]
    return (
        f"<h1>Anonymity dossier</h1><p class=soft>{figures['documents']:,} documents about {figures['subjects']:,} people or things,"
        f" {figures.get('words', 0):,} words. For {escape(dossier['for'])}. Assessed on {dossier['day']}, to be renewed by"
        f" {dossier['renew_by']}.</p>"
    )


def _verdict(dossier: Mapping[str, Any]) -> str:
    verdict = dossier["verdict"]
    level = verdict["level"]
    conditions = _list(verdict["conditions"])
    asked = f"<p><b>Conditions</b></p>{conditions}" if verdict["conditions"] and level != "bad" else ""
    return f'<div class="verdict {level}"><strong>{HEADLINES[level]}</strong><p>{escape(verdict["sentence"])}</p>{asked}</div>'


def _limits(dossier: Mapping[str, Any]) -> str:
    rows = [
        [
            escape(_NAMES[each["figure"]]),
            _n(percent(each["share"])),
            _n(f"up to {percent(each['limit']['good'])}"),
            _n("–" if each["limit"]["bad"] >= 1 else f"above {percent(each['limit']['bad'])}"),
            f'<td class="mark {each["level"]}">{_MARKS[each["level"]]}</td>',
            _n(_PART[each["figure"]]),
        ]
        for each in dossier["verdict"]["grounds"]
    ]
    return (
        "<h2>Figures that decide</h2>"
        + _table(["figure", "share", "good", "too high", "", "part"], rows)
        + "<p class=soft>The limits are reticent's own for this kind of recipient, no regulator's. One figure that is too high is enough to"
        " say no.</p>"
    )


def _promised(dossier: Mapping[str, Any]) -> str:
    rows = [
        [
            escape(each["model"]),
            f"<td>{escape(each['statement'])}</td>",
            "<td>"
            + "<br>".join(
                f"{escape(name)}: <code>{escape(value)}</code>" for name, value in each["relative_to"].items()
            )
            + "</td>",
        ]
        for each in dossier["figures"]["promises"]
    ]
    facts = [
        ["Recipients", f"{escape(dossier['for'])}; {_AUDIENCES[dossier['audience']]}"],
        ["Policy", f"{escape(dossier['policy']['name'])}, <code>{dossier['policy']['sha256']}</code>"],
        ["Made with", f"reticent {escape(dossier['version'])} on {dossier['day']}"],
        ["Renew by", f"{dossier['renew_by']}: knowledge and readers age"],
    ]
    return (
        "<h2>1. Who receives it, and what was promised</h2>"
        + _table([], [[name, f"<td>{value}</td>"] for name, value in facts])
        + _table(["model", "promise", "relative to"], rows)
    )


def _isolation(figures: Mapping[str, Any]) -> str:
    own = figures["isolation"]
    left = ", ".join(f"{kind} {count:,}" for kind, count in own["identifiers"].items()) or "none"
    total = sum(own["k"].values())
    rows = [[band, _n(f"{count:,}"), _n(percent(count / total))] for band, count in own["k"].items()]
    return (
        "<h2>2. Isolation</h2><p>Names, numbers and addresses that our detectors still find:"
        f" <b>{escape(left)}</b>, in {own['documents_with_identifiers']:,} of {figures['documents']:,} documents.</p>"
        "<p>K of a person is how many people in the collection have the same traits: of ages, dates, places, organizations and what somebody"
        f" is, up to three that fit fewest. The least K is {own['least_k']:,}.</p>"
        + _table(["K", "people", "share"], rows)
    )


def _linkage(figures: Mapping[str, Any]) -> str:
    own = figures.get("linkage")
    if not own:
        return "<h2>3. Linkage</h2><p>Not measured: it needs the originals.</p>"
    rows = [
        ["A run of up to seven unchanged words stands in no other original", _n(percent(own["by_runs"]))],
        [
            f"Up to three rare words stand together in no other original (each in fewer than {own['rare']})",
            _n(percent(own["by_sets"])),
        ],
        ["Unchanged words that lie in such runs", _n(percent(own["words_in_runs"]))],
        ["Longest stretch of unchanged words", _n(f"{own['longest_stretch']:,} words")],
    ]
    readers = [
        [
            escape(each["reader"]),
            _n(percent(each["first"])),
            _n(f"{each['median_place']:g}"),
            "<td>"
            + ", ".join(
                f"{percent(part['kept'])}: {percent(part['first'])}" for part in each["by_words_kept"]
            )
            + "</td>",
        ]
        for each in own["readers"]
    ]
    return (
        "<h2>3. Linkage</h2>"
        + _table(["among the originals", "share of documents"], rows)
        + "<h3>Search engines over the originals</h3>"
        + _table(["reader", "true original first", "median place", "first, by words kept"], readers)
        + _known(figures)
    )


def _known(figures: Mapping[str, Any]) -> str:
    own = figures.get("known")
    if not own:
        return ""
    rows = [
        [escape(each["reader"]), _n(percent(each["first"])), _n(str(each["median_place"]))]
        for each in own["readers"]
    ]
    return (
        f"<h3>Search engines over what is public about the people</h3><p>{own['documents']:,} documents about people of whom texts are"
        f" known, <code>{escape(own['texts'])}</code>.</p>"
        + _table(["reader", "right person first", "median place"], rows)
    )


def _inference(figures: Mapping[str, Any]) -> str:
    own = figures.get("inference")
    if not own:
        return "<h2>4. Inference</h2><p>Not measured: it needs the originals.</p>"
    if not own["things"]:
        return (
            "<h2>4. Inference</h2><p>The policy protects no disease, person or thing by name, so that no reader was asked to guess one. What the"
            " texts say openly, such as a diagnosis, stays readable: it is about somebody whom the parts above try to find.</p>"
        )
    rows = [
        [
            f"protected thing {each['thing']}"
            + (f", a {escape(each['general'])}" if each["general"] else ""),
            _n(f"{each['documents']:,}"),
            _n(f"{percent(each['first'])} ± {percent(each['error'])}"),
            _n("–" if each["named_by_language_model"] is None else percent(each["named_by_language_model"])),
            "<td>"
            + (", ".join(f"{escape(name)}: {percent(share)}" for name, share in each["asked"].items()) or "–")
            + "</td>",
        ]
        for each in own["things"]
    ]
    return (
        f"<h2>4. Inference</h2><p>On a sample of {own['sample']:,} of {own['of']:,} documents: how often a reader who weighs all words names"
        " what is protected first.</p>"
        + _table(
            [
                "what",
                "documents about it",
                "an offline reader",
                "a language model, predicted",
                "readers of the policy",
            ],
            rows,
        )
    )


def _use(figures: Mapping[str, Any]) -> str:
    own = figures.get("utility")
    shown = "".join(f"<blockquote>{escape(each)}</blockquote>" for each in figures["samples"])
    samples = shown or "<p>None is shown: they still hold names, numbers or addresses.</p>"
    head = "<h2>5. What is left to use</h2>"
    if not own:
        return f"{head}<p>Not measured: it needs the originals.</p>{samples}"
    information = own["information_kept"]
    marks = ", ".join(f"{escape(kind)} {count:,}" for kind, count in own["marks"].items()) or "none"
    return (
        f"{head}<p>{percent(own['words_kept'])} of the words stand unchanged"
        + (
            ""
            if information is None
            else f", with {percent(information)} of the information of the terms (TPS)"
        )
        + f". Marks: {marks}.</p><h3>Samples of released text</h3>{samples}"
    )


def _decided(dossier: Mapping[str, Any]) -> str:
    figures = dossier["figures"]
    rows = [
        [
            "Documents that break a promise, or of which nobody can tell",
            _n(f"{figures['audit']['broken']:,}"),
        ],
        ["Places kept as exceptions that somebody answers for", _n(f"{figures['audit']['excepted']:,}")],
        *([_REFUSED.get(name, escape(name)), _n(f"{count:,}")] for name, count in figures["refused"].items()),
    ]
    kept = [
        [escape(each["reason"]), escape(each["by"]), _n(str(each["places"]))]
        for each in figures["exceptions"]
    ]
    excepted = _table(["kept against a promise, because", "answers for it", "places"], kept) if kept else ""
    return (
        "<h2>6. Refused, excepted, not promised</h2>"
        + _table([], rows)
        + excepted
        + "<h3>Nobody promises</h3>"
        + _list(dossier["not_promised"])
    )


def _mapped() -> str:
    rows = [[escape(source), f"<td>{escape(heading)}</td>", _n(part)] for source, heading, part in _HEADINGS]
    return (
        "<h2>7. Where others ask for this</h2><p class=soft>Headings alone; nothing of these texts is quoted, and a part here is evidence, no"
        " finding of law.</p>"
        + _table(["source", "heading", "part"], rows)
        + f"<p>A motivated-intruder test that your own people can take lies beside this page: <code>{SHEET}</code>.</p>"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    lines = "".join(
        "<tr>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if heads else ''}<tbody>{lines}</tbody></table>"


def _n(value: str) -> str:
    return f'<td class="n">{escape(value)}</td>'


def _list(sentences: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in sentences) + "</ul>"
