"""Makes `mass-nouns.txt`: the nouns that stand without an article and without a plural in Simple English Wikipedia.

    python -m training.build_mass_nouns [--check]        writes into src/reticent/language/en/data

The text is CC BY-SA; only a list of words is computed from it. Judged are the heads of all names that WordNet has for more
general concepts, for those are what a release puts in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from experiments.needs import Needs

from experiments import corpora
from reticent.knowledge.taxonomy import descendants, wordnet
from reticent.language.en.inflection import plural
from reticent.language.en.words import STOP_WORDS
from reticent.text.sentences import lemma
from training.shipping import ship

NEEDS = Needs(data=(corpora.SIMPLE,))
TOKEN = re.compile(r"[A-Za-z]+|[^\w\s]")
BARE = frozenset(["of", "in", "with", "by", "from", "without", "about"])
AFTER = frozenset(
    [
        "of",
        "in",
        "on",
        "for",
        "to",
        "with",
        "by",
        "from",
        "and",
        "or",
        "as",
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "can",
        "that",
        "which",
        ".",
        ",",
        ";",
    ]
)
ENOUGH = 20


def make() -> dict[str, bytes]:
    """Count and judge."""
    heads = frozenset(_heads())
    wanted = heads | {plural(head) for head in heads}
    bare, single, all_of = Counter[str](), Counter[str](), Counter[str]()
    for tokens in _texts():
        for before, word, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if word in wanted:
                all_of[word] += 1
                if after in AFTER:
                    bare[word] += before in BARE
                    single[word] += before in ("a", "an")
    mass = [
        head
        for head in sorted(heads)
        if bare[head] >= ENOUGH
        and bare[head] >= 5 * single[head]
        and all_of[plural(head)] <= 0.05 * all_of[head]
    ]
    return {"mass-nouns.txt": ("\n".join(mass) + "\n").encode()}


def _heads() -> Iterator[str]:
    taxonomy = wordnet()
    (root,) = taxonomy.concepts("entity")
    for concept in (root, *descendants(taxonomy, root)):
        head = concept.name.split(" ")[-1]
        plain = re.fullmatch(r"[a-z]+", head) and lemma(head) == head and head not in STOP_WORDS
        if plain and taxonomy.children(concept):
            yield head


def _texts() -> Iterator[list[str]]:
    for _, text in corpora.articles(corpora.SIMPLE):
        yield TOKEN.findall(text)


if __name__ == "__main__":
    ship("build_mass_nouns", NEEDS, "language/en/data", make)
