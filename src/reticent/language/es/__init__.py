"""Spanish: where its words come from is said beside each list; `data` has the licences."""

from reticent.language.es import inflection
from reticent.language.es.date_words import DATES
from reticent.language.es.lemmas import lemma
from reticent.language.es.tagging import tagger
from reticent.language.folder import build_language

LANGUAGE = build_language(
    __name__,
    code="es",
    name="Spanish",
    long_code="spa",
    tagger=tagger,
    lemma=lemma,
    dates=DATES,
    rules={
        "names": {"bodies_begin": True},
        "grammar": {
            "plural": inflection.plural,
            "singulars": inflection.singulars,
            "indefinite_article": inflection.indefinite_article,
            "is_uncounted": inflection.is_uncounted,
            "derived_forms": inflection.derived_forms,
            "adverb": inflection.adverb,
            "shortest_stem": inflection.SHORTEST_STEM,
        },
        "common": {"letters": "áéíóúüñ"},
    },
)

__all__ = ["LANGUAGE"]
