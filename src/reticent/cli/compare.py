"""`reticent compare`: one text under every model, side by side, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from xml.sax.saxutils import escape

from reticent.cli import _options as options
from reticent.cli._declared import option, option_of
from reticent.cli._output import deliver, print_answer, print_table, require_free
from reticent.cli.app import say
from reticent.errors import InputError
from reticent.files import PRIVATE
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.models.indistinct.settings import IndistinctSettings
from reticent.models.t_plausibility.settings import TPlausibilitySettings

if TYPE_CHECKING:
    from reticent.usecases.compare import Compared

_HEADINGS = [
    "model",
    "promise",
    "words kept",
    "information kept",
    "generalized",
    "removed",
    "what is still inferred",
]

_WIDTH, _LEFT, _RIGHT, _BAR = 760, 140, 440, 220
"""Of the picture, in pixels: names of models on the left, then two columns of bars with their figures."""
_TOP, _ROW, _GAP = 40, 32, 8

K = Annotated[int | None, option_of(IndistinctSettings, "k", left_out="10")]
T = Annotated[int | None, option_of(TPlausibilitySettings, "t", left_out="1,000")]


def compare(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    file: options.File = "-",
    protect: Annotated[
        list[str] | None,
        option(
            "--protect",
            "ENTITY=GENERAL",
            "What is hidden, and what may be disclosed about it, such as HIV=virus; can be repeated.",
        ),
    ] = None,
    alias: options.Alias = None,
    knowledge: options.Knowledge = None,
    k: K = None,
    t: T = None,
    database: Annotated[
        str | None, option("--database", "DATABASE", "An entity database that has ENTITY, for K-safety.")
    ] = None,
    policy: options.PolicyFile = None,
    picture: Annotated[
        Path | None,
        option("--picture", "FILE.svg", "Draw how well each model hides it, against the words kept."),
    ] = None,
    texts: Annotated[bool, option("--texts", None, "Show the released texts as well.")] = False,
    overwrite: options.Overwrite = False,
    as_json: options.AsJson = False,
) -> None:
    """Release a text under every model that can hide a thing, and show the results side by side; nothing is written.

    Every row also keeps the promises of the policy, which finds names and numbers. The last column is no promise: it
    shows what readers who see only the release still infer. The table tells about the original: protect it like that file.

    Examples:

      reticent compare note.txt --protect HIV=disease

      reticent compare note.txt --protect HIV=disease --picture models.svg --texts
    """
    from reticent.usecases.compare import Hidden, compare_models
    from reticent.usecases.release import read_single

    require_free(picture, overwrite=overwrite, originals=[file])
    protection = options.Protection(protect, alias, knowledge=knowledge).section()
    if not isinstance(protection, CgSanitizationSettings):
        raise InputError('say what is hidden: --protect "HIV=disease"')
    hidden = Hidden(protection.model_copy(update={"unseen": "remove"}), k or 10, t or 1000, database)
    rules = options.RuleOptions(policy).recipe().make_rules()
    given = options.read_given(file)
    document = read_single(given, kinds=rules.kinds, options=rules.options)
    rows = list(compare_models(document, hidden, rules))
    if picture is not None:
        deliver(draw(rows).encode(), picture, mode=given.mode or PRIVATE)
    if as_json:
        print_answer("compare", {"document": document.id, "models": [row.as_json() for row in rows]})
        return
    print_table(f"{document.id}: hiding {', '.join(protection.protect)}", _HEADINGS, [*map(_cells, rows)])
    for row in rows if texts else ():
        if row.outcome is not None:
            say(f"\n{row.model}\n")
            deliver(row.outcome.text.encode(), None)


def draw(rows: Sequence[Compared]) -> str:
    """Bars for each model that could be tried: the words that it keeps, and beside them what is still inferred."""
    shown = [row for row in rows if row.utility is not None]
    height = _TOP + _ROW * len(shown) + _GAP
    parts = [part for number, row in enumerate(shown) for part in _draw_row(row, _TOP + _ROW * number)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" role="img">',
            "<title>Words kept under each model, and what is still inferred</title>",
            f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
            "<style>text{font:13px system-ui,sans-serif;fill:#222222}.end{text-anchor:end}</style>",
            f'<text x="{_LEFT}" y="{_TOP - _GAP}">words kept</text><text x="{_RIGHT}" y="{_TOP - _GAP}">still inferred by a language model</text>',
            *parts,
            "</svg>\n",
        ]
    )


def _draw_row(row: Compared, top: int) -> Iterator[str]:
    kept = _share_of_words(row)
    yield f'<text class="end" x="{_LEFT - _GAP}" y="{top + 17}">{escape(row.model)}</text>'
    yield f'<rect x="{_LEFT}" y="{top}" width="{kept * _BAR:.1f}" height="{_ROW - _GAP}" fill="#0072b2"/>'
    yield f'<text x="{_LEFT + kept * _BAR + 6:.1f}" y="{top + 17}">{kept:.0%}</text>'
    likely = max((risk.likely for risk in row.risks if risk.likely is not None), default=None)
    left = float(_RIGHT)
    if likely is not None:
        yield f'<rect x="{_RIGHT}" y="{top}" width="{likely * _BAR:.1f}" height="{_ROW - _GAP}" fill="#d55e00"/>'
        left += likely * _BAR + 6
    said = "; ".join(
        risk.summarize().removeprefix("a language model would name it in ") for risk in row.risks
    )
    yield f'<text x="{left:.1f}" y="{top + 17}">{escape(said or "nobody could be asked")}</text>'


def _share_of_words(row: Compared) -> float:
    return row.utility.words_kept / max(1, row.utility.words) if row.utility else 0.0


def _cells(row: Compared) -> list[str]:
    if row.utility is None:
        return [row.model, row.about, "", "", "", "", row.why]
    information = row.utility.information_kept
    return [
        row.model,
        row.about,
        f"{_share_of_words(row):.1%}",
        "" if information is None else f"{information:.1%}",
        str(row.utility.generalized),
        str(row.utility.removed),
        "\n".join(_tell_risks(row)),
    ]


def _tell_risks(row: Compared) -> Iterator[str]:
    for risk in row.risks:
        ranked = f"; ranked {risk.place:,} of {risk.candidates:,} by an offline reader" if risk.place else ""
        yield f"{risk.secret}: {risk.summarize()}{ranked if risk.likely is not None else ''}"
