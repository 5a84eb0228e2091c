"""Build `lemmas.txt.gz` and `classes.txt.gz` in `src/reticent/languages/en/data` from WordNet 3.0 (Debian: wordnet-base).

    python -m training.build_lemmas [/usr/share/wordnet]

Three lists go into the first file: `kept` words that end like a plural and are none, `plural singular` pairs that the
rules of `reticent.languages.en.lemmas` would get wrong, and `acronyms`. Only words that the rules fail on are listed.
The second has a line for each set of parts of speech, with the words that may be all of them: the tagger looks there.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from reticent.languages.en.lemmas import by_rule
from reticent.languages.en.stop_words import STOP_WORDS

TARGET = Path(__file__).parents[1] / "src/reticent/languages/en/data"
WORD = re.compile(r"[a-z]+(?:-[a-z]+)*\Z")
ACRONYM = re.compile(r"[A-Z][A-Z0-9]+\Z")


def lines(path: Path) -> list[str]:
    """The entries of a WordNet file, without the licence at its top."""
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("  ")]


def index(folder: Path, part: str) -> set[str]:
    """The single words that WordNet lists under a part of speech."""
    return {word for line in lines(folder / f"index.{part}") if WORD.match(word := line.split()[0])}


def noun_counts(folder: Path) -> Counter[str]:
    """How often each noun was met in the texts that WordNet's senses were counted in."""
    counts: Counter[str] = Counter()
    for line in lines(folder / "cntlist.rev"):
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


def lexicon(folder: Path) -> tuple[list[str], dict[str, str]]:
    """The words to keep, and the irregular plurals with their singulars."""
    nouns, counts = index(folder, "noun"), noun_counts(folder)
    others = index(folder, "verb") | index(folder, "adj") | index(folder, "adv")
    irregular: dict[str, str] = {}
    for noun in sorted(nouns, key=lambda noun: (counts[noun], noun)):
        irregular |= {form: noun for form in plurals(noun) if by_rule(form) != noun}
    for line in lines(folder / "noun.exc"):
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


def acronyms(folder: Path) -> list[str]:
    """The nouns that WordNet writes in capitals alone, unless they are stop words."""
    words = {word for line in lines(folder / "data.noun") for word in line.partition(" | ")[0].split()}
    return sorted(word for word in words if ACRONYM.match(word) and word.lower() not in STOP_WORDS)


def classes(folder: Path) -> dict[str, list[str]]:
    """Words by the letters of what they may be: n noun, N name, v verb, a adjective, r adverb."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for part, letter in (("verb", "v"), ("adj", "a"), ("adv", "r")):
        for word in index(folder, part):
            found[word].add(letter)
    for line in lines(folder / "data.noun"):
        fields = line.split()
        for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
            if WORD.match(word.lower()):
                found[word.lower()].add("n" if word.islower() else "N")
    for form, verb in (line.split()[:2] for line in lines(folder / "verb.exc")):
        if WORD.match(form) and verb in found:
            found[form].add("v")
    by_class: defaultdict[str, list[str]] = defaultdict(list)
    for word, letters in sorted(found.items()):
        by_class["".join(sorted(letters))].append(word)
    return dict(sorted(by_class.items()))


def write(name: str, content: list[str]) -> None:
    """Write lines compressed, the same bytes every time."""
    (TARGET / name).write_bytes(gzip.compress("\n".join(content).encode(), 9, mtime=0))


def main(folder: Path) -> None:
    """Write the lexicon and the licence beside it."""
    kept, irregular = lexicon(folder)
    sections = [
        " ".join(kept),
        " ".join(f"{a} {b}" for a, b in irregular.items()),
        " ".join(acronyms(folder)),
    ]
    TARGET.mkdir(exist_ok=True)
    write("lemmas.txt.gz", sections)
    write("classes.txt.gz", [f"{letters} {' '.join(words)}" for letters, words in classes(folder).items()])
    licence = [
        line for line in (folder / "data.noun").read_text("utf-8").splitlines() if line.startswith("  ")
    ]
    (TARGET / "LICENSE-WordNet").write_text(
        "\n".join(re.sub(r"^\s*\d+ ?", "", line).rstrip() for line in licence) + "\n", "utf-8"
    )
    print(f"{len(kept)} kept words, {len(irregular)} irregular plurals, {len(sections[2].split())} acronyms")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet"))
