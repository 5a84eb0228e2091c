"""Checks a proof without reticent: nothing is imported but the standard library and `cryptography`.

    python check_proof.py RELEASED PROOF --key PUBLIC.pem --policy POLICY.toml [--patterns PATTERNS.toml]

Signature, bytes and policy are checked; then redaction by patterns and word lists and K-safety are checked again, with
matchers written for this file alone. Names are reported as attested: they take a trained tagger. Exit code 0: everything
was rechecked; 1: something is broken; 2: something is only attested, or can't be told.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

RECHECKED, ATTESTED, UNSURE, BROKEN = "rechecked", "attested", "cannot tell", "broken"
TYPE = "application/vnd.in-toto+json"
Finding = tuple[str, str, str]


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
    if said["form"] != "open":
        yield "policy", UNSURE, "the statement is sealed: use reticent and the opening"
        return
    same = said["policy"] == "sha256:" + hashlib.sha256(policy.read_bytes()).hexdigest()
    yield "policy", RECHECKED if same else UNSURE, "this one" if same else "another policy than this"
    rules = tomllib.loads(policy.read_text("utf-8"))
    text = blank_placeholders(unicodedata.normalize("NFKC", released.decode()), said["promises"])
    for promise, model in zip(said["promises"], rules["models"], strict=True):
        if promise["model"] == "redaction":
            for detector in rules.get("detectors", []):
                yield recheck_detector(text, detector, policy.parent, patterns)
        elif promise["model"] == "k-safety":
            yield recheck_k_safety(text, model, policy.parent)
        else:
            yield promise["model"], ATTESTED, "the signer says so"


def is_signed(envelope: dict[str, Any], payload: bytes, pem: bytes) -> bool:
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


def blank_placeholders(text: str, promises: list[dict[str, Any]]) -> str:
    """The text without placeholders of the kinds that the promises name, in the shape in which they are written."""
    kinds = {"TERM"}.union(*(re.findall(r"\b[A-Z][A-Z0-9_]+\b", each["statement"]) for each in promises))
    names = "|".join(sorted(kind.replace("_", " ") for kind in kinds))
    return re.sub(rf"\[(?:{names})(?: [1-9][0-9]{{0,3}})?\]", "\ufffc", text)


def recheck_detector(text: str, detector: dict[str, Any], folder: Path, patterns: Path | None) -> Finding:
    """How the promise that nothing of a detector is left stands."""
    if detector["type"] == "words":
        listed = list(detector.get("words", []))
        if "file" in detector:
            lines = (folder / detector["file"]).read_text("utf-8").splitlines()
            listed += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        left = sum(bool(word_regex(word).search(text)) for word in listed)
        name = f"redaction: words {detector.get('kind', 'WORD')}"
        return name, BROKEN if left else RECHECKED, f"{left} entries of the list are left"
    if detector["type"] == "patterns":
        path = folder / detector["file"] if "file" in detector else patterns
        if path is None:
            return "redaction: patterns", ATTESTED, "name reticent's pattern file with --patterns"
        return recheck_patterns(text, tomllib.loads(path.read_text("utf-8")), detector.get("kinds"))
    return f"redaction: {detector['type']}", ATTESTED, "the signer says so"


def word_regex(word: str) -> re.Pattern[str]:
    """A word or phrase as whole words; capitals alone are an acronym and found as such."""
    parts = r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", unicodedata.normalize("NFKC", word))))
    acronym = word.isupper() and len(word) <= 6
    return re.compile(rf"(?<![^\W_]){parts}(?:'?s)?(?![^\W_])", 0 if acronym else re.IGNORECASE)


def recheck_patterns(text: str, file: dict[str, Any], kinds: list[str] | None) -> Finding:
    """How the promise stands that no pattern matches; what a checksum must confirm counts as unsure."""
    sure = unsure = 0
    for rule in file["pattern"]:
        if kinds is not None and rule["kind"] not in kinds:
            continue
        regex = rule["regex"]
        while "(?&" in regex:
            regex = re.sub(r"\(\?&(\w+)\)", lambda use: f"(?:{file['fragments'][use[1]]})", regex)
        flags = re.IGNORECASE if rule.get("ignore_case", True) else 0
        read = text if rule.get("underscores") else text.replace("_", " ")
        for match in re.finditer(regex, read, flags):
            if score(rule, read, match.start()) < 0.5:
                continue
            sure, unsure = (sure, unsure + 1) if "validator" in rule else (sure + 1, unsure)
    standing = BROKEN if sure else UNSURE if unsure else RECHECKED
    return (
        "redaction: patterns",
        standing,
        f"{sure} matches, {unsure} more that a checksum would have to confirm",
    )


def score(rule: dict[str, Any], text: str, start: int) -> float:
    """How sure a pattern is of a match, which words before it can raise."""
    cues = "|".join(map(re.escape, rule.get("cues", ())))
    near = text[max(0, start - 40) : start]
    cued = cues and re.search(rf"(?<!\w)(?:{cues})(?!\w)", near, re.IGNORECASE)
    return float(rule.get("cued", 1.0) if cued else rule["score"])


def recheck_k_safety(text: str, model: dict[str, Any], folder: Path) -> Finding:
    """Whether whatever the text tells of a protected entity fits K others too, by counting."""
    path = folder / model["database"]
    if path.suffix != ".jsonl" or model.get("reader") or model.get("synonyms"):
        return "k-safety", ATTESTED, "readers, synonyms and other databases are left to reticent"
    entities = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    terms = {term for each in entities for term in (*each.get("context", ()), *each.get("names", ()))}
    told = set()
    for term in sorted(terms, key=len, reverse=True):  # a term inside a longer one is none of its own
        if word_regex(term).search(text):
            told.add(term.casefold())
            text = word_regex(term).sub("\ufffc", text)
    knows = [
        {term.casefold() for term in (*e.get("context", ()), *e.get("names", ()))} & told for e in entities
    ]
    unsafe = 0
    for each, known in zip(entities, knows, strict=True):
        named = {each.get("id"), *each.get("names", ())} & set(model.get("protected", ()))
        if known and (named or each.get("category") in model.get("categories", ())):
            unsafe += sum(known <= others for others in knows) - 1 < model.get("k", 10)
    return "k-safety", BROKEN if unsafe else RECHECKED, f"{unsafe} protected entities fit too few others"


def main() -> int:
    """Print a line a claim; the exit code tells the worst of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("released", type=Path)
    parser.add_argument("proof", type=Path)
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--policy", type=Path, required=True)
    parser.add_argument("--patterns", type=Path)
    said = parser.parse_args()
    try:
        found = list(
            check(
                said.released.read_bytes(),
                said.proof.read_bytes(),
                said.key.read_bytes(),
                said.policy,
                said.patterns,
            )
        )
    except (ValueError, KeyError, TypeError, IndexError, OSError) as error:
        sys.stderr.write(f"this can't be checked ({type(error).__name__}): get the files again\n")
        return 2
    for what, standing, why in found:
        sys.stdout.write(f"{what}: {standing} ({why})\n")
    standings = {standing for _, standing, _ in found}
    return 1 if BROKEN in standings else 0 if standings == {RECHECKED} else 2


if __name__ == "__main__":
    sys.exit(main())
