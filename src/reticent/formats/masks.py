"""What another tool masked: JSON of the form `{document: [[start, end, replacement?], …]}`, offsets in code points.

Or what Presidio's analyzer found: a list of results for one text, a list of such lists for a batch, or for a dictionary a
list of `{key, value, recognizer_results}`, whose values are the texts themselves. An object of lists of results, by the
names of documents, is understood too.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from reticent.errors import DocumentError
from reticent.formats.annotated import BRAT, I2B2, MarkedPlace, read_annotated, read_brat_marks
from reticent.rendering.placeholders import has_opening
from reticent.text import Document, Span


@dataclass(frozen=True, slots=True)
class Mask:
    """A place that a tool masked, and what it put there, if it says so."""

    span: Span
    replacement: str | None = field(default=None, repr=False)

    @property
    def generalization(self) -> str | None:
        """The replacement when it is a word and no neutral mark such as `[PERSON]` or `XXXX`."""
        said = self.replacement or ""
        return said if any(map(str.islower, said)) and not has_opening(said) else None


def read_masks(data: bytes, name: str) -> dict[str, tuple[Mask, ...]]:
    """The masks of each document; a DocumentError tells the numbers of the document and the mask that is wrong.

    A file of brat (`.ann`) or i2b2 (`.xml`) holds those of one document, which is called as it is.
    """
    ending = Path(name).suffix.lower()
    if ending == BRAT:
        return {Path(name).stem: _as_masks(read_brat_marks(name, data))}
    if ending == I2B2:
        return {Path(name).stem: _as_masks(read_annotated(name, data).places)}
    try:
        content = json.loads(data)
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise DocumentError(f"'{name}' is not JSON: write {{document: [[start, end], …]}} in UTF-8") from None
    if not isinstance(content, dict):
        raise DocumentError(f"'{name}' holds no JSON object: write {{document: [[start, end], …]}}")
    masks = {}
    for number, (document, entries) in enumerate(content.items(), 1):
        where = f"'{name}', document {number}"
        if not isinstance(entries, list):
            raise DocumentError(f"{where}: the masks are not a list of [start, end]")
        masks[document] = tuple(_read_mask(each, f"{where}, mask {at}") for at, each in enumerate(entries, 1))
    return masks


def _as_masks(places: Sequence[MarkedPlace]) -> tuple[Mask, ...]:
    return tuple(Mask(Span(each.start, each.end)) for each in places if each.start < each.end)


def write_masks(masks: Mapping[str, Sequence[Mask]]) -> bytes:
    """The masks as `read_masks` reads them, one document per line."""
    lines = [
        f"  {json.dumps(document, ensure_ascii=False)}: {json.dumps([_entry(mask) for mask in each], ensure_ascii=False)}"
        for document, each in masks.items()
    ]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def key_of(masks: Mapping[str, Sequence[Mask]], path: str) -> str:
    """How the masks call the file: by its path, its name, or its name without the ending."""
    for key in (path, Path(path).name, Path(path).stem):
        if key in masks:
            return key
    raise DocumentError(
        f"the masks are for other documents and have no entry '{Path(path).name}':"
        " give the file that they were made for, or an empty list for a document without masks"
    )


def fit_masks(masks: Sequence[Mask], document: Document) -> list[Mask]:
    """The masks in order, those that overlap as one; a DocumentError when one runs past the end of the document."""
    joined: list[Mask] = []
    for mask in sorted(masks, key=lambda each: each.span):
        if mask.span.end > len(document.text):
            raise DocumentError(
                f"a mask of '{document.id}' ends at {mask.span.end}, but the text has {len(document.text)} code points:"
                " give the text that the masks were made for"
            )
        if joined and joined[-1].span.overlaps(mask.span):
            last = joined[-1]
            same = last.span == mask.span and last.replacement == mask.replacement
            joined[-1] = last if same else Mask(last.span.hull(mask.span))
        else:
            joined.append(mask)
    return joined


def _read_mask(entry: Any, where: str) -> Mask:
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        raise DocumentError(f"{where} is not [start, end] or [start, end, replacement]")
    start, end, *rest = entry
    span = _read_span(start, end, where)
    if rest and not isinstance(rest[0], str | None):
        raise DocumentError(f"{where} has a replacement that is not text")
    return Mask(span, rest[0] if rest else None)


def _read_span(start: Any, end: Any, where: str) -> Span:
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        raise DocumentError(f"{where} needs whole numbers with 0 <= start < end")
    return Span(start, end)


def _entry(mask: Mask) -> list[int | str]:
    ends: list[int | str] = [mask.span.start, mask.span.end]
    return ends if mask.replacement is None else [*ends, mask.replacement]


Steps = tuple[str | int, ...]
"""The keys and numbers that lead to a list of results in the JSON."""

Shape = Literal["one", "batch", "values", "by document"]
RECOGNIZER = "reticent correlation guard"


@dataclass(frozen=True, slots=True)
class AnalyzedText:
    """The results for one text: where they stand, as masks, what the text is called, and itself where the file holds it."""

    place: Steps
    masks: tuple[Mask, ...]
    name: str
    text: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PresidioResults:
    """A file of results: its shape, its texts in order, and what stands in it."""

    name: str
    shape: Shape
    texts: tuple[AnalyzedText, ...]
    content: Any = field(repr=False)

    def write_with(self, added: Mapping[Steps, Sequence[tuple[Span, str]]]) -> bytes:
        """The same file with further results, each with its kind, at the ends of these lists; all else stays as it is."""
        content = copy.deepcopy(self.content)
        for place, spans in added.items():
            results = content
            for step in place:
                results = results[step]
            results.extend(_result(span, kind) for span, kind in spans)
        return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def read_presidio_results(data: bytes, name: str) -> PresidioResults | None:
    """The results in a file; None where it holds none of Presidio's, such as a file of masks."""
    try:
        content = json.loads(data)
    except (UnicodeDecodeError, json.JSONDecodeError):
        return None
    shape = _shape_of(content)
    match shape:
        case None:
            return None
        case "one":
            texts = [AnalyzedText((), _read_results(content, name, "the text"), "the text")]
        case "values":
            texts = list(_read_values(content, name))
        case "batch":
            called = [f"text {number}" for number in range(1, len(content) + 1)]
            read = [_read_results(each, name, text) for each, text in zip(content, called, strict=True)]
            texts = [AnalyzedText((at,), each, called[at]) for at, each in enumerate(read)]
        case "by document":
            texts = [
                AnalyzedText((document,), _read_results(results, name, f"document {number}"), document)
                for number, (document, results) in enumerate(content.items(), 1)
            ]
    return PresidioResults(name, shape, tuple(texts), content)


def _shape_of(content: Any) -> Shape | None:
    if isinstance(content, dict):
        first = next((each for value in content.values() if isinstance(value, list) for each in value), None)
        return "by document" if isinstance(first, dict) and "entity_type" in first else None
    if not isinstance(content, list):
        return None
    if content and all(isinstance(each, list) for each in content):
        return "batch"
    return "values" if content and isinstance(content[0], dict) and "key" in content[0] else "one"


def _read_values(content: Any, name: str, place: Steps = (), called: str = "") -> Iterator[AnalyzedText]:
    """The texts of a dictionary's values; a list has results for each item, a dictionary values of its own."""
    for number, entry in enumerate(content):
        results_of, here = _call(*place, number), (*place, number, "recognizer_results")
        if not isinstance(entry, dict) or not {"key", "value", "recognizer_results"} <= set(entry):
            raise DocumentError(f"'{name}': {results_of} needs key, value and recognizer_results")
        key, results = f"{called}{entry['key']}", entry["recognizer_results"]
        if isinstance(entry["value"], dict):
            yield from _read_values(_require_list(results, name, results_of), name, here, f"{key}.")
        elif isinstance(entry["value"], list):
            yield from _read_items(entry["value"], results, name, here, key)
        elif entry["value"] not in (None, ""):
            yield AnalyzedText(here, _read_results(results, name, results_of), key, str(entry["value"]))


def _read_items(items: list[Any], results: Any, name: str, place: Steps, key: str) -> Iterator[AnalyzedText]:
    if not results:  # a key that Presidio was asked to skip
        return
    where = _call(*place)
    if len(_require_list(results, name, where)) != len(items):
        raise DocumentError(f"'{name}': {where} has {len(items)} texts, and results for {len(results)}")
    for number, (item, each) in enumerate(zip(items, results, strict=True)):
        read = _read_results(each, name, _call(*place, number))
        yield AnalyzedText((*place, number), read, f"{key}[{number}]", str(item))


def _call(*place: int | str) -> str:
    """How errors call a value: by its numbers, for its key may tell of somebody."""
    return "value " + ".".join(f"{step + 1}" for step in place if isinstance(step, int))


def _require_list(results: Any, name: str, text: str) -> list[Any]:
    if not isinstance(results, list):
        raise DocumentError(f"'{name}': the results for {text} are not a list")
    return results


def _read_results(results: Any, name: str, text: str) -> tuple[Mask, ...]:
    numbered = enumerate(_require_list(results, name, text), 1)
    return tuple(_read_result(each, f"'{name}': result {number} for {text}") for number, each in numbered)


def _read_result(result: Any, where: str) -> Mask:
    if not isinstance(result, dict) or not isinstance(result.get("entity_type"), str):
        raise DocumentError(f"{where} has no entity_type: give what Presidio's analyzer answers")
    return Mask(_read_span(result.get("start"), result.get("end"), where))


def _result(span: Span, kind: str) -> dict[str, Any]:
    """A finding as Presidio's `RecognizerResult.to_dict` writes it."""
    return {
        "entity_type": kind,
        "start": span.start,
        "end": span.end,
        "score": 1.0,
        "analysis_explanation": None,
        "recognition_metadata": {"recognizer_name": RECOGNIZER, "recognizer_identifier": RECOGNIZER},
    }
