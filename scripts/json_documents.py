"""Every JSON document that reticent writes: what is in it, who writes it, and on which side it stays.

`scripts/build_schemas.py` turns this into JSON Schemas and the page docs/reference/json.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import json_parts as parts
from json_parts import NUMBER, PLACE, Schema, by_name, document, maybe, record

from reticent.service import shapes
from reticent.service.shapes import COUNT, TEXT, YES_OR_NO, some

ORIGINAL = "the original's side"
PUBLIC = "may be published"


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """One kind of document: its name, the commands that write it, its side and why, and what it holds."""

    name: str
    about: str
    written_by: tuple[str, ...]
    side: str
    why: str
    schema: Schema


_RELEASED = {
    "document": TEXT,
    "released": TEXT,
    "promises": some(parts.PROMISE),
    "edits": COUNT,
    "decisions": by_name(COUNT),
    "words": record({"all": COUNT, "changed": COUNT}),
    "gaps": record({"closed": COUNT, "invented": COUNT}),
    "by_column": COUNT,
    "utility": parts.UTILITY,
    "exceptions": some(parts.EXCEPTION),
    "unseen": some(PLACE),
    "unread_language": maybe(TEXT),
    "arising": some(shapes.VIOLATION),
    "inference": some(parts.INFERENCE),
}


_COMPARED = {
    "model": TEXT,
    "about": TEXT,
    "text": maybe(TEXT),
    "utility": maybe(parts.UTILITY),
    "inference": some(parts.INFERENCE),
    "why": maybe(TEXT),
}
"""What comes of a text under one model."""

_ATTACK = {
    "learner": TEXT,
    "accuracy": by_name(parts.SHARE),
    "instances": COUNT,
    "secrets": COUNT,
    "true_positives": COUNT,
    "false_positives": COUNT,
    "found": by_name(COUNT),
    "at_random": by_name(NUMBER),
}
"""What one attacker finds."""


_RANKED = record(
    {
        "candidate": TEXT,
        "score": NUMBER,
        "words": some(record({"text": TEXT, "places": COUNT, "share": NUMBER})),
    }
)
_PLACE_OF_SECRET = {
    "attacker": TEXT,
    "repeatable": YES_OR_NO,
    "entity": TEXT,
    "candidates": COUNT,
    "place": maybe(COUNT),
}
_SIGHT = {
    **_PLACE_OF_SECRET,
    "general": maybe(TEXT),
    "named": COUNT,
    "left_out": COUNT,
    "guesses": some(_RANKED),
    "own": maybe(_RANKED),
    "not_asked": maybe(TEXT),
}
"""What one attacker sees of one secret."""


def _report(of_document: Schema) -> Schema:
    """What is said of a released file, with this of each of its documents."""
    return {
        "note": TEXT,
        "version": TEXT,
        "name": TEXT,
        "dropped": by_name(COUNT),
        "warnings": some(TEXT),
        "documents": some(record(of_document)),
    }


DOCUMENTS = (
    JsonDocument(
        "plan",
        "What becomes of each place of a document, or of several in one file, and why",
        ("plan --json", "plan -o", "sanitize --plan"),
        ORIGINAL,
        "quotes evidence and holds the original's fingerprint",
        parts.plan(),
    ),
    JsonDocument(
        "report",
        "What was promised of a release, relative to what, and what it cost",
        ("sanitize --report",),
        ORIGINAL,
        "counts what went, which the release does not show",
        document("report", 1, _report(_RELEASED)),
    ),
    JsonDocument(
        "release",
        "Text, plan and report of a release together, a line a file",
        ("sanitize --json",),
        ORIGINAL,
        "holds the plan and the report; only its `text` may go out",
        document("release", 1, _report({**_RELEASED, "text": TEXT, "plan": parts.plan()})),
    ),
    JsonDocument(
        "withheld",
        "Why a file is withheld although every promise holds: what a reader still infers, and what would help",
        ("sanitize --withhold-if-likely",),
        ORIGINAL,
        "names what is protected",
        document("withheld", 1, {"name": TEXT, "message": TEXT, "reason": parts.WITHHELD}),
    ),
    JsonDocument(
        "manifest",
        "What went into the release of a folder and what came out: hashes, promises, counts, refusals",
        ("sanitize DIR -o OUT", "sanitize --manifest", "apply PLANS DIR -o OUT", "plan DIR -o OUT"),
        ORIGINAL,
        "names the originals and holds the salt of their hashes",
        document(
            "manifest",
            1,
            {
                "note": TEXT,
                "version": TEXT,
                "policy": TEXT,
                "rules": TEXT,
                "promises": some(record({"model": TEXT, "statement": TEXT, "relative_to": by_name(TEXT)})),
                "languages_allowed": some(TEXT),
                "salt": TEXT,
                "counts": by_name(COUNT),
                "files": some(
                    record(
                        {
                            "original": TEXT,
                            "original_hash": TEXT,
                            "released": TEXT,
                            "released_hash": TEXT,
                            "documents": COUNT,
                            "words": COUNT,
                            "places": COUNT,
                            "dropped": by_name(COUNT),
                            "unread_languages": some(TEXT),
                            "inference": some(parts.INFERENCE),
                        }
                    )
                ),
                "refused": some(record({"original": TEXT, "reason": TEXT}, {"withheld": parts.WITHHELD})),
                "left_out": some(record({"original": TEXT, "reason": TEXT})),
            },
        ),
    ),
    JsonDocument(
        "exceptions",
        "Places that a person keeps in a release against a promise",
        ("apply --exceptions",),
        ORIGINAL,
        "points at what breaks a promise; give it only to those who audit",
        document(
            "exceptions",
            1,
            {"documents": some(record({"released": TEXT, "exceptions": some(parts.EXCEPTION)}))},
        ),
    ),
    JsonDocument(
        "audit",
        "The verdict on a released file",
        ("audit --json",),
        PUBLIC,
        "speaks of the released text alone and quotes nothing of it; made with --original or --exceptions it stays",
        document(
            "audit",
            2,
            {
                "documents": some(
                    record(
                        {
                            "document": TEXT,
                            "violations": some(shapes.VIOLATION),
                            "excepted": COUNT,
                            "cannot_tell": some(TEXT),
                            "attested": some(TEXT),
                            "unseen": some(PLACE),
                            "arising": some(shapes.VIOLATION),
                        }
                    )
                )
            },
        ),
    ),
    JsonDocument(
        "inspection",
        "What a file carries besides its visible text",
        ("inspect --json",),
        ORIGINAL,
        "counts what a release leaves out, and with --show quotes it",
        document(
            "inspection",
            1,
            {
                "name": TEXT,
                "format": TEXT,
                "readable": COUNT,
                "counts": by_name(COUNT),
                "findings": some(
                    record(
                        {"kind": TEXT, "count": COUNT, "where": TEXT, "readable": YES_OR_NO},
                        {"words": some(TEXT)},
                    )
                ),
            },
        ),
    ),
    JsonDocument(
        "masks",
        "Places that a tool masked, with what it put there",
        ("guard -o",),
        ORIGINAL,
        "offsets into the original; an exchange format without a number, because its keys are documents",
        by_name(
            some(
                {
                    "type": "array",
                    "prefixItems": [COUNT, COUNT, maybe(TEXT)],
                    "minItems": 2,
                    "items": False,
                }
            )
        ),
    ),
    JsonDocument(
        "evaluation",
        "How well maskings cover what people marked",
        ("evaluate --json",),
        PUBLIC,
        "figures alone",
        document("evaluation", 1, {"scores": by_name(parts.SCORES)}),
    ),
    JsonDocument(
        "term-evaluation",
        "How well what went agrees with a list of telling terms",
        ("evaluate --terms --json",),
        ORIGINAL,
        "quotes terms of the list and of the original",
        document(
            "term-evaluation",
            1,
            {
                "f1": parts.SHARE,
                "precision": parts.RATE,
                "recall": parts.RATE,
                "harmless terms changed": parts.RATE,
                "terms not in the text": COUNT,
                "left": some(TEXT),
                "needless": some(TEXT),
            },
        ),
    ),
    JsonDocument(
        "plausibility",
        "One text at several t",
        ("plausibility --json",),
        ORIGINAL,
        "quotes the original's words",
        document(
            "plausibility",
            1,
            {
                "document": TEXT,
                "results": some(
                    {
                        "oneOf": [
                            record({"t": COUNT, "error": TEXT}),
                            record(
                                {
                                    "t": COUNT,
                                    "text": TEXT,
                                    "texts": COUNT,
                                    "fewest_words": maybe(COUNT),
                                    "mean_bits": NUMBER,
                                    "highest_bits": NUMBER,
                                    "cost": NUMBER,
                                    "true_cost": NUMBER,
                                    "units": COUNT,
                                    "empty_units": COUNT,
                                    "words": COUNT,
                                    "kept": COUNT,
                                    "removed": COUNT,
                                    "lost": some(parts.LOSS),
                                }
                            ),
                        ]
                    }
                ),
            },
        ),
    ),
    JsonDocument(
        "correlations",
        "What the words in clear say about each sensitive word",
        ("correlations --json",),
        ORIGINAL,
        "quotes the original's words",
        document(
            "correlations",
            1,
            {
                "document": TEXT,
                "threshold": maybe(NUMBER),
                "removed": some(
                    record(
                        {
                            "term": TEXT,
                            "bits": maybe(NUMBER),
                            "seen": YES_OR_NO,
                            "pointers": some(parts.POINTER),
                        }
                    )
                ),
            },
        ),
    ),
    JsonDocument(
        "protect",
        "What could be allowed about an entity, and what each choice would cost a text",
        ("protect --json",),
        ORIGINAL,
        "names what is protected and counts in the original",
        document("protect", 1, {"entity": TEXT, "suggestions": some(parts.SUGGESTION)}),
    ),
    JsonDocument(
        "attack",
        "What an attacker with a labelled part finds in the rest of a collection",
        ("attack --json",),
        ORIGINAL,
        "tells how many secrets are left",
        document(
            "attack",
            1,
            {**_ATTACK, "detectors": some(record(_ATTACK))},
        ),
    ),
    JsonDocument(
        "compare",
        "One text under every model: what each keeps, and what is still inferred",
        ("compare --json",),
        ORIGINAL,
        "names what is hidden and holds several releases of one text",
        document("compare", 1, {"document": TEXT, "models": some(record(_COMPARED))}),
    ),
    JsonDocument(
        "guess",
        "What attackers guess from the texts of a file, and the words that moved them",
        ("guess --json",),
        ORIGINAL,
        "names what is hidden and quotes the text",
        document(
            "guess",
            1,
            {"documents": some(record({"document": TEXT, "attackers": some(record(_SIGHT))}))},
        ),
    ),
    JsonDocument(
        "curve",
        "How well something can be hidden in a text against how many words stay",
        ("guess --curve --json",),
        ORIGINAL,
        "names what is hidden and tells of drafts that are not released",
        document(
            "curve",
            1,
            {
                "document": TEXT,
                "points": some(
                    record(
                        {
                            "k": COUNT,
                            "kept": maybe(NUMBER),
                            "attackers": some(record(_PLACE_OF_SECRET)),
                            "why": maybe(TEXT),
                        }
                    )
                ),
            },
        ),
    ),
    JsonDocument(
        "knowledge",
        "What index files say of themselves",
        ("knowledge info --json", "knowledge info medicine --json"),
        PUBLIC,
        "statistics of the corpus, which promises name anyway",
        document(
            "knowledge",
            1,
            {
                "fingerprint": TEXT,
                "files": some(
                    record(
                        {
                            "sources": TEXT,
                            "licence": TEXT,
                            "documents": COUNT,
                            "tokenizer": TEXT,
                            "terms": COUNT,
                            "phrases": COUNT,
                            "postings": COUNT,
                            "megabytes": NUMBER,
                            "min_documents": COUNT,
                            "collocation_documents": COUNT,
                            "phrase_list": TEXT,
                            "words": COUNT,
                        },
                        {"weight": COUNT, "shard": some(COUNT)},
                    )
                ),
            },
        ),
    ),
    JsonDocument(
        "counts",
        "In how many documents of a corpus terms occur, alone and together",
        ("knowledge ask --json",),
        PUBLIC,
        "statistics of the corpus; the question itself may give away what interests you",
        document("counts", 1, {"documents": COUNT, "answers": some(parts.ANSWER)}),
    ),
    JsonDocument(
        "doctor",
        "What is installed on a machine, with hashes, and whether it works",
        ("doctor --json",),
        PUBLIC,
        "nothing of any document; it names the system and the packages that offer parts",
        document(
            "doctor",
            1,
            {
                "version": TEXT,
                "python": TEXT,
                "platform": TEXT,
                "support": TEXT,
                "extras": some(record({"name": TEXT, "missing": some(TEXT), "line": TEXT})),
                "knowledge": some(
                    record({"name": TEXT, "file": TEXT, "size": COUNT, "sha256": TEXT, "problem": TEXT})
                ),
                "offers": some(
                    record({"group": TEXT, "name": TEXT, "package": TEXT, "version": TEXT, "problem": TEXT})
                ),
                "checks": some(record({"name": TEXT, "problem": TEXT})),
                "problems": some(TEXT),
            },
        ),
    ),
    JsonDocument(
        "proof",
        "A signed statement about a release: an in-toto Statement v1 in a DSSE envelope, whose own type stands for a number",
        ("prove", "sanitize --prove"),
        PUBLIC,
        "tells nothing that the release and a policy fixed before don't tell; sealed, commitments alone",
        shapes.ENVELOPE,
    ),
    JsonDocument(
        "proof-check",
        "How each claim of a proof stands",
        ("proof check --json",),
        PUBLIC,
        "speaks of the released text and the proof; made with --original or --opening it stays",
        document(
            "proof check",
            1,
            {
                "standing": parts.STANDING,
                "signed_by": some(TEXT),
                "claims": some(record({"what": TEXT, "standing": parts.STANDING, "why": TEXT})),
            },
        ),
    ),
    JsonDocument(
        "dossier",
        "Whether a release should go out: isolation, linkage and inference, with limits and what they say",
        ("assess --json", "assess -o"),
        PUBLIC,
        "holds no word that was changed; for whoever decides, and as public as the release",
        document("dossier", 1, parts.DOSSIER),
    ),
    JsonDocument(
        "dossier-check",
        "Each figure of a dossier beside the same counted again",
        ("assess --check --json",),
        PUBLIC,
        "figures of the dossier; made with --original it stays",
        document(
            "dossier check",
            1,
            {
                "signed_by": some(TEXT),
                "counts": by_name(COUNT),
                "figures": some(
                    record({"figure": TEXT, "said": parts.FIGURE, "counted": parts.FIGURE, "outcome": TEXT})
                ),
            },
        ),
    ),
    JsonDocument(
        "dossier-changes",
        "What changed between two dossiers",
        ("assess --compare --json",),
        PUBLIC,
        "figures of the two dossiers",
        document(
            "dossier changes",
            1,
            {"changes": some(record({"figure": TEXT, "old": parts.FIGURE, "new": parts.FIGURE}))},
        ),
    ),
    JsonDocument(
        "tokens",
        "Who may ask the service",
        ("token create",),
        ORIGINAL,
        "hashes of tokens and names of their bearers; for the operator alone",
        document(
            "tokens",
            1,
            {
                "tokens": some(
                    record(
                        {
                            "id": TEXT,
                            "sha256": TEXT,
                            "name": TEXT,
                            "verbs": some(TEXT),
                            "policies": some(TEXT),
                            "reader": maybe(TEXT),
                            "expires": maybe(TEXT),
                            "once": YES_OR_NO,
                            "revoked": YES_OR_NO,
                        }
                    )
                )
            },
        ),
    ),
)
