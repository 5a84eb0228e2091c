"""English: where its words come from is said beside each list; `data` has the licences."""

from reticent.language.en import inflection, lemmas, spelling, words
from reticent.language.en.date_words import DATES
from reticent.language.en.tagging import tagger
from reticent.language.folder import build_language

LANGUAGE = build_language(
    __name__,
    code="en",
    name="English",
    long_code="eng",
    tagger=tagger,
    lemma=lemmas.lemma,
    acronyms=lemmas.acronyms,
    dates=DATES,
    own_parts=("spelling", "inflection"),
    rules={
        "people": {"is_plural": inflection.is_plural_noun, "may_modify": words.may_modify},
        "grammar": {
            "plural": inflection.plural,
            "singulars": inflection.singulars,
            "indefinite_article": inflection.indefinite_article,
            "is_uncounted": inflection.is_uncounted,
            "derived_forms": inflection.derived_forms,
            "adverb": inflection.adverb,
            "shortest_stem": inflection.SHORTEST_STEM,
            "definite_article": "the",
            "possessives": ("s",),
            "plural_letters": "s",
        },
        "common": {
            "everyday": words.common_words,
            "is_ordinary": words.is_ordinary,
            "is_common_in_small_letters": words.is_common_in_small_letters,
            "other_spellings": spelling.other_spellings,
            "bases_of": spelling.bases_of,
            "split_in_two": spelling.split_in_two,
        },
    },
    name_tagger="reticent.detection.names",
    readers={
        "tagger": "data/tagger.npz",
        "lemmas": "data/lemmas.txt.gz",
        "word classes": "data/classes.txt.gz",
    },
)

__all__ = ["LANGUAGE"]
