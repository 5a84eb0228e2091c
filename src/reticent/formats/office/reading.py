"""The order in which a tree reads: paragraphs by line ends, cells, boxes and notes as blocks of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reticent.formats.office.places import TAIL, TEXT, Atom, Block
from reticent.formats.office.trees import Element


@dataclass(frozen=True, slots=True)
class Grammar:
    """Which elements are paragraphs, which divide blocks, which hold text, and which stand for a sign.

    In a `mixed` tree paragraphs hold their text themselves, between their children.
    """

    paragraphs: frozenset[str]
    containers: frozenset[str]
    texts: frozenset[str]
    read_sign: Callable[[Element], Atom | None]
    mixed: bool = False


def read_blocks(root: Element, grammar: Grammar) -> Iterator[Block]:
    """The blocks of a tree in reading order; what is nested in a paragraph follows that paragraph's block."""
    current: Block = []
    for block in _walk(root, grammar):
        if block is None:
            if current:
                yield current
            current = []
        else:
            current += ["\n", *block] if current else block
    if current:
        yield current


def _walk(element: Element, grammar: Grammar) -> Iterator[Block | None]:
    """Paragraphs in order, and None wherever a block ends."""
    if element.tag in grammar.paragraphs:
        nested: list[Element] = []
        yield list(_read_paragraph(element, grammar, nested))
        for each in nested:
            yield None
            yield from _walk(each, grammar)
            yield None
        return
    divides = element.tag in grammar.containers
    if divides:
        yield None
    yield from _walk_children(element, grammar)
    if divides:
        yield None


def _walk_children(element: Element, grammar: Grammar) -> Iterator[Block | None]:
    for child in element:
        yield from _walk(child, grammar)


def _read_paragraph(element: Element, grammar: Grammar, nested: list[Element]) -> Iterator[Atom]:
    if grammar.mixed and element.text:
        yield Atom(element.text, element, TEXT)
    for child in element:
        if child.tag in grammar.containers or child.tag in grammar.paragraphs:
            nested.append(child)
        elif child.tag in grammar.texts:
            if child.text:
                yield Atom(child.text, child, TEXT)
        else:
            sign = grammar.read_sign(child)
            if sign is not None:
                yield sign
            else:
                yield from _read_paragraph(child, grammar, nested)
        if grammar.mixed and child.tail:
            yield Atom(child.tail, child, TAIL)
