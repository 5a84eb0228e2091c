"""Protected names and the contexts that people and programs write them in, with a judge that reads nothing as the project does.

A context makes a text out of a name. Its group says of which names it can be asked: a surname that is a common word as well is
named only where a title, a capital inside a sentence, a neighbour or an address shows it.
"""

from __future__ import annotations

import html
import quopri
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import quote, unquote


class Name(NamedTuple):
    """What is protected, what may be told of it, and what the contexts write: a surname for a person, else the name."""

    protected: str
    general: str
    written: str
    common: bool = False

    @property
    def is_person(self) -> bool:
        """Whether it is somebody's."""
        return self.protected != self.written and self.general == "person"


NAMES = (
    Name("tuberculosis", "disease", "tuberculosis"),
    Name("HIV", "virus", "HIV"),
    Name("multiple sclerosis", "disease", "multiple sclerosis"),
    Name("syphilis", "disease", "syphilis"),
    Name("schizophrenia", "disorder", "schizophrenia"),
    Name("heroin", "drug", "heroin"),
    Name("methadone", "drug", "methadone"),
    Name("Barack Obama", "person", "Obama"),
    Name("Angela Merkel", "person", "Merkel"),
    Name("Albert Einstein", "person", "Einstein"),
    Name("Steve Jobs", "person", "Jobs", common=True),
    Name("Bill Gates", "person", "Gates", common=True),
    Name("George Bush", "person", "Bush", common=True),
    Name("Microsoft", "company", "Microsoft"),
    Name("Volkswagen", "company", "Volkswagen"),
    Name("Paris", "city", "Paris"),
    Name("New Orleans", "city", "New Orleans"),
    Name("NATO", "organization", "NATO"),
)

Write = Callable[[str], str]

SMALL_CAPITALS = str.maketrans("abcdefghijklmnopqrstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ")
ALIKE = str.maketrans("aeopcxiAEOPCTHKMB", "аеорсхіАЕОРСТНКМВ")


def middle(name: str) -> int:
    """A place inside the longest word of a name."""
    word = max(name.split(), key=len)
    return name.index(word) + max(1, len(word) // 2)


def put(sign: str) -> Write:
    """A writer that puts a sign into the middle of a name."""
    return lambda name: name[: middle(name)] + sign + name[middle(name) :]


def between(sign: str) -> Write:
    """A writer that puts a sign between all letters of a name."""
    return lambda name: "  ".join(sign.join(word) for word in name.split())


def cut(before: str, after: str) -> Write:
    """A writer that puts signs around the first letters of a name."""
    return lambda name: before + name[: middle(name)] + after + name[middle(name) :]


def camel(name: str) -> str:
    """The name as a part of an identifier with humps."""
    return "".join(word[:1].upper() + word[1:].lower() for word in name.split())


def snake(name: str) -> str:
    """The name as a part of an identifier with underscores."""
    return "_".join(name.lower().split())


def slug(name: str) -> str:
    """The name as a part of an address."""
    return "-".join(name.lower().split())


def glue(name: str) -> str:
    """The name in small letters without blanks."""
    return "".join(name.lower().split())


def codes(name: str) -> str:
    """The name with every letter percent-encoded."""
    return "".join(f"%{ord(char):02X}" for char in name)


def printable(name: str) -> str:
    """The name with every letter in quoted-printable."""
    return "".join(f"={ord(char):02X}" for char in name)


def entities(name: str) -> str:
    """The name with every letter as a character reference."""
    return "".join(f"&#{ord(char)};" for char in name)


def wide(name: str) -> str:
    """The name in full-width letters."""
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in name)


def bold(name: str) -> str:
    """The name in mathematical bold."""
    return "".join(
        chr(0x1D400 + ord(char) - 65) if "A" <= char <= "Z" else chr(0x1D41A + ord(char) - 97) if "a" <= char <= "z" else char
        for char in name
    )  # fmt: skip


def accent(name: str) -> str:
    """The name with an accent on a vowel."""
    return re.sub("[aeiouAEIOU]", lambda vowel: vowel[0] + "\u0301", name, count=1)


def said(text: str, write: Write = str) -> Write:
    """A context of one text with `@` for the name."""
    return lambda name: text.replace("@", write(name))


PLAIN: dict[str, Write] = {
    "in a sentence": said("They asked whether @ was in the letter."),
    "at the end": said("The letter was about @."),
    "before a comma": said("The talk was about @, and it was long."),
    "possessive": said("They read about @'s end."),
    "possessive, curly": said("They read about @’s end."),
    "in double quotes": said('The word was "@" in the note.'),
    "in curly quotes": said("The word was “@” in the note."),
    "in single quotes": said("The word was '@' in the note."),
    "in guillemets": said("The word was «@» in the note."),
    "in parentheses": said("The cause (@) was written down."),
    "in brackets": said("The cause [@] was written down."),
    "in braces": said("The cause {@} was written down."),
    "in angle brackets": said("The cause <@> was written down."),
    "after a slash": said("They asked about food/@ then."),
    "before a slash": said("They asked about @/food then."),
    "after a colon": said("the cause: @"),
    "after an equals sign": said("the cause=@"),
    "after a dash": said("They asked – @ – and went."),
    "after an em dash": said("They asked—@—and went."),
    "before a question mark": said("Was it about @?"),
    "in a list": said("They wrote:\n- food\n- @\n- sleep\n"),
    "in a numbered list": said("1. food\n2. @\n3. sleep\n"),
    "in a heading": said("# About @\n\nThe text was long.\n"),
    "in an underlined heading": said("About @\n=======\nThe text was long.\n"),
    "in a Markdown table": said("| day | cause |\n| --- | --- |\n| one | @ |\n"),
    "in a line of CSV": said("day,cause\none,@\n"),
    "in a quoted line of CSV": said('"day","cause"\n"one","@"\n'),
    "in a line of tabs": said("day\tcause\none\t@\n"),
    "in semicolons": said("day;cause\none;@;two\n"),
    "in JSON": said('{"day": 1, "cause": "@"}'),
    "in YAML": said("day: 1\ncause: @\n"),
    "in XML": said("<note><cause>@</cause></note>"),
    "in an attribute": said('<note cause="@" day="1"/>'),
    "in SQL": said("INSERT INTO notes VALUES (17, '@', 'F');"),
    "in a repr": said("Note(day=1, cause='@')"),
    "in a traceback": said("KeyError: '@'"),
    "in a quoted mail": said("> They wrote about\n> @ and more\n"),
    "in a subject": said("Subject: Re: @\n\nSee below.\n"),
    "emphasis": said("They said that *@* was there."),
    "strong": said("They said that **@** was there."),
    "underscored": said("They said that _@_ was there."),
    "code marks": said("They said that `@` was there."),
    "a tag around": said("They said that <b>@</b> was there."),
    "a link": said("They said that [@](page.html) was there."),
    "a wiki link": said("They said that [[@]] was there."),
    "LaTeX emphasis": said("They said that \\emph{@} was there."),
    "LaTeX index": said("They said so.\\index{@} It was there."),
    "LaTeX footnote": said("They said so\\footnote{About @.} there."),
    "BibTeX title": said("title = {A book about @},"),
    "BibTeX braces": said("title = {A book about {@}},"),
    "glued to a number": said("They wrote about @2 there."),
    "glued to a year": said("They wrote about @2019 there."),
    "a hyphen and a number": said("They wrote about @-2 there."),
    "hyphenated compound": said("They were @-related notes."),
    "hyphenated after": said("They were non-@ notes."),
    "compound with U+2010": said("They were @‐related notes."),
    "compound with U+2011": said("They were @‑related notes."),
    "compound with an en dash": said("They were @–related notes."),
    "a footnote mark": said("They wrote about @² there."),
    "trade mark": said("They wrote about @® there."),
    "ellipsis": said("They wrote about @… and more."),
    "an emoji": said("They wrote about @😀 there."),
    "beside Chinese": said("他们谈到@了。They wrote more."),
    "a non-breaking blank": said("They wrote\u00a0@\u00a0there."),
    "a byte-order mark": said("They wrote about \ufeff@ there."),
    "a blank line in front": said("They wrote about\n\n@\n\nand more."),
    "with a bullet": said("• food • @ • sleep"),
    "a pipe": said("food|@|sleep"),
    "an arrow": said("food → @ → sleep"),
    "a plus sign": said("They had food+@ there."),
    "an ampersand": said("They had food & @ there."),
    "escaped quotes": said('{"text": "They said \\"@\\" there"}'),
    "an escaped line end": said('{"text": "They said\\n@\\nthere"}'),
    "a tilde": said("They wrote about~@ there."),
}
"""The name as it is, among other signs; every name is shown by its capital, which is inside a sentence or a field."""

TITLED: dict[str, Write] = {
    "after Mr": said("Then Mr @ spoke."),
    "after Mr, in capitals": said("Then Mr @ spoke.", str.upper),
    "after Mr., in small letters": said("then mr. @ spoke.", str.lower),
    "after Mrs": said("Mrs @ was there."),
    "after Dr.": said("Dr. @ was there."),
    "after President": said("President @ was there."),
    "after an initial": said("They met B. @ there."),
    "plural of a family": said("They met the @ family."),
    "initials after the name": said("@, B., was there."),
    "in a byline": said("By @\n\nThe text was long."),
    "before said": said("They came late. @ said nothing."),
    "a quotation's source": said("“Nobody knows.” – @"),
}
"""Contexts of people alone."""

MADE: dict[str, Write] = {
    "mail address": said("Write to @\x00example.org soon.", glue),
    "mail address with a point": said("Write to info.@\x00example.org soon.", glue),
    "mail address with a plus": said("Write to box+@\x00example.org soon.", glue),
    "mail address with an underscore": said("Write to the_@\x00example.org soon.", glue),
    "domain": said("Write to info\x00@.org soon.", glue),
    "domain with a hyphen": said("Write to info\x00@-help.org soon.", glue),
    "host": said("See www.@.org for more.", glue),
    "web address": said("See https://www.@.org/home for more.", glue),
    "path of a web address": said("See https://example.org/help/@ for more.", slug),
    "query": said("See https://example.org/?q=@&page=2 for more.", quote),
    "fragment": said("See https://example.org/help#@ for more.", slug),
    "hashtag": said("They wrote #@ there.", glue),
    "hashtag with humps": said("They wrote #@Day there.", camel),
    "hashtag in front": said("They wrote #Stop@ there.", camel),
    "handle": said("They wrote to \x00@ there.", glue),
    "handle with an underscore": said("They wrote to \x00the_@ there.", snake),
    "path": said("Saved as /srv/files/@/notes there.", slug),
    "Windows path": said("Saved as C:\\files\\@\\notes there.", camel),
    "file name": said("Saved as @.txt there.", snake),
    "file name, two parts": said("Saved as notes_@.docx there.", snake),
    "file name, hyphens": said("Saved as my-@-notes.pdf there.", slug),
    "file name, date": said("Saved as 2019-05-02_@.pdf there.", snake),
    "camelCase": said("They set has@Status = 1;", camel),
    "camelCase at the end": said("They set status@ = 1;", camel),
    "PascalCase": said("class @Note: pass", camel),
    "snake_case": said("They set has_@_status = 1", snake),
    "CONSTANT_CASE": said("They set HAS_@_STATUS = 1", lambda name: snake(name).upper()),
    "kebab-case": said("--with-@-status", slug),
    "dotted name": said("import notes.@.status", snake),
    "an option": said("run --@=1 there", slug),
    "an environment variable": said("export $@_HOME=1", lambda name: snake(name).upper()),
    "a ticket": said("See ticket @-17 there.", lambda name: glue(name).upper()),
    "a UUID-like code": said("id @_00a1 there", snake),
    "a CSS class": said('<p class="note @-note">x</p>', slug),
    "a JSON key": said('{"@_status": 1}', snake),
}
"""Names that programs write; `\\x00` stands for an at sign."""

DISGUISED: dict[str, Write] = {
    "soft hyphen": said("They said that @ was there.", put("\u00ad")),
    "U+2010 inside": said("They said that @ was there.", put("\u2010")),
    "U+2011 inside": said("They said that @ was there.", put("\u2011")),
    "hyphen inside": said("They said that @ was there.", put("-")),
    "zero-width space": said("They said that @ was there.", put("\u200b")),
    "zero-width joiner": said("They said that @ was there.", put("\u200d")),
    "word joiner": said("They said that @ was there.", put("\u2060")),
    "object character": said("They said that @ was there.", put("\ufffc")),
    "direction mark": said("They said that @ was there.", put("\u200e")),
    "variation selector": said("They said that @ was there.", put("\ufe0f")),
    "grapheme joiner": said("They said that @ was there.", put("\u034f")),
    "control character": said("They said that @ was there.", put("\x02")),
    "letters spaced": said("They said that @ was there.", between(" ")),
    "letters spaced by thin blanks": said("They said that @ was there.", between("\u2009")),
    "letters with points": said("They said that @ was there.", between(".")),
    "letters with hyphens": said("They said that @ was there.", between("-")),
    "letters with middle dots": said("They said that @ was there.", between("·")),
    "letters with underscores": said("They said that @ was there.", between("_")),
    "letters in boxes": said("They said that @ was there.", lambda name: "".join(f"[{char}]" for char in name if char != " ")),
    "letters in cells": said("@", lambda name: "|" + "|".join(name.replace(" ", "")) + "|"),
    "a line end with a hyphen": said("They said that @ was there.", put("-\n")),
    "a line end with a soft hyphen": said("They said that @ was there.", put("\u00ad\n")),
    "a line end with U+2010": said("They said that @ was there.", put("‐\n")),
    "a quoted line end": said("> They said that @ was there.", put("-\n> ")),
    "a tag inside": said("They said that @ was there.", cut("<b>", "</b>")),
    "a span inside": said("They said that @ was there.", cut('<span class="x">', "</span>")),
    "an empty comment": said("They said that @ was there.", put("<!-- -->")),
    "a wbr": said("They said that @ was there.", put("<wbr>")),
    "emphasis inside": said("They said that @ was there.", cut("*", "*")),
    "strong inside": said("They said that @ was there.", cut("**", "**")),
    "underscores inside": said("They said that @ was there.", cut("__", "__")),
    "braces inside": said("They said that @ was there.", cut("{", "}")),
    "braces on the first letter": said("They said that @ was there.", lambda name: f"{{{name[0]}}}{name[1:]}"),
    "braces on each word": said("They said that @ was there.", lambda name: " ".join(f"{{{word}}}" for word in name.split())),
    "empty braces": said("They said that @ was there.", put("{}")),
    "LaTeX hyphen": said("They said that @ was there.", put("\\-")),
    "LaTeX bold inside": said("They said that @ was there.", cut("\\textbf{", "}")),
    "LaTeX italic correction": said("They said that @ was there.", put("\\/")),
    "BibTeX capital": said("title = {The @ book},", lambda name: f"{{{name[0].upper()}}}{name[1:]}"),
    "percent encoding": said("They said that @ was there.", codes),
    "percent-encoded letter": said("They said that @ was there.", lambda name: f"%{ord(name[0]):02X}{name[1:]}"),
    "quoted printable": said("They said that @ was there.", printable),
    "soft line end of quoted printable": said("They said that @ was there.", put("=\n")),
    "character references": said("They said that @ was there.", entities),
    "one character reference": said("They said that @ was there.", lambda name: f"&#x{ord(name[0]):x};{name[1:]}"),
    "escapes": said('"They said that @ was there."', lambda name: "".join(f"\\u{ord(char):04x}" for char in name)),
    "one escape": said('"They said that @ was there."', lambda name: f"\\u{ord(name[0]):04x}{name[1:]}"),
    "full width": said("They said that @ was there.", wide),
    "mathematical bold": said("They said that @ was there.", bold),
    "look-alike letters": said("They said that @ was there.", lambda name: name.translate(ALIKE)),
    "small capitals": said("They said that @ was there.", lambda name: name[0] + name[1:].lower().translate(SMALL_CAPITALS)),
    "an accent": said("They said that @ was there.", accent),
    "a stroke over all letters": said("They said that @ was there.", lambda name: "".join(f"{char}\u0336" for char in name)),
    "capitals at random": said("They said that @ was there.", lambda name: "".join(char.upper() if at % 2 else char.lower() for at, char in enumerate(name))),
    "one blank inside": said("They said that @ was there.", put(" ")),
}  # fmt: skip
"""The name with something in it that a reader passes over."""

LOUD: dict[str, Write] = {
    "capitals": said("They said that @ was there.", str.upper),
    "small letters": said("they said that @ was there.", str.lower),
    "capitals in a shouted line": said("THEY SAID THAT @ WAS THERE.", str.upper),
    "title case": said("They said that @ was there.", str.title),
    "plural": said("They counted two @s there."),
    "first word": said("@ was in the letter."),
    "first word of a later sentence": said("They came late. @ was in the letter."),
    "alone": said("@"),
    "alone, in small letters": said("@", str.lower),
    "glued to a word": said("They wrote @help there.", glue),
    "after a word it is glued to": said("They wrote about theletter@ there.", glue),
}
"""Without a sign that a common word is a name here: asked of other names alone."""

SIGNS = str.maketrans({"\x00": "@"})

COMMON = (
    "He needs jobs.",
    "Jobs are hard to find.",
    "New jobs were offered, and old jobs went.",
    "The gates were open.",
    "Open the gates of the garden.",
    "Gates are made of iron.",
    "They sat under a bush.",
    "Bushes grow in the garden.",
    "The bush fire went on, and bush after bush burned.",
    "JOBS AND GATES ARE SCARCE.",
    "Print jobs: 3, failed jobs: 1.",
    "They do odd jobs; two jobs, one bush, no gates.",
)
"""Sentences in which the common words are no names, and stay."""


class Case(NamedTuple):
    """A name in a context."""

    group: str
    context: str
    name: Name
    text: str


def cases() -> Iterator[Case]:
    """Every name in every context that may be asked of it."""
    groups = {"plain": PLAIN, "titled": TITLED, "made": MADE, "disguised": DISGUISED, "loud": LOUD}
    for group, contexts in groups.items():
        for context, write in contexts.items():
            for name in NAMES:
                if (group == "titled" and not name.is_person) or (group == "loud" and name.common):
                    continue
                yield Case(group, context, name, write(name.written).translate(SIGNS))


def is_second_half(case: Case) -> bool:
    """Whether a context is one of those that are only counted: every other one of its group."""
    groups = {"plain": PLAIN, "titled": TITLED, "made": MADE, "disguised": DISGUISED, "loud": LOUD}
    return list(groups[case.group]).index(case.context) % 2 == 1


_BACK = str.maketrans(
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢаеорсхіАЕОРСТНКМВ", "abcdefghijklmnopqrstuvwyzaeopcxiAEOPCTHKMB"
)
_FEWEST = 3


def squeeze(text: str) -> str:
    """The letters that somebody sees who takes every code and mark for what it stands for."""
    text = re.sub(r"\[(?:[A-Z][A-Z ]+)(?: \d+)?\]", "\n0\n", text)
    text = html.unescape(unquote(text))
    if re.search("=[0-9A-F]{2}|=\n", text):
        text = quopri.decodestring(text.encode("ascii", "xmlcharrefreplace")).decode("latin-1")
        text = html.unescape(text)
    text = re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text)
    text = re.sub(r"</?(?:b|span|wbr)(?: [^<>]*)?>|<!--[^<>]*-->|\\[a-z]+(?=\{)", "", text)
    plain = unicodedata.normalize("NFKD", text.translate(_BACK)).casefold()
    return "".join(char for char in plain if char.isalpha() or char == "0")


def is_left(release: str, name: Name) -> bool:
    """Whether most of a name's letters still stand in a row somewhere in a release."""
    seen, sought = squeeze(release), squeeze(name.written)
    enough = len(sought) if len(sought) <= 2 * _FEWEST else -(-len(sought) * 3 // 4)
    return any(sought[at : at + enough] in seen for at in range(len(sought) - enough + 1))
