"""The dossier as one page that prints well: the verdict first, then figures with their limits, then the evidence. No script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from reticent.evaluation.isolation import OF_NAMES
from reticent.evaluation.verdict import UNCONFIRMED, percent, write_share
from reticent.usecases.dossier import HEADLINES, SHEET
from reticent.usecases.dossier_parts import (
    explain_kinds,
    is_assessed,
    lay_out_table,
    list_sentences,
    number_cell,
    show_inference,
    show_isolation,
    show_linkage,
    show_use,
)

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
.sign { white-space: nowrap; } td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; } .mark { font-weight: 600; white-space: nowrap; }
blockquote { margin: .6rem 0; padding: .5rem .8rem; background: #f4f6f8; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; }
code { font-size: .8rem; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } h2 { break-after: avoid; } table, blockquote, .verdict { break-inside: avoid; } }
"""

_MARKS = {"good": "✓ good", "silent": "says nothing", "condition": "! condition", "bad": "✗ too high"}
_NAMES = {
    "broken": "Documents that break a promise of the policy",
    "identified": "Documents that still hold a name, number or address",
    "singled_out": "People singled out: nobody else has the same two or three traits",
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
    ("HIPAA, 45 CFR 164.514(b)(1)", "Expert determination: methods and results", "12345"),
    ("HIPAA, 45 CFR 164.514(b)(2)", "Safe Harbor: identifiers", "2"),
    ("ISO/IEC 27559", "Context assessment", "1"),
    ("ISO/IEC 27559", "Data assessment", "25"),
    ("ISO/IEC 27559", "Identifiability assessment and mitigation", "234"),
    ("ISO/IEC 27559", "Governance", "16"),
)
"""Where others ask for what stands in which parts of the page, a digit each."""

_STILL_OPEN = "To confirm these conditions is not enough while a figure is too high; once none is, they have to be met as well."

_ONE_WAY = " What anybody can have cannot be called back: to renew tells whether more of it should follow, and undoes nothing."

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
        _unsought(dossier),
        _limits(dossier),
        _promised(dossier),
        show_isolation(figures),
        show_linkage(figures),
        show_inference(figures),
        show_use(figures),
        _decided(dossier),
        _mapped(figures),
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
    asked = _conditions(verdict) + _recommended(verdict) + _contradicted(verdict)
    return f'<div class="verdict {level}"><strong>{HEADLINES[level]}</strong><p>{escape(verdict["sentence"])}</p>{asked}</div>'


def _unsought(dossier: Mapping[str, Any]) -> str:
    """What the policy does not look for: of all that is promised, this nobody would expect."""
    looked = set(dossier["figures"]["looked_for"])
    open_ = explain_kinds(each for each in OF_NAMES if each not in looked)
    said = f"<p><b>The policy does not look for {open_}.</b> That its promises are kept says nothing of these.</p>"
    return said if open_ else ""


def _conditions(verdict: Mapping[str, Any]) -> str:
    """What the verdict rests on, with room for who confirms it; what would be left to confirm where a figure is too high."""
    if not verdict["conditions"]:
        return ""
    if verdict["level"] == "bad":
        return f"<p><b>{_STILL_OPEN}</b></p>{list_sentences(verdict['conditions'])}"
    rows = [
        [escape(each), '<td class="sign">confirmed by ______________<br>on ______________</td>']
        for each in verdict["conditions"]
    ]
    return f"<p><b>Conditions. {escape(UNCONFIRMED)}.</b></p>{lay_out_table([], rows)}"


def _recommended(verdict: Mapping[str, Any]) -> str:
    """What is worth doing, and the verdict does not rest on."""
    advised = verdict["recommended"]
    return f"<p><b>Recommended, and no condition</b></p>{list_sentences(advised)}" if advised else ""


def _contradicted(verdict: Mapping[str, Any]) -> str:
    """What speaks against the condition that the originals are out of reach."""
    against = verdict["contradicted"]
    said = "<p class=bad><b>Against the condition that the originals are out of reach</b></p>"
    return f"{said}{list_sentences(against)}" if against else ""


def _limits(dossier: Mapping[str, Any]) -> str:
    rows = [
        [
            escape(_NAMES[each["figure"]]),
            number_cell(write_share(each["share"], each["of"])),
            number_cell(
                f"up to {percent(each['limit']['good'])}" if each["limit"]["good"] else "none at all"
            ),
            number_cell(
                "never: a condition at most"
                if each["limit"]["bad"] >= 1
                else f"above {percent(each['limit']['bad'])}"
            ),
            f'<td class="mark {each["level"]}">{_MARKS[each["level"]]}</td>',
            number_cell(_PART[each["figure"]]),
        ]
        for each in dossier["verdict"]["grounds"]
    ]
    return (
        "<h2>Figures that decide</h2>"
        + lay_out_table(["figure", "share", "good", "too high", "", "part"], rows)
        + "<p class=soft>Each figure is held to its own limits, and the worst answer decides: one that is too high is enough to say no,"
        " however good the others are. Two figures of one part are two attacks, and whoever wants to can try both. Of several search engines"
        " or readers, the most successful one is the figure here. Beside these figures only the conditions above count, and nothing else on this page. The limits are reticent's own"
        " for this kind of recipient, no regulator's.</p>"
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
    bound = dossier["audience"] == "contract"
    policy = dossier["policy"]
    facts = [
        ["Recipients", f"{escape(dossier['for'])}; {_AUDIENCES[dossier['audience']]}"],
        [
            "Policy",
            f"{escape(policy['name'])}; its file: <code>{policy['sha256']}</code>; all rules, with options and what detectors know:"
            f" <code>{policy['rules']}</code>",
        ],
        ["Made with", f"reticent {escape(dossier['version'])} on {dossier['day']}"],
        ["Renew by", f"{dossier['renew_by']}: knowledge and readers age.{'' if bound else _ONE_WAY}"],
    ]
    return (
        "<h2>1. Who receives it, and what was promised</h2>"
        + lay_out_table([], [[name, f"<td>{value}</td>"] for name, value in facts])
        + lay_out_table(["model", "promise", "relative to"], rows)
    )


def _decided(dossier: Mapping[str, Any]) -> str:
    figures = dossier["figures"]
    rows = [
        [
            "Documents that break a promise, or of which nobody can tell",
            number_cell(f"{figures['audit']['broken']:,}"),
        ],
        [
            "Places kept as exceptions that somebody answers for",
            number_cell(f"{figures['audit']['excepted']:,}"),
        ],
        *(
            [_REFUSED.get(name, escape(name)), number_cell(f"{count:,}")]
            for name, count in figures["refused"].items()
        ),
    ]
    kept = [
        [escape(each["reason"]), escape(each["by"]), number_cell(str(each["places"]))]
        for each in figures["exceptions"]
    ]
    excepted = (
        lay_out_table(["kept against a promise, because", "answers for it", "places"], kept) if kept else ""
    )
    return (
        "<h2>6. Refused, excepted, not promised</h2>"
        + lay_out_table([], rows)
        + excepted
        + "<h3>Nobody promises</h3>"
        + list_sentences(dossier["not_promised"])
    )


def _mapped(figures: Mapping[str, Any]) -> str:
    rows = [
        [
            escape(source),
            f"<td>{escape(heading)}</td>",
            number_cell(
                ", ".join(each if is_assessed(each, figures) else f"{each}: not assessed" for each in parts)
            ),
        ]
        for source, heading, parts in _HEADINGS
    ]
    return (
        "<h2>7. Where others ask for this</h2><p class=soft>Headings alone; nothing of these texts is quoted, and a part here is evidence, no"
        " finding of law.</p>"
        + lay_out_table(["source", "heading", "part"], rows)
        + f"<p>A motivated-intruder test that your own people can take lies beside this page: <code>{SHEET}</code>.</p>"
    )
