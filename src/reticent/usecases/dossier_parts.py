"""The parts of a dossier's page that hold figures: isolation, linkage, inference and use, each with what it says and what it doesn't."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from reticent.evaluation.isolation import MISSED
from reticent.evaluation.verdict import percent, write_share
from reticent.kinds import find_kind, kind_of_label

_READERS = {
    "tf-idf": "by the words that texts share, rare ones first (tf-idf)",
    "bm25": "the same, weighed for the length of the texts (bm25)",
    "vectors": "by what the words mean (vectors)",
}
_MISSED = (
    "Detectors of the same kind as those of most policies looked, and they miss some: of a hundred places that people marked, in texts that"
    f" they had not learnt from, {MISSED[0] * 100:.0f} to {MISSED[1] * 100:.0f}, more of organizations and callings than of people's names"
    " (<code>docs/explanation/detection.md</code>, recall)."
)


def show_isolation(figures: Mapping[str, Any]) -> str:
    """What identifies somebody by itself, and how many have the same traits."""
    own = figures["isolation"]
    left = ", ".join(f"{kind} {count:,}" for kind, count in own["identifiers"].items()) or "none found"
    both = explain_kinds(kind for kind in own["identifiers"] if kind in figures["looked_for"])
    explained = (
        f"<p><b>Promised, and yet found: {both}.</b> The policy promises to remove what <em>its own</em> detectors find; part 6 says whether it"
        " did. This dossier looks with more: all our patterns and the name tagger. What these find still stands in the documents. To have it"
        " removed, let the policy look with <code>patterns</code> and <code>names</code> too, and release again.</p>"
    )
    return (
        "<h2>2. Isolation</h2><p>Names, numbers and addresses that our detectors still find:"
        f" <b>{escape(left)}</b>, in {own['documents_with_identifiers']:,} of {figures['documents']:,} documents. {_MISSED}</p>"
        + _list_documents(figures)
        + (explained if both else "")
        + _count_alike(figures)
    )


def _list_documents(figures: Mapping[str, Any]) -> str:
    """Which documents hold them, for whoever looks at these again."""
    own = figures["isolation"]
    if not own["where"]:
        return ""
    rows = [
        [
            escape(each["document"]),
            escape(", ".join(f"{kind} {count:,}" for kind, count in each["kinds"].items())),
        ]
        for each in own["where"]
    ]
    more = own["documents_with_identifiers"] - len(rows)
    told = "<p>Mend these and assess again before anybody else reads this page, which says where to look.</p>"
    return (
        told
        + lay_out_table(["released document", "still found in it"], rows)
        + (f"<p>And {more:,} more documents.</p>" if more > 0 else "")
    )


def _count_alike(figures: Mapping[str, Any]) -> str:
    """K in bands; where nobody has a trait, that instead."""
    own, everybody = figures["isolation"], figures["subjects"]
    counted = (
        "Only traits that detectors find count: ages, dates, places, organizations, occupations and other attributes. A diagnosis, an event or a life"
        " story does not count, and may still single somebody out."
    )
    if own["least_k"] == everybody:
        return (
            f"<p><b>Our detectors find no trait by which the {everybody:,} people or things differ.</b> So no such trait singles anybody"
            f" out, and K, the number of people who have the same traits, is not shown. {counted}</p>"
        )
    rows = [
        [band, number_cell(f"{count:,}"), number_cell(write_share(count / everybody, everybody))]
        for band, count in own["k"].items()
    ]
    return (
        "<p>K of a person is how many people in the collection have the same traits: up to three, those that fewest have together."
        f" The least K is {own['least_k']:,}. {counted}</p>" + lay_out_table(["K", "people", "share"], rows)
    )


def show_linkage(figures: Mapping[str, Any]) -> str:
    """What leads back to an original, by unchanged words and by search engines."""
    own = figures.get("linkage")
    if not own:
        return "<h2>3. Linkage</h2><p>Not measured: it needs the originals.</p>"
    everybody = figures["documents"]
    rows = [
        [
            "A run of unchanged words stands in no other original: one search for these words finds it",
            number_cell(write_share(own["by_runs"], everybody)),
            "decides",
        ],
        [
            f"Up to three rare words stand together in no other original (each in fewer than {own['rare']})",
            number_cell(write_share(own["by_sets"], everybody)),
            "for information",
        ],
        [
            "Unchanged words that lie in such runs",
            number_cell(percent(own["words_in_runs"])),
            "for information",
        ],
        [
            "Longest stretch of unchanged words",
            number_cell(f"{own['longest_stretch']:,} words"),
            "for information",
        ],
    ]
    most = max(each["first"] for each in own["readers"])
    readers = [
        [
            _READERS[each["reader"]] + (", decides" if each["first"] == most else ""),
            number_cell(write_share(each["first"], everybody)),
            number_cell(f"{each['median_place']:g}"),
            "<td>"
            + ", ".join(
                f"{percent(part['first'])} of those that keep {percent(part['kept'])}"
                for part in each["by_words_kept"]
            )
            + "</td>",
        ]
        for each in own["readers"]
    ]
    return (
        "<h2>3. Linkage</h2>"
        + lay_out_table(["among the originals", "documents", ""], rows)
        + "<h3>Search engines over the originals</h3>"
        + lay_out_table(
            [
                "search engine",
                "true original first",
                "median place",
                "true original first, by the words that documents keep, in quarters",
            ],
            readers,
        )
        + _known(figures)
    )


def _known(figures: Mapping[str, Any]) -> str:
    own = figures.get("known")
    if not own:
        return ""
    rows = [
        [
            _READERS[each["reader"]],
            number_cell(write_share(each["first"], own["documents"])),
            number_cell(str(each["median_place"])),
        ]
        for each in own["readers"]
    ]
    return (
        f"<h3>Search engines over what is public about the people</h3><p>{own['documents']:,} documents about people of whom texts are"
        f" known, <code>{escape(own['texts'])}</code>.</p>"
        + lay_out_table(["search engine", "right person first", "median place"], rows)
    )


def show_inference(figures: Mapping[str, Any]) -> str:
    """What is guessed of what is protected; that nobody was asked where the policy protects nothing."""
    own = figures.get("inference")
    if not own:
        return "<h2>4. Inference: not assessed</h2><p>It needs the originals.</p>"
    if not own["things"]:
        return (
            "<h2>4. Inference: not assessed</h2><p>The policy protects no disease, person or thing by name, so that no reader was asked to guess one. What the"
            " texts say openly, such as a diagnosis, stays readable: it is about somebody whom the parts above try to find.</p>"
        )
    rows = [
        [
            f"protected thing {each['thing']}"
            + (f", a {escape(each['general'])}" if each["general"] else ""),
            number_cell(f"{each['documents']:,}"),
            number_cell(f"{percent(each['first'])} ± {percent(each['error'])}"),
            number_cell(
                "not predicted"
                if each["named_by_language_model"] is None
                else percent(each["named_by_language_model"])
            ),
            "<td>"
            + (
                ", ".join(f"{escape(name)}: {percent(share)}" for name, share in each["asked"].items())
                or "none asked"
            )
            + "</td>",
        ]
        for each in own["things"]
    ]
    return (
        f"<h2>4. Inference{'' if is_assessed('4', figures) else ': not assessed'}</h2><p>On a sample of {own['sample']:,} of {own['of']:,} documents: how often a reader who weighs all words names"
        " what is protected first.</p>"
        + lay_out_table(
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


def show_use(figures: Mapping[str, Any]) -> str:
    """What is left, what marks stand for, and samples."""
    own = figures.get("utility")
    shown = "".join(f"<blockquote>{escape(each)}</blockquote>" for each in figures["samples"])
    samples = shown or (
        "<p>None is shown: names, numbers or addresses are still found in the release, and a sample would print them.</p>"
    )
    head = "<h2>5. What is left to use</h2>"
    if not own:
        return f"{head}<p>Not measured: it needs the originals.</p>{samples}"
    information = own["information_kept"]
    marks = ", ".join(f"{escape(kind)} {count:,}" for kind, count in own["marks"].items()) or "none"
    meant = explain_kinds(own["marks"])
    return (
        f"{head}<p>{percent(own['words_kept'])} of the words stand unchanged"
        + (
            ""
            if information is None
            else f", with {percent(information)} of the information of the terms (TPS)"
        )
        + f". Marks: {marks}.</p>"
        + (f"<p class=soft>Marks stand for: {meant}.</p>" if meant else "")
        + f"<h3>Samples of released text</h3>{samples}"
    )


def explain_kinds(kinds: Iterable[str]) -> str:
    """Kinds with what each is; those that somebody made for a policy speak for themselves."""
    told = ((kind, find_kind(kind_of_label(kind)).about) for kind in kinds)
    return ", ".join(f"{escape(kind)} ({escape(about)})" if about else escape(kind) for kind, about in told)


def is_assessed(part: str, figures: Mapping[str, Any]) -> bool:
    """Whether a part of the page has figures: readers guess only where the policy protects something that a document speaks of."""
    if part == "4":
        return any(each["documents"] for each in figures.get("inference", {}).get("things", ()))
    return part != "3" or "linkage" in figures


def lay_out_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells that are not marked up as such become plain ones."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    lines = "".join(
        "<tr>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if heads else ''}<tbody>{lines}</tbody></table>"


def number_cell(value: str) -> str:
    """A cell for a number."""
    return f'<td class="n">{escape(value)}</td>'


def list_sentences(sentences: Iterable[str]) -> str:
    """Sentences as a list."""
    return "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in sentences) + "</ul>"
