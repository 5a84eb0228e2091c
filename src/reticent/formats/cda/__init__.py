"""Clinical documents (CDA): the narrative and the entries of a health record in XML, each field by the rule that one table has for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from reticent.errors import DocumentError
from reticent.formats.cda._rules import (
    NUMBERED,
    OIDS,
    OWN_ID,
    OWN_OID,
    STANDARD_NAMES,
    CdaRules,
    find_kind_of_drop,
    is_known_oid,
    is_typed,
    is_version,
    local,
)
from reticent.formats.html import without_blanks
from reticent.formats.plain import inspect_text
from reticent.formats.seam.format import FileFormat, Residue, VerifiesFile
from reticent.formats.seam.inspection import METADATA, FileFinding
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.xml import (
    EndTag,
    StartTag,
    XmlField,
    XmlNode,
    XmlSource,
    attributes_of,
    find_health_record,
    find_residue,
    name_health_record,
    parse_xml,
    read_again,
    read_nodes,
)


@dataclass(frozen=True, slots=True)
class ClinicalDocument(FileFormat):
    """A clinical document: one document of its narrative and its entries."""

    holds = "more"

    name: str = "cda"
    suffixes: tuple[str, ...] = (".cda", ".ccda")

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so is a clinical document."""
        return find_health_record(head) == self.name

    def read(self, name: str, data: bytes, options: FormatOptions) -> CdaSource:
        """Its texts and values; a DocumentError when it is not a clinical document."""
        _, parsed = parse_xml(data, f"'{name}'")
        if name_health_record(parsed.nodes) != self.name:
            raise DocumentError(f"'{name}' is not a clinical document (CDA): correct its first element")
        cleaner = _Cleaner(parsed.dropped)
        nodes = tuple(cleaner.clean(parsed.nodes))
        source = read_nodes(name, nodes, parsed.dropped, options, rules=CdaRules(nodes))
        return CdaSource(
            source.fields,
            source.nodes,
            source.places,
            source.dropped,
            source.options,
            standard=STANDARD_NAMES,
        )

    def agrees(self, released: str, found: str) -> bool:
        """Whether all that was found was released: a value that is masked shows nothing of it."""
        left = Counter(map(without_blanks, found.split(SEPARATOR)))
        left.subtract(map(without_blanks, released.split(SEPARATOR)))
        return all(count <= 0 or not text for text, count in left.items())

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of the file, as a reader finds them that knows only the form that is written here."""
        yield read_again(data.decode("utf-8", "replace"), CdaRules)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every text, value and piece of markup that holds one of the words."""
        return find_residue(data.decode("utf-8", "replace"), list(words), CdaRules)

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the file carries besides its texts and values, and signs without a shape."""
        text, _ = parse_xml(data, "the file")
        dropped = self.read("the file", data, DEFAULTS).dropped
        return [*inspect_text(text), *(FileFinding(METADATA, count, kind) for kind, count in dropped.items())]


class _Cleaner:
    """Takes out what doesn't go out, and numbers what leads from one place to another."""

    def __init__(self, dropped: Counter[str]) -> None:
        self._dropped = dropped
        self._ids: dict[str, int] = {}
        self._oids: dict[str, int] = {}

    def clean(self, nodes: Sequence[XmlNode]) -> Iterator[XmlNode]:
        """The nodes that go out."""
        gone = 0
        coded: list[bool] = []
        for node in nodes:
            if gone:
                gone += isinstance(node, StartTag) - isinstance(node, EndTag)
            elif isinstance(node, StartTag):
                kind = find_kind_of_drop((local(node.name),))
                if kind is not None:
                    self._dropped[kind] += 1
                    gone = 1
                    continue
                coded.append(("representation", "B64") in node.attributes)
                yield self._clean_tag(node, coded=coded[-1])
            elif isinstance(node, EndTag):
                coded.pop()
                yield node
            elif not any(coded):
                yield node

    def _clean_tag(self, tag: StartTag, *, coded: bool) -> StartTag:
        kept = []
        for key, value in tag.attributes:
            kind = find_kind_of_drop((f"@{local(key)}",))
            if kind is None:
                kept.append((key, self._number(local(tag.name), local(key), value)))
            else:
                self._dropped[kind] += 1
        if coded:
            self._dropped["attachments"] += 1
            kept = [each for each in kept if each[0] not in ("representation", "nullFlavor")]
            kept.append(("nullFlavor", "MSK"))
        return StartTag(tag.name, tuple(kept))

    def _number(self, element: str, key: str, value: str) -> str:
        """A value with the number of what it leads to; all others as they are."""
        if key in NUMBERED or (element == "reference" and key == "value" and value.startswith("#")):
            return " ".join(map(self._number_id, value.split()))
        if key in OIDS and not is_known_oid(value) and not (key.endswith("Version") and is_version(value)):
            found = OWN_OID.fullmatch(value)
            return f"2.25.{self._oids.setdefault(found[1] if found else value, len(self._oids) + 1)}"
        return value

    def _number_id(self, value: str) -> str:
        sign = "#" if value.startswith("#") else ""
        found = OWN_ID.fullmatch(value)
        plain = found[1] if found else value.removeprefix("#")
        return f"{sign}n{self._ids.setdefault(plain, len(self._ids) + 1)}"


@dataclass(frozen=True)
class CdaSource(XmlSource, VerifiesFile):
    """A clinical document; a number or a date that goes is masked as the standard has it: `nullFlavor="MSK"`."""

    holds = "more"
    standard: frozenset[str] = field(default=frozenset(), repr=False)

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether just what was judged is there, but for values that are masked."""
        texts = [text for each in released for text in each.split(SEPARATOR)]
        shown = [
            text
            for place, text in zip_longest(self.places, texts)
            if place is None or is_typed(text or "") or not _is_masked_where_it_goes(self.nodes, place)
        ]
        expected = [each for each in map(without_blanks, filter(None, shown)) if each]
        there = [without_blanks(text) for each in found for text in each.split(SEPARATOR)]
        return expected == [each for each in there if each]

    def reread(self, data: bytes) -> Iterator[str]:
        """As the format does."""
        return CDA.reread(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """As the format does."""
        return CDA.residue(data, words)

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The source itself, which knows what is masked."""
        return self

    def _finish(self, nodes: Sequence[XmlNode]) -> Sequence[XmlNode]:
        """The nodes in which a number or a time that became another text is masked."""
        return [
            _mask(node) if _is_number(old) and not _is_number(node) else node
            for old, node in zip(self.nodes, nodes, strict=True)
        ]


def _is_number(node: XmlNode) -> bool:
    return is_typed(attributes_of(node).get("value", ""))


def _is_masked_where_it_goes(nodes: Sequence[XmlNode], place: XmlField) -> bool:
    part = place.parts[0]
    if part.attribute is None or part.node is None:
        return False
    tag = nodes[part.node]
    return _is_number(tag) and list(attributes_of(tag))[part.attribute] == "value"


def _mask(node: XmlNode) -> XmlNode:
    if not isinstance(node, StartTag):
        return node
    kept = tuple(each for each in node.attributes if each[0] not in ("value", "nullFlavor"))
    return StartTag(node.name, (*kept, ("nullFlavor", "MSK")))


CDA = ClinicalDocument()
