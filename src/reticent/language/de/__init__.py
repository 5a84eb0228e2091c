"""German: where its words come from is said beside each list; `data` has the licences."""

from reticent.language.de import inflection, nouns
from reticent.language.de.date_words import DATES
from reticent.language.de.tagging import tagger
from reticent.language.folder import build_language

LANGUAGE = build_language(
    __name__,
    code="de",
    name="German",
    long_code="deu",
    tagger=tagger,
    lemma=nouns.lemma,
    parts_of=nouns.parts_of,
    split=nouns.split_compound,
    dates=DATES,
    rules={
        "names": {"joins_districts": True},
        "people": {"is_plural": inflection.is_plural},
        "grammar": {
            "plural": inflection.plural,
            "agree": inflection.agree,
            "singulars": nouns.singulars,
            "indefinite_article": inflection.indefinite_article,
            "is_uncounted": inflection.is_uncounted,
        },
        "common": {"letters": "äöüß"},
        "thesaurus": {"nouns_have_capitals": True},
    },
    readers={"nouns": "data/nouns.txt.xz", "word classes": "data/classes.txt.xz"},
)

__all__ = ["LANGUAGE"]
