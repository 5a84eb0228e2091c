"""What a masking keeps, and how many people it still gives away: TPS and TRIR, after Manzanares-Salor, Sánchez and others.

TPS is the share of the information of a text's terms that is kept. TRIR is the share of texts whose person a reader finds again who has
read about all of them; theirs is a language model, ours are search engines, of which the best one counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reticent.attackers.retrieval import MEASURES, Library, Retrieval
from reticent.audit.report import add_utility, measure_utility
from reticent.evaluation.scores import GoldDocument, Masking, Rate
from reticent.knowledge import Corpus
from reticent.knowledge.runs import read_words
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.text import Document, merge_spans


@dataclass(frozen=True, slots=True)
class RiskScores:
    """The information that a masking keeps, and the texts whose person is found first; `public` says by what is public."""

    kept: float
    found: Rate
    public: bool

    def figures(self) -> dict[str, object]:
        """The same as plain values for JSON."""
        return {"TPS": round(self.kept, 4), "TRIR": self.found.figures(), "TRIR by public texts": self.public}


def measure_risk(gold: Iterable[GoldDocument], masking: Masking, corpus: Corpus) -> RiskScores:
    """TPS by the counts of a corpus, and TRIR by what a benchmark says is public of its people, else by its own texts.

    With its own texts the reader has all that was ever written: no other finds more.
    """
    documents = list({each.id: each for each in gold}.values())
    releases = [_mask(each, masking) for each in documents]
    used = add_utility(
        measure_utility(Plan.for_document(each.original), each, corpus=corpus) for each in releases
    )
    public = all(each.public for each in documents)
    library = Library.of((each.id, each.public if public else each.text) for each in documents)
    return RiskScores(used.information_kept or 0.0, _find(releases, library), public)


def _mask(gold: GoldDocument, masking: Masking) -> Release:
    document = Document(gold.id, gold.text)
    spans = tuple(merge_spans(span for span in masking.get(gold.id, ()) if len(span)))
    decisions = (Decision(spans, "REMOVED"),) if spans else ()
    return render(document, Plan.for_document(document, decisions))


def _find(releases: Sequence[Release], library: Library) -> Rate:
    queries = [(each.original.id, {word.form for word in read_words(each.released)}) for each in releases]
    found = []
    for measure in MEASURES:
        reader = Retrieval(library, measure)
        found.append(sum(reader.place_of(name, forms) == 1 for name, forms in queries))
    return Rate(max(found, default=0), len(queries))
