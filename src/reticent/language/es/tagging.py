"""Parts of speech of Spanish words, by lists and endings: enough to tell nouns from what stands around them.

What is in no list and has no ending of a verb, an adjective or an adverb is a noun, or a name by its capital.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from reticent.language.language import punctuation_tag

_LISTED = {
    "DT": """el la los las un una unos unas este esta estos estas ese esa esos esas aquel aquella aquellos aquellas algún
        alguna algunos algunas ningún ninguna cada todo toda todos todas otro otra otros otras cualquier ambos ambas
        varios varias mucho mucha muchos muchas poco poca pocos pocas lo al del""",
    "IN": """a ante bajo con contra de desde durante en entre hacia hasta mediante para por según sin sobre tras que
        porque aunque cuando donde mientras si como pues""",
    "CC": "y e o u ni pero sino",
    "PRP": "yo tú él ella ello nosotros nosotras vosotros vosotras ellos ellas usted ustedes me te se le les nos os mí ti sí",
    "PRP$": "mi mis tu tus su sus nuestro nuestra nuestros nuestras vuestro vuestra suyo suya mío mía",
    "WP": "quien quienes cual cuales qué quién cuyo cuya",
    "RB": """no ya muy más menos también tampoco siempre nunca aquí allí ahora luego después antes bien mal así casi
        solo sólo aún todavía además hoy ayer mañana actualmente""",
    "CD": """dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta
        cincuenta sesenta setenta ochenta noventa cien ciento mil millón""",
    "VB": """es son era eran fue fueron ser sido siendo está están estaba estaban estar ha han había habían haber hay hubo
        tiene tienen tenía tenían tener tuvo puede pueden podía debe deben hace hacen hizo va van iba vive vivía trabaja
        acude refiere presenta niega consulta ingresa toma recibe dice dijo sabe quiere da dio ve vio vino viene llegó
        murió nació sufre padece inicia solicita realiza muestra objetiva decide mantiene evoluciona""",
    "JJ": """gran grande grandes buen bueno buena malo mala nuevo nueva mayor menor mejor peor alto alta bajo baja leve leves
        grave graves normal normales""",
}
_TAGS = {word: tag for tag, words in _LISTED.items() for word in words.split()}
_ENDINGS = (
    ("mente", "RB"), ("aron", "VB"), ("ieron", "VB"), ("aba", "VB"), ("aban", "VB"), ("ando", "VB"), ("iendo", "VB"),
    ("arse", "VB"), ("erse", "VB"), ("irse", "VB"), ("arían", "VB"), ("ará", "VB"), ("arán", "VB"),
    ("oso", "JJ"), ("osa", "JJ"), ("osos", "JJ"), ("osas", "JJ"), ("ivo", "JJ"), ("iva", "JJ"), ("able", "JJ"), ("ible", "JJ"),
    ("ables", "JJ"), ("ibles", "JJ"), ("ico", "JJ"), ("ica", "JJ"), ("icos", "JJ"), ("icas", "JJ"), ("ado", "JJ"), ("ada", "JJ"),
    ("ados", "JJ"), ("adas", "JJ"), ("ido", "JJ"), ("ida", "JJ"), ("idos", "JJ"), ("idas", "JJ"), ("ante", "JJ"), ("iente", "JJ"),
    ("ero", "NN"), ("era", "NN"), ("ar", "VB"), ("er", "VB"), ("ir", "VB"), ("ó", "VB"),
)  # fmt: skip
_SHORTEST = 5
"""Letters of a word whose ending tells something: shorter ones are anything."""

_NOUNS = frozenset(
    """mujer lugar hogar placer poder deber cáncer taller alfiler catéter uréter esfínter collar pilar lunar familiar música
    física clínica fábrica química república médico público crítica política medida comida vida bebida salida herida
    ácido oído sonido sentido vestido marido partido abogado estado lado mercado resultado ganado hígado pescado
    grado soldado cuidado dado puñado edad entrada llegada mirada jornada década pomada estante paciente cliente
    agente accidente ambiente diente presidente teniente recipiente""".split()
)


class RuleTagger:
    """Knows function words by heart and everything else by its ending."""

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag per word."""
        return [[_tag(word, first=not at) for at, word in enumerate(sentence)] for sentence in sentences]


@cache
def tagger() -> RuleTagger:
    """The tagger."""
    return RuleTagger()


def _tag(word: str, *, first: bool) -> str:
    if punctuation := punctuation_tag(word):
        return punctuation
    low = word.lower()
    if low in _TAGS:
        return _TAGS[low]
    if word[0].isdigit():
        return "CD"
    if word[0].isupper() and not first:
        return "NNP"
    if low in _NOUNS or len(low) < _SHORTEST:
        return "NNP" if word[0].isupper() else "NN"
    by_ending = next((tag for ending, tag in _ENDINGS if low.endswith(ending)), "")
    return by_ending or ("NNP" if word[0].isupper() else "NN")
