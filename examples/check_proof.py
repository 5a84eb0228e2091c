"""Checks a proof without reticent: nothing is imported but the standard library and `cryptography`.

    python check_proof.py RELEASED PROOF --key PUBLIC.pem --policy POLICY.toml [--patterns PATTERNS.toml]

Nothing is taken from the signer: what is looked for stands in the policy and in the files that it names, beside it. Signature,
bytes, policy and the hash of each of these files are compared; then redaction by patterns and word lists and K-safety are
checked again, with matchers written for this file alone, which see through invisible characters, look-alikes, escapes and
markup. They would rather alert once too often: what only resembles an entry of a list "can't be told".
Exit code 0: everything was rechecked; 1: something is broken; 2: something is only attested by the signer, such as names,
which take a trained tagger; 3: something can't be told: a file is another one or is not given, or a word resembles an entry.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import quopri
import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

RECHECKED, ATTESTED, UNSURE, BROKEN = "rechecked", "attested", "cannot tell", "broken"
WORST_LAST = (RECHECKED, ATTESTED, UNSURE, BROKEN)
EXITS = {RECHECKED: 0, BROKEN: 1, ATTESTED: 2, UNSURE: 3}
TYPE = "application/vnd.in-toto+json"
SHIPPED = "file patterns.toml of reticent"
GAP = "\ue000"
"""What stands for a placeholder; no other character of a private-use area is left in a text."""

NAME_KINDS = "AGE CODE CONTACT DATETIME DEM LOCATION MISC ORGANIZATION PERSON QUANTITY".split()
MODEL_KINDS = {
    "k-safety": "TERM",
    "cg-sanitization": "REMOVED",
    "indistinct": "REMOVED",
    "correlation-guard": "REMOVED",
}
COMMON = frozenset(
    "a am an and are as at be by can do for go he i if in is it me my no of on or so to up us we who".split()
)
"""Words that are no entry in capitals of a list (IT, US, WHO) where they stand in small letters."""

ALIKE = {
    "a": "\u0430\u03b1\u0251\u1d00\u0410\u0391\u13aa",
    "b": "\u044c\u042c\u0185\u13cf\u0432\u0412\u0392\u13f4",
    "c": "\u0441\u03f2\u1d04\u2ca5\u0421\u03f9\u13df",
    "d": "\u0501\u0257\u13e7\u13a0\u0500",
    "e": "\u0435\u0454\u03b5\u04bd\u1d07\u0415\u0395\u13ac",
    "f": "\u03dd\u017f\u0192\u03dc",
    "g": "\u0261\u0581\u050d\u050c\u13c0",
    "h": "\u04bb\u0570\u043d\u13c2\u041d\u0397\u13bb",
    "i": "\u0456\u03b9\u0131\u0269\u0406\u0399\u04c0\u13c6",
    "j": "\u0458\u03f3\u0408\u13ab\u037f",
    "k": "\u043a\u03ba\u1d0b\u041a\u039a\u13e6",
    "l": "\u217c\u04cf\u2c93\u16c1\u13de\u053c",
    "m": "\u043c\u1d0d\u041c\u039c\u13b7",
    "n": "\u0578\u043f\u0274\u039d",
    "o": "\u043e\u03bf\u0585\u1d0f\u03c3\u041e\u039f\u0555",
    "p": "\u0440\u03c1\u1d18\u0420\u03a1\u13e2",
    "q": "\u051b\u0563\u051a",
    "r": "\u0433\u1d26\u027e\u13a1\u13d2",
    "s": "\u0455\ua731\u0405\u054f\u13da",
    "t": "\u0442\u03c4\u1d1b\u0422\u03a4\u13a2",
    "u": "\u03c5\u057d\u1d1c\u0446\u054d\u13cc",
    "v": "\u03bd\u0475\u1d20\u0474\u13d9",
    "w": "\u051d\u03c9\u1d21\u051c\u13b3",
    "x": "\u0445\u03c7\u0425\u03a7",
    "y": "\u0443\u03b3\u04af\u0423\u03a5\u04ae",
    "z": "\u1d22\u0396\u13c3",
}
LOOKS = {ord(other): letter for letter, others in ALIKE.items() for other in others}
"""Letters of other scripts that look like Latin ones, in either case."""

LETTER = re.compile(
    r"(?:LETTER|SMALL CAPITAL) (?:(?:SMALL|CAPITAL|DOTLESS|OPEN|TURNED|REVERSED) )*([A-Z]{1,2})(?: WITH .*)?$"
)
"""How the names of characters end that are a Latin letter: in a box, in a circle, of a flag, as a small capital, with a stroke."""

SIMILAR = {
    "i": "il1|!",
    "l": "il1|!",
    "o": "o0",
    "e": "e3",
    "a": "a4@",
    "s": "s5$",
    "t": "t7",
    "b": "b8",
    "g": "g69",
    "z": "z2",
}
"""What is written or read for a letter."""

ONE_OF_EACH = str.maketrans({alike: others[0] for others in SIMILAR.values() for alike in others})
SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
TURNS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of writing."""

MOST_READINGS = 40
TEX_LETTERS = {"ss": "ß", "ae": "æ", "oe": "œ", "o": "ø", "l": "ł", "aa": "å", "i": "i", "j": "j"}

Finding = tuple[str, str, str]
Json = dict[str, Any]


def check(
    released: bytes, proof: bytes, key: bytes, policy: Path, patterns: Path | None
) -> Iterator[Finding]:
    """What was checked, how it stands, and why."""
    envelope = json.loads(proof)
    payload = base64.b64decode(envelope["payload"], validate=True)
    if not is_signed(envelope, payload, key):
        yield "signature", BROKEN, "no signature of this key is right"
        return
    yield "signature", RECHECKED, "the key signed this statement"
    statement = json.loads(payload)
    said = statement["predicate"]
    if statement["subject"][0]["digest"]["sha256"] != hashlib.sha256(released).hexdigest():
        yield "bytes", BROKEN, "the statement speaks of other bytes"
        return
    yield "bytes", RECHECKED, "the statement speaks of these bytes"
    if json.dumps(said["audit"]["violations"]) != "0":
        yield "audit", BROKEN, "the signer says that violations are left"
    rules = tomllib.loads(policy.read_text("utf-8"))
    if said["form"] == "open":
        yield compare("policy", said["policy"], hash_of(policy.read_bytes()))
        yield from compare_knowledge(said["promises"], rules, policy.parent, patterns)
    else:
        yield "policy", UNSURE, "the statement is sealed: use reticent and the opening"
    decoded = list_readings(released.decode())
    if len(decoded) >= MOST_READINGS:
        yield "text", UNSURE, "too many characters are written by codes"
    kinds = list_kinds(rules, policy.parent, patterns)
    texts = [fold(blank(text, kinds)) for text in decoded]
    texts += [fold(text[::-1]) for text in decoded if TURNS.search(text)]
    for model in rules["models"]:
        yield from recheck(texts, model, rules, policy.parent, patterns)


def is_signed(envelope: Json, payload: bytes, pem: bytes) -> bool:
    """Whether the owner of the key signed the payload (DSSE, Ed25519)."""
    key = load_pem_public_key(pem)
    message = b"DSSEv1 %d %s %d %s" % (len(TYPE), TYPE.encode(), len(payload), payload)
    if not isinstance(key, Ed25519PublicKey) or envelope["payloadType"] != TYPE:
        return False
    for signature in envelope["signatures"]:
        try:
            key.verify(base64.b64decode(signature["sig"], validate=True), message)
        except InvalidSignature:
            continue
        return True
    return False


def hash_of(data: bytes) -> str:
    """A hash as statements write it."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def compare(what: str, stated: object, ours: str | None) -> Finding:
    """Whether the statement speaks of what we have."""
    if ours is None:
        return what, UNSURE, "it is not given, or only reticent can read it"
    return (what, RECHECKED, "this one") if stated == ours else (what, UNSURE, "another one than this")


def compare_knowledge(
    promises: list[Json], rules: Json, folder: Path, patterns: Path | None
) -> Iterator[Finding]:
    """How all that the promises are relative to compares with the files that we have."""
    if [each["model"] for each in promises] != [model["type"] for model in rules["models"]]:
        yield "promises", UNSURE, "the statement makes others than the policy"
    needed = {name for name, _ in list_files(rules, folder, patterns)}
    stated = {(name, value) for each in promises for name, value in each["relative_to"].items()}
    same = {name: hash_of(path.read_bytes()) for name, path in list_files(rules, folder, patterns) if path}
    same |= hash_word_lists(rules, folder)
    beside = patterns.resolve().parent.glob("../../language/*/data/patterns.toml") if patterns else ()
    same |= dict(stated & {(f"patterns, {each.parts[-3]}", hash_of(each.read_bytes())) for each in beside})
    alike = all((name, same.get(name)) in stated for name in needed)
    for name, value in sorted(stated):
        if name in ("patterns", "entity database", "protected entities") and alike:
            yield f"relative to {name}", RECHECKED, "the files that it is made of are these"
        else:
            yield compare(f"relative to {name}", value, same.get(name))
    for name in sorted((needed | same.keys()) - {name for name, _ in stated}):
        yield f"relative to {name}", UNSURE, "the statement doesn't speak of it"


def list_files(rules: Json, folder: Path, patterns: Path | None) -> Iterator[tuple[str, Path | None]]:
    """The files that a policy is made of, by the names that statements call them; None for one that is not given."""
    for section in (*rules.get("detectors", ()), *rules["models"]):
        for key in ("file", "database", "candidates_file"):
            if key in section and "://" not in section[key]:
                path = folder / section[key]
                yield f"file {section[key]}", path if path.is_file() else None
        if section["type"] == "patterns" and "file" not in section:
            yield SHIPPED, patterns


def hash_word_lists(rules: Json, folder: Path) -> dict[str, str]:
    """The hash of each word list, by the name that statements call it."""
    hashes: dict[str, str] = {}
    for detector in rules.get("detectors", ()):
        if detector["type"] == "words":
            name = first = f"word list {detector.get('kind', 'WORD')}"
            value = hash_of(
                "\n".join(sorted(set(list_words(detector, folder)))).encode("utf-8", "surrogatepass")
            )
            number = 1
            while hashes.get(name, value) != value:
                number += 1
                name = f"{first} {number}"
            hashes[name] = value
    return hashes


def list_words(detector: Json, folder: Path) -> list[str]:
    """The entries of a word list, those of its file among them; quotes around one are not part of it."""
    lines = (folder / detector["file"]).read_text("utf-8-sig").splitlines() if "file" in detector else []
    listed = [line.strip() for line in lines if not re.match(r"\s*#+(\s|$)", line)]
    entries = [entry.strip() for entry in (*detector.get("words", []), *filter(None, listed))]
    quoted = '["\u201c\u201e]([^"\u201c\u201d\u201e]*)["\u201c\u201d]'
    return [found[1].strip() if (found := re.fullmatch(quoted, entry)) else entry for entry in entries]


def list_kinds(rules: Json, folder: Path, patterns: Path | None) -> set[str]:
    """The kinds that placeholders may name: those of the policy, whatever the signer says."""
    kinds = {MODEL_KINDS[model["type"]] for model in rules["models"] if model["type"] in MODEL_KINDS}
    for detector in rules.get("detectors", ()):
        path = folder / detector["file"] if "file" in detector else patterns
        if detector["type"] == "words":
            kinds.add(detector.get("kind", "WORD"))
        elif detector["type"] == "patterns" and path is not None:
            found = {rule["kind"] for rule in tomllib.loads(path.read_text("utf-8"))["pattern"]}
            kinds |= found & set(detector.get("kinds", found))
        else:
            kinds |= set(detector.get("kinds", NAME_KINDS if detector["type"] == "names" else ()))
    return kinds


def list_readings(text: str) -> list[str]:
    """The text, and what it says to those who undo codes and markup, in any order and as often as there are some."""
    readings = [text]
    for reading in readings:  # which grows meanwhile
        for undo in (unescape_strings, html.unescape, unquote, decode_mail, drop_markup):
            other = undo(reading)
            if other not in readings and len(readings) < MOST_READINGS:
                readings.append(other)
    return readings


def unescape_strings(text: str) -> str:
    """The text without the escapes of strings in JSON and programs."""
    codes = r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\U([0-9a-fA-F]{8})|[\\%]u\{?([0-9a-fA-F]{2,6})\}?"
    shown = re.sub(codes, lambda code: chr(min(int(code[code.lastindex or 0], 16), 0x10FFFF)), text)
    shown = re.sub(r"\\([0-3][0-7]{2})", lambda code: chr(int(code[1], 8)), shown)
    return shown.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def decode_mail(text: str) -> str:
    """The text without the codes of mail, in which a line that ends in "=" goes on in the next one."""
    return quopri.decodestring(text.encode()).decode("utf-8", "replace") if "=" in text else text


def drop_markup(text: str) -> str:
    """The text without tags, commands of LaTeX, and the marks of quoted lines."""
    text = re.sub(r"<!--.*?-->|</?[A-Za-z][^<>]*>|\[/?[a-z]{1,6}\]", "", text, flags=re.DOTALL)
    text = re.sub(r"\\([a-z]{1,2})(?:\{\}|\s|(?=\}))", lambda name: TEX_LETTERS.get(name[1], ""), text)
    text = re.sub(r"\\[A-Za-z]+\*?\s?", "", text)
    return re.sub(r"(?m)^[ \t]*(?:[>|#*][ \t]*)+", "", text)


def blank(text: str, kinds: Iterable[str]) -> str:
    """The text without placeholders of these kinds, in the shape in which they are written."""
    text = "".join(each for each in text if unicodedata.category(each) != "Co" and each != "\ufffc")
    names = "|".join(sorted(re.escape(kind.replace("_", " ")) for kind in kinds)) or "(?!)"
    return re.sub(rf"\[(?:{names})(?: [1-9][0-9]{{0,3}}(?:,[0-9]{{3}})*)?\]", GAP, text)


def fold(text: str) -> str:
    """The text as eyes read it: nothing invisible, no accents, look-alikes as Latin letters, plain digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text).translate(LOOKS)
    return "".join(
        fold_char(each)
        for each in unicodedata.normalize("NFKD", plain)
        if unicodedata.category(each) not in ("Cf", "Mn", "Me") and each not in "\u115f\u1160\u3164\uffa0"
    )


@cache
def fold_char(char: str) -> str:
    """A character as eyes read it."""
    if char.isascii():
        return char
    if unicodedata.category(char) == "Pd" or char == "\u2212":
        return "-"
    letter = LETTER.search(unicodedata.name(char, ""))
    if letter:
        return letter[1].lower() if char.islower() else letter[1]
    return str(unicodedata.digit(char, char)).replace("ß", "ss")


def recheck(
    texts: list[str], model: Json, rules: Json, folder: Path, patterns: Path | None
) -> Iterator[Finding]:
    """How the promise of one model of the policy stands."""
    if model["type"] == "k-safety":
        yield recheck_k_safety(texts, model, folder)
    elif model["type"] != "redaction":
        yield model["type"], ATTESTED, "the signer says so"
    for detector in rules.get("detectors", ()) if model["type"] == "redaction" else ():
        path = folder / detector["file"] if "file" in detector else patterns
        if detector["type"] == "words":
            yield recheck_words(texts, list_words(detector, folder), detector.get("kind", "WORD"))
        elif detector["type"] == "patterns" and path is not None:
            yield recheck_patterns(texts, tomllib.loads(path.read_text("utf-8")), detector, rules)
        elif detector["type"] == "patterns":
            yield "redaction: patterns", UNSURE, "name reticent's pattern file with --patterns"
        else:
            yield f"redaction: {detector['type']}", ATTESTED, "the signer says so"


def recheck_words(texts: list[str], words: list[str], kind: str) -> Finding:
    """How the promise stands that no entry of a word list is left; what only resembles one is unsure."""
    skeletons = ["".join(filter(str.isalnum, text.casefold().translate(ONE_OF_EACH))) for text in texts]
    left = similar = 0
    for word in words:
        if any(map(word_regex(word).search, texts)):
            left += 1
        else:
            similar += any(map(partial(is_similar, word), texts, skeletons))
    standing = BROKEN if left else UNSURE if similar else RECHECKED
    return (
        f"redaction: words {kind}",
        standing,
        f"{left} entries of the list are left; {similar} more resemble what is there: look with your own eyes",
    )


def word_regex(word: str) -> re.Pattern[str]:
    """A word or phrase as whole words, in any case; a common word in capitals is found in capitals alone."""
    parts = r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", fold(word).strip())))
    exact = word.isupper() and word.lower() in COMMON
    return re.compile(rf"(?<![^\W_]){parts}(?:'?s)?(?![^\W_])", 0 if exact else re.IGNORECASE)


def is_similar(word: str, text: str, skeleton: str) -> bool:
    """Whether something in a text resembles a word: parted, glued, misspelled, without its umlauts, or backwards."""
    plain = fold(word).lower()
    spellings = {plain, fold(word.lower().translate(SPELLED))}
    if len(plain) > 4:
        spellings |= {re.sub("([aou])e", r"\1", plain), plain.replace("m", "rn"), plain.replace("w", "vv")}
    for spelling in spellings:
        letters = "".join(filter(str.isalnum, spelling))
        found = letters.translate(ONE_OF_EACH)
        if found in skeleton and any(
            is_suspect(match, letters, word) for match in parted_regex(spelling).finditer(text)
        ):
            return True
        backwards = parted_regex(letters[::-1])
        if len(letters) > 4 and found[::-1] in skeleton and any(map(stands_apart, backwards.finditer(text))):
            return True
    return False


def parted_regex(spelling: str) -> re.Pattern[str]:
    """A word with some signs or blanks between its letters, or others that look like them: H-I-V, H I V, H1V."""
    parts = (re.escape(each) if each not in SIMILAR else f"[{re.escape(SIMILAR[each])}]" for each in spelling)
    joined = r"[\W_]{0,3}".join(part for part, each in zip(parts, spelling, strict=True) if each.isalnum())
    return re.compile(f"(?=({joined}))", re.IGNORECASE)


def is_suspect(match: re.Match[str], letters: str, word: str) -> bool:
    """Whether a place that has the letters of a word may be meant as that word, rather than be another one.

    The shorter a word is, the more others are like it: "archive" holds HIV, "all" resembles Ali.
    """
    found, size = match[1], len(letters)
    written = "".join(filter(str.isalnum, found))
    if size < 3 or word.lower() in COMMON:
        return size > 1 and written == word and stands_apart(match)
    if written.lower() != letters:  # by other letters or digits
        odd = not found.isalpha() or not (found.islower() or found.isupper() or found.istitle())
        return any(map(str.isalpha, found)) and (stands_apart(match) if odd or size > 4 else False)
    if stands_apart(match) or size > 7:
        return True
    at_edge = begins(match.string, match.start(1)) or begins(match.string, match.end(1))
    return found.isalnum() and (size > 3 or (at_edge and word.isupper()))


def stands_apart(match: re.Match[str]) -> bool:
    """Whether a word begins and ends where a match does."""
    end = match.end(1) + (match.string[match.end(1) : match.end(1) + 1] in "sS")
    return begins(match.string, match.start(1)) and any(
        begins(match.string, at) for at in (match.end(1), end)
    )


def begins(text: str, at: int) -> bool:
    """Whether another word begins at a place, as a sign, a blank, a digit or a capital tells: "HIV2", "antiHIV", "HIVnegative"."""
    before, after = text[max(0, at - 1) : at], text[at : at + 1]
    if not (before.isalnum() and after.isalnum()) or before.isdigit() != after.isdigit():
        return True
    ends_capitals = text[max(0, at - 2) : at].isupper() and at > 1 and after.islower()
    return ends_capitals or (before.islower() and after.isupper())


def recheck_patterns(texts: list[str], file: Json, detector: Json, rules: Json) -> Finding:
    """How the promise stands that no pattern matches; what a checksum must confirm, or stands in codes, is unsure."""
    sure = unsure = 0
    for rule in file["pattern"]:
        asked = rule["kind"] in detector.get("kinds", [rule["kind"]])
        if not asked or (rule.get("every_age") and rules.get("ages") != "all"):
            continue
        regex = rule["regex"]
        while "(?&" in regex:
            regex = re.sub(r"\(\?&(\w+)\)", lambda use: f"(?:{file['fragments'][use[1]]})", regex)
        pattern = re.compile(regex, re.IGNORECASE if rule.get("ignore_case", True) else 0)
        for number, text in enumerate(texts):
            read = text if rule.get("underscores") else text.replace("_", " ")
            found = sum(score(rule, read, match.start()) >= 0.5 for match in pattern.finditer(read))
            is_sure = number == 0 and "validator" not in rule
            sure, unsure = (sure + found, unsure) if is_sure else (sure, unsure + found)
    standing = BROKEN if sure else UNSURE if unsure else RECHECKED
    return (
        "redaction: patterns",
        standing,
        f"{sure} matches, {unsure} more in codes or that a checksum would have to confirm",
    )


def score(rule: Json, text: str, start: int) -> float:
    """How sure a pattern is of a match, which words before it can raise."""
    cues = "|".join(map(re.escape, rule.get("cues", ())))
    near = text[max(0, start - 40) : start]
    cued = cues and re.search(rf"(?<!\w)(?:{cues})(?!\w)", near, re.IGNORECASE)
    return float(rule.get("cued", 1.0) if cued else rule["score"])


def recheck_k_safety(texts: list[str], model: Json, folder: Path) -> Finding:
    """Whether whatever the text tells of a protected entity fits K others too, by counting."""
    path = folder / model["database"]
    if path.suffix != ".jsonl" or {"reader", "synonyms", "k_by_category", "diverse"} & model.keys():
        return "k-safety", ATTESTED, "readers, synonyms, other K and other databases are left to reticent"
    entities = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    terms = {term for each in entities for term in (*each.get("context", ()), *each.get("names", ()))}
    told = set()
    for term in sorted(terms, key=len, reverse=True):  # a term inside a longer one is none of its own
        if any(map(word_regex(term).search, texts)):
            told.add(term.casefold())
            texts = [word_regex(term).sub(GAP, text) for text in texts]
    knows = [
        {term.casefold() for term in (*e.get("context", ()), *e.get("names", ()))} & told for e in entities
    ]
    unsafe = 0
    for each, known in zip(entities, knows, strict=True):
        named = {each.get("id"), *each.get("names", ())} & set(model.get("protected", ()))
        if known and (named or each.get("category") in model.get("categories", ())):
            unsafe += sum(known <= others for others in knows) - 1 < model.get("k", 10)
    if not unsafe and model.get("variants", True):
        return "k-safety", ATTESTED, "derived forms and misspellings of terms are left to reticent"
    return "k-safety", BROKEN if unsafe else RECHECKED, f"{unsafe} protected entities fit too few others"


def main() -> int:
    """Print a line for each claim; the exit code tells the worst of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("released", type=Path)
    parser.add_argument("proof", type=Path)
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--policy", type=Path, required=True)
    parser.add_argument("--patterns", type=Path)
    said = parser.parse_args()
    try:
        released, proof, key = (path.read_bytes() for path in (said.released, said.proof, said.key))
        found = list(check(released, proof, key, said.policy, said.patterns))
    except FileNotFoundError as error:
        sys.stderr.write(f"the file {error.filename} is missing: get it and put it there\n")
        return EXITS[UNSURE]
    except (ValueError, KeyError, TypeError, IndexError, OSError, re.error) as error:
        sys.stderr.write(f"this can't be checked ({type(error).__name__}): get the files again\n")
        return EXITS[UNSURE]
    for what, standing, why in found:
        sys.stdout.write(f"{what}: {standing} ({why})\n")
    return EXITS[max((standing for _, standing, _ in found), key=WORST_LAST.index)]


if __name__ == "__main__":
    sys.exit(main())
