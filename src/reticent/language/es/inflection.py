"""Spanish word forms: plurals and singulars, the gender of nouns, and the article that a phrase takes."""

from __future__ import annotations

import re

_FEMININE_ENDINGS = (
    "a",
    "ción",
    "sión",
    "zón",
    "xión",
    "dad",
    "tad",
    "tud",
    "umbre",
    "itis",
    "osis",
    "esis",
    "isis",
    "triz",
)
_MASCULINE_IN_A = frozenset(
    """día mapa planeta tema problema síntoma síndroma sistema programa idioma clima diagrama drama eczema enfisema edema
    carcinoma hematoma glaucoma melanoma linfoma mieloma sarcoma fibroma adenoma granuloma lipoma trauma plasma genoma
    coma asma estigma enigma dilema esquema fantasma poema poeta cometa pijama tranvía sofá papá cura papa
    atleta artista guía""".split()
)
_FEMININE = frozenset(
    """mano foto moto radio piel sangre fiebre tos sed sal miel red ley vez voz luz paz cruz nariz raíz tez mujer hembra madre
    flor labor señal cárcel sien calle clase fase base frase nave nieve noche tarde muerte suerte parte gente mente fuente
    serie especie superficie carne leche sangría índole crisis tesis dosis diabetes caries tuberculosis hambre
    imagen orden virgen sartén""".split()
)
_MASCULINE = frozenset(
    "corazón buzón razonamiento análisis énfasis éxtasis paréntesis oasis pie problema".split()
) - {"problema"}
_STRESSED_A = frozenset("agua aula arma ala alma área águila hambre ancla asma habla hacha ave".split())
"""Feminine nouns that begin with a stressed "a" have the masculine article in the singular: "un arma"."""

_CONNECTIVE = re.compile(
    r"^(\S+(?:\s(?!(?:de|del|por|con|sin|en|a|al|para)\s)\S+)*)(\s(?:de|del|por|con|sin|en|a|al|para)\s.+)$"
)
_ACCENTS = str.maketrans("áéíóú", "aeiou")
_UNACCENTED_ENDS = re.compile(r"([áéíóú])([ns])$")


def plural(noun: str) -> str:
    """The plural of a noun or a noun phrase, whose adjectives agree.

    >>> [plural(noun) for noun in ("enfermedad", "infección crónica", "virus", "dolor de cabeza", "lápiz")]
    ['enfermedades', 'infecciones crónicas', 'virus', 'dolores de cabeza', 'lápices']
    """
    if connected := _CONNECTIVE.match(noun):
        return plural(connected[1]) + connected[2]
    return " ".join(map(_plural_word, noun.split(" ")))


def _plural_word(word: str) -> str:
    if not word or (word.endswith(("s", "x")) and not re.search(r"[áéíóú]s$", word)):
        return word
    if word.endswith("z"):
        return word[:-1] + "ces"
    if word[-1] in "aeiouéáó":
        return word + "s"
    if word[-1] in "íú":
        return word + "es"
    return _UNACCENTED_ENDS.sub(lambda end: end[1].translate(_ACCENTS) + end[2], word) + "es"


def singulars(word: str) -> tuple[str, ...]:
    """What a plural in small letters may be the plural of.

    >>> singulars("hijas"), singulars("mujeres"), singulars("veces")
    (('hija',), ('mujere', 'mujer'), ('vece', 'vec', 'vez'))
    """
    if word.endswith("ces"):
        return word[:-1], word[:-2], word[:-3] + "z"
    if word.endswith("es"):
        return word[:-1], word[:-2]
    return (word[:-1],) if word.endswith("s") else ()


def is_feminine(noun: str) -> bool:
    """Whether the first noun of a phrase is feminine, by its ending and a list.

    >>> [is_feminine(noun) for noun in ("enfermedad", "síntoma", "mano", "animal", "infección del oído")]
    [True, False, True, False, True]
    """
    first = noun.split(" ", maxsplit=1)[0].lower()
    for form in (first, *singulars(first)):
        if form in _FEMININE:
            return True
        if form in _MASCULINE or form in _MASCULINE_IN_A or form.endswith(("oma", "ema")):
            return False
    return any(form.endswith(_FEMININE_ENDINGS) for form in (first, *singulars(first)))


def indefinite_article(phrase: str) -> str:
    """The indefinite article that a phrase in the singular takes.

    >>> [indefinite_article(phrase) for phrase in ("enfermedad", "virus", "arma de fuego")]
    ['una', 'un', 'un']
    """
    first = phrase.split(" ", maxsplit=1)[0].lower()
    return "una" if is_feminine(phrase) and first not in _STRESSED_A else "un"


_MASS = frozenset("información agua sangre oxígeno azúcar sal leche dinero ayuda".split())


def is_uncounted(noun: str) -> bool:
    """Whether writers leave a noun without article and plural ("información")."""
    return noun in _MASS


def adverb(adjective: str) -> str:
    """The adverb of an adjective in small letters.

    >>> adverb("clínico"), adverb("leve")
    ('clínicamente', 'levemente')
    """
    return (adjective[:-1] + "a" if adjective.endswith("o") else adjective) + "mente"


_RULES = (
    ("ción", ("do", "da", "r", "tivo", "tiva")), ("itis", ("ítico", "ítica")), ("osis", ("ótico", "ótica")),
    ("ia", ("ico", "ica")), ("ía", ("ico", "ica")), ("ismo", ("ista", "ico", "ica")), ("dad", ("", "do")), ("ma", ("matoso", "matosa")),
    ("es", ("ico", "ica")), ("o", ("a", "al", "ar")), ("a", ("o", "al", "ar")),
)  # fmt: skip
SHORTEST_STEM = 4
"""Letters that a word and its form have to share: fewer are shared by chance."""


def derived_forms(word: str) -> tuple[str, ...]:
    """What might be an adjective, a verb or a noun of the same root as a word in small letters; many are no words.

    >>> "infectiva" in derived_forms("infección"), "epiléptico" in derived_forms("epilepsia")
    (True, False)
    """
    if len(word) < SHORTEST_STEM:
        return ()
    forms = (
        word.removesuffix(end) + other for end, others in _RULES if word.endswith(end) for other in others
    )
    return tuple(dict.fromkeys(form for form in forms if form != word and form[:4] == word[:4]))
