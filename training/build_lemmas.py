"""Makes `lemmas.txt.gz` and `classes.txt.gz`: which words are plurals, and which parts of speech a word may be.

    python -m training.build_lemmas [--check]        writes into src/reticent/language/en/data

Three lists go into the first file: `kept` words that end like a plural and are none, `plural singular` pairs that the
rules of `reticent.language.en.lemmas` would get wrong, and `acronyms`. Only words that the rules fail on are listed.
The second has a line for each set of parts of speech, with the words that may be all of them: the tagger looks there.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter, defaultdict

from experiments.needs import Needs

from reticent.language.en.lemmas import by_rule
from reticent.language.en.words import STOP_WORDS
from training.shipping import ship, unpack
from training.wordnet_files import entries, licence

NEEDS = Needs(
    data=(
        "wordnet/index.noun",
        "wordnet/index.verb",
        "wordnet/index.adj",
        "wordnet/index.adv",
        "wordnet/data.noun",
        "wordnet/cntlist.rev",
        "wordnet/noun.exc",
        "wordnet/verb.exc",
    )
)
WORD = re.compile(r"[a-z]+(?:-[a-z]+)*\Z")
ACRONYM = re.compile(r"[A-Z][A-Z0-9]+\Z")


def index(part: str) -> set[str]:
    """The single words that WordNet lists under a part of speech."""
    return {word for line in entries(f"index.{part}") if WORD.match(word := line.split()[0])}


def noun_counts() -> Counter[str]:
    """How often each noun was met in the texts that WordNet's senses were counted in."""
    counts: Counter[str] = Counter()
    for line in entries("cntlist.rev"):
        key, _, times = line.split()
        word, _, sense = key.partition("%")
        if sense.startswith("1:"):
            counts[word] += int(times)
    return counts


def plurals(noun: str) -> list[str]:
    """The regular plurals of a noun."""
    if re.search(r"[^aeiou]y\Z", noun):
        return [noun[:-1] + "ies"]
    if re.search(r"(?:s|x|z|ch|sh)\Z", noun):
        return [noun + "es"]
    return [noun + "s", noun + "es"] if re.search(r"[^aeiou]o\Z", noun) else [noun + "s"]


def lexicon() -> tuple[list[str], dict[str, str]]:
    """The words to keep, and the irregular plurals with their singulars."""
    nouns, counts = index("noun"), noun_counts()
    others = index("verb") | index("adj") | index("adv")
    irregular: dict[str, str] = {}
    for noun in sorted(nouns, key=lambda noun: (counts[noun], noun)):
        irregular |= {form: noun for form in plurals(noun) if by_rule(form) != noun}
    for line in entries("noun.exc"):
        form, *singulars = line.split()
        irregular[form] = max(singulars, key=lambda noun: counts[noun])
    irregular |= {"bases": "base", "axes": "axis", "people": "people", "lives": "life", "leaves": "leaf"}
    keep: set[str] = set(STOP_WORDS)
    for word in nouns | others | STOP_WORDS:
        singular = irregular.get(word, by_rule(word))
        own = word in nouns and counts[word] >= counts[singular] + (word in irregular)
        if singular != word and (own or singular not in nouns or word in STOP_WORDS):
            keep.add(word)
    kept = sorted(word for word in keep if by_rule(word) != word)
    pairs = {form: noun for form, noun in irregular.items() if WORD.match(form) and form not in keep}
    return kept, {form: noun for form, noun in sorted(pairs.items()) if by_rule(form) != noun}


def acronyms() -> list[str]:
    """The nouns that WordNet writes in capitals alone, unless they are stop words."""
    words = {word for line in entries("data.noun") for word in line.partition(" | ")[0].split()}
    return sorted(word for word in words if ACRONYM.match(word) and word.lower() not in STOP_WORDS)


def classes() -> dict[str, list[str]]:
    """Words by the letters of what they may be: n noun, N name, v verb, a adjective, r adverb."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for part, letter in (("verb", "v"), ("adj", "a"), ("adv", "r")):
        for word in index(part):
            found[word].add(letter)
    for line in entries("data.noun"):
        fields = line.split()
        for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
            if WORD.match(word.lower()):
                found[word.lower()].add("n" if word.islower() else "N")
    for form, verb in (line.split()[:2] for line in entries("verb.exc")):
        if WORD.match(form) and verb in found:
            found[form].add("v")
    by_class: defaultdict[str, list[str]] = defaultdict(list)
    for word, letters in sorted(found.items()):
        by_class["".join(sorted(letters))].append(word)
    return dict(sorted(by_class.items()))


def make() -> dict[str, bytes]:
    """Both lists, and the licence beside them."""
    kept, irregular = lexicon()
    sections = [" ".join(kept), " ".join(f"{a} {b}" for a, b in irregular.items()), " ".join(acronyms())]
    by_class = [f"{letters} {' '.join(words)}" for letters, words in classes().items()]
    print(f"{len(kept)} kept words, {len(irregular)} irregular plurals, {len(sections[2].split())} acronyms")
    return {
        "lemmas.txt.gz": _pack(sections),
        "classes.txt.gz": _pack(by_class),
        "LICENSE-WordNet": licence(),
    }


def _pack(content: list[str]) -> bytes:
    """Lines compressed, the same bytes every time."""
    return gzip.compress("\n".join(content).encode(), 9, mtime=0)


if __name__ == "__main__":
    ship("build_lemmas", NEEDS, "language/en/data", make, content=unpack)
