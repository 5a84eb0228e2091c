"""Readers of the whole text know what a drug is made of, in planning and in checking alike."""

from __future__ import annotations

from reticent import Document, Indistinct, open_knowledge, sanitize
from reticent.knowledge.taxonomy import in_order, medicine, wordnet
from reticent.plan import Release

ILLNESSES = ("HIV", "asthma", "gout", "malaria", "epilepsy", "psoriasis", "migraine", "anemia")
TEXT = "Seen in May. Edurant and Fuzeon as before."


def test_brands_go_where_their_substances_lead_to_what_is_hidden() -> None:
    model = Indistinct(
        {"HIV": None},
        corpus=open_knowledge("medicine"),
        taxonomy=in_order(medicine(), wordnet()),
        candidates=[[name] for name in ILLNESSES],
        k=4,
    )
    outcome = sanitize(Document("note", TEXT), model)
    assert not outcome.violations
    assert "Edurant" not in outcome.text
    assert "Fuzeon" not in outcome.text
    halfway = Document("note", TEXT.replace("Edurant", "[REMOVED]"), placeholders=())
    assert model.violations(Release(Document("note", TEXT), halfway))
