"""Every JSON document that reticent writes: what is in it, who writes it, and on which side it stays.

`scripts/build_schemas.py` turns this into JSON Schemas and the page docs/reference/json.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import json_parts as parts
from json_parts import NUMBER, PLACE, Schema, by_name, document, maybe, record

from reticent.service import shapes
from reticent.service.shapes import COUNT, TEXT, YES_OR_NO, some

ORIGINAL = "keep like the original"
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
        "What happens to each place of one or several documents in a file, and why",
        ("plan --json", "plan -o", "sanitize --plan"),
        ORIGINAL,
        "quotes the original and contains its fingerprint",
        parts.plan(),
    ),
    JsonDocument(
        "report",
        "What is promised about a release, relative to which knowledge, and how much was changed",
        ("sanitize --report",),
        ORIGINAL,
        "counts what was removed, which the release does not show",
        document("report", 1, _report(_RELEASED)),
    ),
    JsonDocument(
        "release",
        "Text, plan and report of a release together, one line per file",
        ("sanitize --json",),
        ORIGINAL,
        "contains the plan and the report; only its `text` may be published",
        document("release", 1, _report({**_RELEASED, "text": TEXT, "plan": parts.plan()})),
    ),
    JsonDocument(
        "withheld",
        "Why a file is withheld although every promise holds: what a reader can still infer, and what would help",
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
        "names the originals and contains the salt of their hashes",
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
        "shows where a promise is broken; give it only to auditors",
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
        "quotes nothing; if made with --original or --exceptions, keep it like the original",
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
        "counts what a release leaves out, and quotes it with --show",
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
        "Places that a tool masked, with the replacements",
        ("guard -o",),
        ORIGINAL,
        "contains offsets into the original; has no version number, because its keys are documents",
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
        "How well masks cover what people marked",
        ("evaluate --json",),
        PUBLIC,
        "contains only figures",
        document("evaluation", 1, {"scores": by_name(parts.SCORES)}),
    ),
    JsonDocument(
        "term-evaluation",
        "How well the removed terms agree with an expert's list",
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
        "What becomes of one text at several values of t",
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
        "What the remaining words reveal about each sensitive word",
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
        "More general words that could be allowed for an entity, and how many terms each would change",
        ("protect --json",),
        ORIGINAL,
        "names what is protected and counts terms of the original",
        document("protect", 1, {"entity": TEXT, "suggestions": some(parts.SUGGESTION)}),
    ),
    JsonDocument(
        "attack",
        "What an attacker who learns from a labelled part finds in the rest of a collection",
        ("attack --json",),
        ORIGINAL,
        "says how many secrets remain",
        document(
            "attack",
            1,
            {**_ATTACK, "detectors": some(record(_ATTACK))},
        ),
    ),
    JsonDocument(
        "compare",
        "One text under every model: what is kept, and what can still be inferred",
        ("compare --json",),
        ORIGINAL,
        "names what is hidden and contains several releases of one text",
        document("compare", 1, {"document": TEXT, "models": some(record(_COMPARED))}),
    ),
    JsonDocument(
        "guess",
        "What attackers guess from the texts of a file, and because of which words",
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
        "How well something can be hidden in a text, by the share of words that stay",
        ("guess --curve --json",),
        ORIGINAL,
        "names what is hidden and describes drafts that are not released",
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
        "What index files say about themselves",
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
        "statistics of the corpus; but the question may give away your interest",
        document("counts", 1, {"documents": COUNT, "answers": some(parts.ANSWER)}),
    ),
    JsonDocument(
        "doctor",
        "What is installed on a machine, with hashes, and whether it works",
        ("doctor --json",),
        PUBLIC,
        "contains nothing from documents; names the system and the packages with extensions",
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
        "A signed statement about a release: an in-toto Statement v1 in a DSSE envelope, whose type replaces the version number",
        ("prove", "sanitize --prove"),
        PUBLIC,
        "reveals nothing beyond the release and a policy that was fixed beforehand; a sealed proof has only commitments",
        shapes.ENVELOPE,
    ),
    JsonDocument(
        "proof-check",
        "Which claims of a proof hold",
        ("proof check --json",),
        PUBLIC,
        "quotes nothing; if made with --original or --opening, keep it like the original",
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
        "Whether a release should go out: isolation, linkage and inference, with limits and a verdict",
        ("assess --json", "assess -o"),
        PUBLIC,
        "contains no word that was changed; for whoever decides, and as public as the release",
        document("dossier", 1, parts.DOSSIER),
    ),
    JsonDocument(
        "dossier-check",
        "Each figure of a dossier beside the same figure computed again",
        ("assess --check --json",),
        PUBLIC,
        "figures of the dossier; if made with --original, keep it like the original",
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
        "Who may use the service",
        ("token create",),
        ORIGINAL,
        "hashes of tokens and names of their bearers; only for the operator",
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
