"""The singular of Spanish words, by rules and their exceptions."""

from __future__ import annotations

from functools import cache

_KEPT = frozenset(
    """virus campus tórax crisis tesis dosis análisis diabetes caries lunes martes miércoles jueves viernes después antes
    además entonces mes gas país interés autobús pues menos más atrás jamás quizás iris pelvis pubis bis cosmos
    caos herpes lupus tétanos pus plus corpus ictus útero uréter mitosis meiosis psicosis neurosis cirrosis
    tuberculosis escoliosis artrosis trombosis estenosis necrosis fibrosis sepsis prótesis síntesis hipótesis
    diálisis parálisis pancreatitis hepatitis artritis bronquitis apéndicitis meningitis""".split()
)
_ACCENTED = {"iones": "ión", "anes": "án", "ines": "ín", "eses": "és", "ones": "ón"}
"""Endings of plurals whose singular has an accent on its last vowel; the singular of other words in "-ones" has none of these."""


@cache
def lemma(word: str) -> str:
    """The singular of a word in small letters, or the word itself.

    >>> [lemma(word) for word in ("enfermedades", "infecciones", "veces", "virus", "hijas", "hospitales", "crisis")]
    ['enfermedad', 'infección', 'vez', 'virus', 'hija', 'hospital', 'crisis']
    """
    if (
        len(word) < 4
        or not word.endswith("s")
        or word in _KEPT
        or word.endswith(("itis", "osis", "esis", "isis"))
    ):
        return word
    if word.endswith("ces"):
        return word[:-3] + "z"
    for ending, singular in _ACCENTED.items():
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + singular
    if word.endswith("es") and word[-3] in "dlrjnyí" and not word.endswith(("ades", "odes")):
        return word[:-2]
    if word.endswith("dades"):
        return word[:-2]
    return word[:-1]
