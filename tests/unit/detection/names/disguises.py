"""Names of people in disguise, and lone surnames in the contexts that people leave them in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import quote

from reticent.detection import names, patterns, several
from reticent.text import Document

DETECTOR = several(
    patterns(), names(kinds={"PERSON", "LOCATION", "ORGANIZATION", "DATETIME", "CODE", "CONTACT", "AGE"})
)
"""What the default policy asks."""

PEOPLE = (
    ("Adaeze", "Okonkwo"), ("Priya", "Subramaniam"), ("Hannah", "Green"), ("Tomasz", "Kowalczyk"),
    ("Michael", "Price"), ("Linh", "Nguyen"), ("Rosa", "Delgado"), ("Grace", "Young"),
    ("Yusuf", "Haddad"), ("Eleni", "Papadopoulos"), ("Kenji", "Yamamoto"), ("David", "Baker"),
    ("Kwame", "Mensah"), ("Ingrid", "Johansson"), ("Jack", "Bishop"), ("Fatima", "Khan"),
    ("Siobhan", "Fitzgerald"), ("Pedro", "Wolf"), ("Olga", "Ivanova"), ("Mehmet", "Yilmaz"),
    ("Ruth", "Stone"), ("Chidi", "Eze"), ("Anjali", "Deshpande"), ("Peter", "Hale"),
)  # fmt: skip
"""Given names and surnames of many origins, among them surnames that are words."""

_GREEK = str.maketrans("oaeOAEK", "οαеΟΑΕΚ")
_CYRILLIC = str.maketrans("aeocpxyAEOKPCMTH", "аеосрхуАЕОКРСМТН")
_SMALL_CAPITALS = str.maketrans("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ")


def _apart(sign: str, between: str = "   ") -> Callable[[str], str]:
    """Each letter by itself, with a sign between them; words by something else."""
    return lambda name: between.join(sign.join(word) for word in name.split())


def _inside(before: str, after: str = "") -> Callable[[str], str]:
    """Marks around the third letter of each word and those that follow, or at it alone."""
    return lambda name: " ".join(f"{word[:2]}{before}{word[2:]}{after}" for word in name.split())


def _around(before: str, after: str) -> Callable[[str], str]:
    return lambda name: f"{before}{name}{after}"


def _joined(sign: str) -> Callable[[str], str]:
    return lambda name: name.replace(" ", sign)


def _shift(first: int, small: int | None = None) -> Callable[[str], str]:
    """Letters of another block of Unicode that has the whole alphabet, in capitals alone where it has no others."""

    def move(letter: str) -> str:
        if not letter.isascii() or not letter.isalpha():
            return letter
        base = first if letter.isupper() or small is None else small
        return chr(base + ord(letter.upper()) - 65)

    return lambda name: "".join(map(move, name))


def _given(name: str) -> str:
    return name.partition(" ")[0]


def _family(name: str) -> str:
    return name.rpartition(" ")[2]


DISGUISES: dict[str, Callable[[str], str]] = {
    "as it is": lambda name: name,
    "letters apart": _apart(" "),
    "letters apart, one gap": _apart(" ", "  "),
    "capitals apart": lambda name: _apart(" ")(name.upper()),
    "letters apart by hyphens": _apart("-", " "),
    "letters apart by dots": _apart(".", " "),
    "letters apart by thin blanks": _apart("\u2009", "   "),
    "cells of a form": lambda name: "|" + "||".join("|".join(word) for word in name.upper().split()) + "|",
    "boxes": lambda name: " ".join("".join(f"[{letter}]" for letter in word) for word in name.split()),
    "percent code": quote,
    "every letter by percent": lambda name: "".join(f"%{ord(char):02X}" for char in name),
    "a plus for the blank": _joined("+"),
    "quoted-printable": lambda name: f"{name[:2]}={ord(name[2]):02X}{name[3:]}",
    "quoted-printable, broken": lambda name: f"{name[:-3]}=\n{name[-3:]}",
    "character references": lambda name: "".join(f"&#{ord(char)};" for char in name),
    "one hex reference": lambda name: f"{name[:1]}&#x{ord(name[1]):x};{name[2:]}",
    "no-break blank by name": _joined("&nbsp;"),
    "bold tag": _inside("<b>", "</b>"),
    "tags around each word": lambda name: " ".join(f"<i>{word}</i>" for word in name.split()),
    "word break tag": _inside("<wbr>"),
    "comment inside": _inside("<!-- x -->"),
    "LaTeX hyphen": _inside("\\-"),
    "LaTeX small capitals": lambda name: f"{_given(name)} \\textsc{{{_family(name)}}}",
    "LaTeX tie": _joined("~"),
    "BibTeX braces": lambda name: " ".join(f"{{{word[0]}}}{word[1:]}" for word in name.split()),
    "BibTeX author": lambda name: f"author = {{{{{_family(name)}}}, {_given(name)}}}",
    "BBCode": _inside("[b]", "[/b]"),
    "Markdown, inside": _inside("**", "**"),
    "Markdown, around": _around("**", "**"),
    "Markdown, underscores": _around("_", "_"),
    "struck out": _around("~~", "~~"),
    "backticks": _around("`", "`"),
    "soft hyphens": _inside("\u00ad"),
    "hyphen": _inside("\u2010"),
    "no-break hyphen": _inside("\u2011"),
    "plain hyphen": _inside("-"),
    "broken at the line end": _inside("-\n"),
    "zero-width blank": _inside("\u200b"),
    "zero-width joiner": _inside("\u200d"),
    "word joiner": _inside("\u2060"),
    "byte order mark": _inside("\ufeff"),
    "object": _inside("\ufffc"),
    "combining joiner": _inside("\u034f"),
    "Cyrillic letters": lambda name: name.translate(_CYRILLIC),
    "Greek letters": lambda name: name.translate(_GREEK),
    "full width": _shift(0xFF21, 0xFF41),
    "mathematical": _shift(0x1D400, 0x1D41A),
    "circled": _shift(0x24B6, 0x24D0),
    "small capitals": lambda name: " ".join(
        word[0] + word[1:].translate(_SMALL_CAPITALS) for word in name.split()
    ),
    "accents": lambda name: "".join(f"{char}\u0301" if char in "aeiou" else char for char in name),
    "capitals": str.upper,
    "small letters": str.lower,
    "swapped case": str.swapcase,
    "alternating case": lambda name: "".join(
        char.upper() if number % 2 else char.lower() for number, char in enumerate(name)
    ),
    "underscore": _joined("_"),
    "underscore, small": lambda name: name.lower().replace(" ", "_"),
    "camel case": lambda name: _given(name).lower() + _family(name),
    "one word": _joined(""),
    "dot, small": lambda name: name.lower().replace(" ", "."),
    "file path": lambda name: f"/srv/{_given(name).lower()}.{_family(name).lower()}/notes.txt",
    "Windows path": lambda name: f"C:\\Users\\{name}\\letter.docx",
    "address of a page": lambda name: f"https://example.org/people/{name.lower().replace(' ', '-')}",
    "query of an address": lambda name: f"https://example.org/find?q={quote(name)}",
    "address of mail": lambda name: f"{name.lower().replace(' ', '.')}@example.org",
    "hashtag": lambda name: f"#{name.replace(' ', '')}",
    "handle": lambda name: f"@{name.lower().replace(' ', '_')}",
    "surname first": lambda name: f"{_family(name)}, {_given(name)}",
    "surname and initial": lambda name: f"{_family(name)}, {_given(name)[0]}.",
    "initial and surname": lambda name: f"{_given(name)[0]}. {_family(name)}",
    "surname in capitals": lambda name: f"{_family(name).upper()} {_given(name)}",
    "wide blank": _joined("     "),
    "line end between": _joined("\n"),
    "no-break blank": _joined("\u00a0"),
    "tab": _joined("\t"),
    "JSON escapes": lambda name: "".join(
        f"\\u{ord(char):04x}" if char in "aeiou" else char for char in name
    ),
    "slash": _joined("/"),
    "terminal colours": _around("\x1b[1m", "\x1b[0m"),
    "single quotes": _around("'", "'"),
    "guillemets": _around("«", "»"),
    "escaped quotes": _around('\\"', '\\"'),
    "curly single quotes": _around("‘", "’"),
}  # fmt: skip

CARRIERS = (
    "The patient is {}, who was admitted yesterday.",
    "Name: {}\nWard: 4 North",
    "Please send the results to {} as soon as you can.",
    "{}",
)

CONTEXTS: dict[str, str] = {
    "Mr": "Mr {} was seen in clinic.",
    "Dr, small": "spoke to dr {} about the scan",
    "Dear": "Dear {},\n\nThank you for your letter.",
    "Hi": "Hi {}, can you ring me back?",
    "pt": "pt {} c/o chest pain since last night",
    "seen by": "Seen by {} this morning, no change.",
    "possessive": "{}'s mother rang about the results.",
    "discussed with": "D/W {}, happy for discharge.",
    "signature": "Kind regards,\n{}",
    "subject": "{} attended with her son.",
    "subject of refusal": "Today {} refused her tablets.",
    "object": "We asked {} to come back on Friday.",
    "family": "The {} family has moved.",
    "case": "In {} v. Secretary of State the court held otherwise.",
    "citation": "({}, 2019)",
    "et al": "as shown by {} et al. in a larger sample",
    "small letters": "told {} that the ward is full",
    "bullet": "- {}: bloods, chest film\n- next: home",
    "list": "Present: {}, Smith, Jones",
    "handover": "Bed 4 {} NBM for theatre",
    "table row": "| 17 | {} | F | 4 North |",
    "CSV row": "17,{},F,1984",
    "CSV quoted": '17,"{}","F",1984',
    "TSV row": "17\t{}\tF",
    "CSV header": "id,surname,sex\n17,{},F",
    "SQL values": "INSERT INTO patients VALUES (17, '{}', 'F');",
    "SQL where": "SELECT * FROM patients WHERE surname = '{}';",
    "SQL like": "where last_name like '{}%'",
    "SQL double": 'UPDATE staff SET name = "{}" WHERE id = 4',
    "SQL in": "AND p.name IN ('{}', 'x')",
    "Python key error": "KeyError: '{}'",
    "Python value error": "ValueError: no record for '{}'",
    "traceback": "Traceback (most recent call last):\n  File \"load.py\", line 12, in find\n    rows['{}']\nKeyError: '{}'",
    "repr": "Patient(id=17, name='{}', sex='F')",
    "repr of a record": "<Patient {} id=17>",
    "kwargs": "find_patient(surname='{}')",
    "assignment": "surname = '{}'",
    "dict": "{{'id': 17, 'surname': '{}'}}",
    "dict key": "counts = {{'{}': 3}}",
    "list of strings": "names = ['{}', 'x']",
    "JSON": '{{"id": 17, "lastName": "{}"}}',
    "JSON string list": '["{}"]',
    "YAML": "patient:\n  surname: {}\n  ward: 4",
    "TOML": 'surname = "{}"',
    "INI": "[patient]\nsurname={}",
    "XML element": "<author>{}</author>",
    "XML attribute": '<patient name="{}" sex="F"/>',
    "HTML cell": "<tr><td>17</td><td>{}</td></tr>",
    "HTML option": '<option value="17">{}</option>',
    "log line": "2024-03-01 10:22:07 INFO login user={} status=ok",
    "log quoted": '2024-03-01 10:22:07 WARN no match for "{}" in index',
    "syslog": "Mar  1 10:22:07 srv4 app[113]: record of {} locked",
    "query string": "GET /find?surname={}&ward=4 HTTP/1.1",
    "mail From": "From: {}\nTo: ward@example.org\nSubject: transfer",
    "mail Subject": "Subject: Re: {} discharge letter",
    "mail quoted": "On Friday {} wrote:\n> see below",
    "file name": "see letter_{}.docx in the share",
    "file name, small": "attached: referral-{low}.pdf",
    "path": "/data/patients/{low}/scan1.dcm",
    "Windows path": "D:\\cases\\{}\\notes.txt",
    "comment": "# ask {} before changing this",
    "C comment": "// TODO({low}): remove when the import works",
    "commit": "Fix crash on import (reported by {})",
    "commit trailer": "Reviewed-by: {}",
    "ticket": "Ticket 4471: {} cannot log in since Monday",
    "ticket assignee": "Assigned to: {}",
    "chat": "{low}: can someone cover tonight?",
    "chat with time": "[10:22] {}: on my way",
    "mention": "@{low} please check",
    "calendar": "10:30 {} - follow-up",
    "to do": "[ ] call {} re MRI",
    "label": "Surname: {}",
    "label, capitals": "SURNAME: {up}",
    "capitals": "{up} SEEN IN CLINIC TODAY",
    "form": "Last name ......... {}",
    "cc": "cc: {}; GP",
    "room": "Room 12 ({})",
    "brackets": "the registrar ({}) agreed",
    "backticks": "the row for `{}` is wrong",
    "guillemets": "listed as «{}» in the register",
    "curly quotes": "filed under ‘{}’ by mistake",
    "escaped": "message = \\'{}\\' not found",
    "escaped in JSON": '"error": "no entry \\"{}\\""',
    "shell": 'grep -i "{}" notes.txt',
    "shell, bare": "grep -i {low} notes/*.txt",
    "function": "def test_{low}_is_found():",
    "constant": "PATIENT_{up} = 17",
    "Markdown heading": "## {}\n\nReviewed, stable.",
    "Markdown bold": "**{}** stable overnight",
    "URL": "https://intranet.example.org/staff/{low}",
    "LaTeX author": "\\author{{{}}}",
    "BibTeX": "author = {{{}, A.}},",
    "footnote": "See {}, above, note 4.",
    "Judge": "per {} J, dissenting",
    "Sister": "Sister {} on nights",
    "Nurse": "handed over to nurse {low}",
}
"""Where a surname stands by itself; "low" is it in small letters, "up" in capitals."""


class Case(NamedTuple):
    """A text with a name in it, from `start` to `end`, and how it is hidden."""

    layout: str
    name: str
    text: str
    start: int
    end: int


def disguised(people: slice = slice(None), each: int = 1) -> Iterator[Case]:
    """Every disguise of every name, in one of the carriers."""
    pairs = product(enumerate(DISGUISES.items()), enumerate(PEOPLE[people]))
    for (row, (layout, disguise)), (column, person) in pairs:
        if (row + column) % each:
            continue
        name = " ".join(person)
        yield _put(layout, name, CARRIERS[(row + column) % len(CARRIERS)], disguise(name))


def lone(people: slice = slice(None), each: int = 1) -> Iterator[Case]:
    """Every surname in every context."""
    pairs = product(enumerate(CONTEXTS.items()), enumerate(PEOPLE[people]))
    for (row, (layout, context)), (column, person) in pairs:
        if (row + column) % each:
            continue
        surname = person[1]
        form = surname.lower() if "{low}" in context else surname.upper() if "{up}" in context else surname
        yield _put(layout, surname, context.replace("{low}", "{}").replace("{up}", "{}"), form)


def _put(layout: str, name: str, carrier: str, form: str) -> Case:
    text = carrier.format(*[form] * carrier.count("{}"))
    start = text.rindex(form)
    return Case(layout, name, text, start, start + len(form))


_NO_LETTERS = re.compile(r"[^a-z\0]+")
_LONG_ENOUGH = 3
"""Letters of a name in a row that give it away."""


def is_left(case: Case) -> bool:
    """Whether the default policy's detectors find nothing of a name, or leave three letters of it in a row."""
    shown = case.text
    for mention in DETECTOR.mentions(Document("case", case.text)):
        start, end = mention.span.start, mention.span.end
        shown = shown[:start] + "\0" * (end - start) + shown[end:]
    rest = shown[case.start : case.end]
    if "\0" not in rest:
        return True
    letters = _NO_LETTERS.sub("", normalize("NFKC", rest).lower())
    return any(
        part[start : start + _LONG_ENOUGH] in letters
        for part in case.name.lower().split()
        for start in range(len(part) - _LONG_ENOUGH + 1)
    )
