"""A finding is judged in the whole document before it spreads, and an entity has one kind in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from reticent import Document, Mention, Redaction, Span, WordList, names, patterns, sanitize
from reticent.audit.verification import find_doubtful
from reticent.detection.detector import CompleteDetector
from reticent.detection.names import Names
from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.entities import unite_kinds
from reticent.detection.names.medical import is_medical, medical_terms
from reticent.detection.names.model import KINDS, NameGuess
from reticent.detection.names.spans import NameRange, Reading
from reticent.detection.names.spreading import WholeDocument, spread_names
from reticent.detection.names.spreading import find_doubtful as find_doubtful_mentions
from reticent.detection.names.told import without_medical
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.models.privacy_model import complete_model

NOBODY = [
    ("58F aneurysmal SAH, coiled D2. GCS 15. SAH grade 2, nimodipine 60mg 4hrly.", "SAH"),
    ("VT x2 overnight, DC shock x1. VT storm settled on amiodarone. Nil further VT.", "VT"),
    ("Hx TB 1998, treated. TB contacts nil. CXR clear, ?TB.", "TB"),
    ("SW to assess. SW aware. D/w SW re POC. SW f/u Mon. SW ref done.", "SW"),
    ("Ab neg. Ab screen rpt 28/40. Anti-D given. Ab titre low. Ab to lab.", "Ab"),
    ("Ca 2.61, adj Ca 2.58. Ca rpt 1/52. PTH with Ca. Ca stable.", "Ca"),
    ("H: asthma. H/o CABG. Ht 172. H pylori neg. H stool sent.", "H"),
    ("Imp: Bell's palsy L side. Pred 60mg, eye care.", "Bell"),
    ("Baker's cyst R knee on USS, no DVT.", "Baker"),
    ("AF, CHA2DS2-VASc 4. AF rate 110. Apix 5 BD for AF.", "AF"),
    ("PE ruled out. PE protocol CTPA neg. ?PE again.", "PE"),
    ("Graves dx 2019, on CBZ 10. Graves eye disease mild. TRAb up, Graves active.", "Graves"),
    ("Crohn's flare. Aza 150. Crohn's since 22y. CRP 48.", "Crohn"),
    ("Dx Parkinson's, on Sinemet 25/100. Parkinson's nurse ref.", "Parkinson"),
    ("Hb 98. Hb rpt. Hb 102 after iron. MCV 74.", "Hb"),
    ("Lyme IgM neg. Lyme serology rpt 4/52. ?Lyme.", "Lyme"),
    ("GBS swab +. GBS prophylaxis in labour. GBS noted.", "GBS"),
    ("FHx: Huntington's disease in mother. No chorea.", "Huntington"),
    ("Dad died AMI 51. BP 148/92 R arm.", "AMI"),
    ("FH: Sjogren (aunt). DDx Sjogren's, mumps, lymphoma.", "Sjogren"),
]
"""Terse lines, and what in them is a test, a drug or a diagnosis."""

SOMEBODY = [
    ("Seen w SW Anita Rao. Rao to ring son re POC.", "PERSON", ["Anita Rao", "Rao"]),
    ("Mr Bell r/v. Bell's palsy L resolved.", "PERSON", ["Bell"]),
    ("D/w Dr Li re SAH. Li to r/v mane.", "PERSON", ["Li", "Li"]),
    ("Mrs Baker: Baker's cyst R knee. Ph dtr Joan Baker.", "PERSON", ["Baker", "Joan Baker"]),
    ("NOK Ed Ng (son). ED 14:20, NG tube sited. Ng rang x2.", "PERSON", ["Ed Ng", "Ng"]),
    ("Pt of Dr Ann Wilson. Wilson's disease excl. Wilson to write.", "PERSON", ["Ann Wilson", "Wilson"]),
    ("TB clinic: Dr Tom Bright. Bright aware, CXR clear.", "PERSON", ["Tom Bright", "Bright"]),
    ("Wife Mia present. Mia states VT felt as palps.", "PERSON", ["Mia", "Mia"]),
    ("Referred by Dr Graves. Graves dx 2019 by Dr Graves.", "PERSON", ["Graves", "Graves"]),
    ("RN Hope Adeyemi: obs stable. Hope rang son.", "PERSON", ["Hope Adeyemi", "Hope"]),
    ("Lives in Bath w/ wife. Bath aids in situ. From Bath.", "LOCATION", ["Bath", "Bath"]),
    ("Tx to Royal Marsden. Marsden onc to ring.", "ORGANIZATION", ["Royal Marsden", "Marsden"]),
    ("Meadowbank Surgery rang. Meadowbank will fax.", "ORGANIZATION", ["Meadowbank Surgery", "Meadowbank"]),
    ("Kestrel Pharmacy delivers. Kestrel closed Sun.", "ORGANIZATION", ["Kestrel Pharmacy", "Kestrel"]),
    ("Physio Will Parkinson. Parkinson's disease nil.", "PERSON", ["Will Parkinson"]),
    ("Moved from Burlington, VT in 2019.", "LOCATION", ["Burlington"]),
    ("Consultant: Prof May. May agrees palliative.", "PERSON", ["May"]),
    ("Son Ali, dtr Zoe. Zoe has LPA. Ali in Leeds.", "PERSON", ["Ali", "Zoe", "Zoe", "Ali"]),
    ("Keyworker SW Joy Dean. Joy Dean f/u Mon.", "PERSON", ["Joy Dean", "Joy Dean"]),
    ("Pt Jo Wu 71F PE. Wu on apix. Jo to call.", "PERSON", ["Jo Wu", "Wu", "Jo"]),
]
"""Terse lines, and the names in them that are to be found."""


@pytest.fixture(scope="module")
def tagger() -> Names:
    return names(kinds=["PERSON", "LOCATION", "ORGANIZATION", "CODE"])


@pytest.mark.parametrize(("line", "term"), NOBODY)
def test_diagnoses_tests_and_drugs_are_nobody_nowhere_and_no_code(
    tagger: Names, line: str, term: str
) -> None:
    found = [each.span.of(line) for each in tagger.mentions(Document("note", line))]
    assert term not in found


@pytest.mark.parametrize(("line", "kind", "expected"), SOMEBODY)
def test_names_beside_them_are_found_still(tagger: Names, line: str, kind: str, expected: list[str]) -> None:
    found = [each.span.of(line) for each in tagger.mentions(Document("note", line)) if each.kind == kind]
    for name in set(expected):
        assert found.count(name) >= expected.count(name)


def read(text: str, likely: float = 0.0) -> WholeDocument:
    cased = read_cased(text, word_classes())
    return WholeDocument(cased, word_classes(), word_lists(), [likely] * len(cased))


def at(document: WholeDocument, name: str, kind: str, masked: float, *, nth: int = 0) -> NameRange:
    """The nth place of a name as a mention."""
    words, wanted = document.text.words, name.split()
    places = [begin for begin in range(len(words)) if words[begin : begin + len(wanted)] == wanted]
    return NameRange(places[nth], places[nth] + len(wanted), KINDS.index(kind), masked)


def test_a_word_that_means_many_things_spreads_only_where_its_place_speaks_for_it() -> None:
    text = "Rev saw her. Later Rev left. Seen by Rev again."
    silent, speaking = read(text), read(text, 0.2)
    assert len(spread_names(silent, [at(silent, "Rev", "PERSON", 0.95)])) == 1
    assert len(spread_names(speaking, [at(speaking, "Rev", "PERSON", 0.95)])) == 3


def test_a_name_that_is_no_word_spreads_everywhere() -> None:
    document = read("Okonkwo saw her. Later Okonkwo left.")
    assert len(spread_names(document, [at(document, "Okonkwo", "PERSON", 0.6)])) == 2


def test_a_capital_that_a_sentence_gives_to_a_word_speaks_for_no_name() -> None:
    text = "Hope to see you. Later Hope left. Later Hope rang."
    silent, speaking = read(text), read(text, 0.2)
    assert len(spread_names(silent, [at(silent, "Hope", "PERSON", 0.6, nth=1)])) == 2
    assert len(spread_names(speaking, [at(speaking, "Hope", "PERSON", 0.6, nth=1)])) == 3
    assert len(spread_names(silent, [at(silent, "Hope", "PERSON", 0.95, nth=1)])) == 3, (
        "somebody is so called"
    )


def test_a_weak_finding_of_a_word_that_is_mostly_no_name_is_no_finding() -> None:
    document = read("SW came. SW rang. SW left. SW wrote.")
    weak, likely = at(document, "SW", "PERSON", 0.4), at(document, "SW", "PERSON", 0.6)
    assert spread_names(document, [weak]) == []
    assert spread_names(document, [likely]) == [likely]


def test_a_diagnosis_is_somebody_only_where_that_is_certain() -> None:
    document = read("L. Bell was seen. Bell's palsy resolved.")
    unsure, sure = at(document, "Bell", "PERSON", 0.7), at(document, "Bell", "PERSON", 0.95)
    assert len(spread_names(document, [unsure])) == 1
    assert len(spread_names(document, [sure])) == 2


@pytest.mark.parametrize(
    ("text", "name", "kind", "masked", "medical"),
    [
        ("runs of VT overnight", "VT", "CODE", 0.6, True),
        ("aneurysmal SAH today", "SAH", "PERSON", 0.4, True),
        ("aneurysmal SAH today", "SAH", "ORGANIZATION", 0.4, False),
        ("aneurysmal SAH today", "SAH", "PERSON", 0.95, False),
        ("has Bell's palsy", "Bell", "PERSON", 0.8, True),
        ("has Mr Bell's palsy", "Bell", "PERSON", 0.8, False),
        ("lives in Burlington, VT 05401", "VT", "LOCATION", 0.4, False),
        ("signed RM", "RM", "PERSON", 0.4, False),
        ("adj Ca 2.58 today", "Ca", "LOCATION", 0.4, True),
        ("shipped to the US early", "US", "LOCATION", 0.6, False),
        ("Hodgkin lymphoma, Ann Arbor stage two", "Ann", "PERSON", 0.3, True),
    ],
)
def test_lists_speak_against_people_places_and_codes_and_a_certain_place_counts_for_more(
    text: str, name: str, kind: str, masked: float, medical: bool
) -> None:
    document = read(text)
    assert is_medical(document.text, at(document, name, kind, masked), document.lists) is medical


@pytest.mark.parametrize(
    ("text", "found", "left"),
    [
        ("The KRAS gene. In KRAS it is rare.", [("KRAS", "CODE", 0.8, 0), ("KRAS", "CODE", 0.8, 1)], []),
        ("Mutations in the TREX1, SAMHD1 and ADAR genes.", [("SAMHD1", "CODE", 0.8, 0)], []),
        ("Mutations in ABCA4, rarely in ELOVL4.", [("ABCA4", "CODE", 0.8, 0)], []),
        ("She lives in ABCA4 now.", [("ABCA4", "CODE", 0.8, 0)], ["ABCA4"]),
        ("The protein MPV17 is rare.", [("MPV17", "CODE", 0.8, 0)], []),
        ("Genoa syndrome is rare.", [("Genoa", "LOCATION", 0.98, 0)], []),
        (
            "Genoa syndrome is rare. She lives in Genoa.",
            [("Genoa", "LOCATION", 0.98, 0), ("Genoa", "LOCATION", 0.98, 1)],
            ["Genoa"],
        ),
        ("A 16p11.2 deletion syndrome.", [("16p11.2", "CODE", 0.8, 0)], []),
        (
            "Mr Troyer has Troyer syndrome.",
            [("Troyer", "PERSON", 0.8, 0), ("Troyer", "PERSON", 0.8, 1)],
            ["Troyer"],
        ),
        (
            "An alcohol use disorder (AUD) is common. The AUD clinic.",
            [("AUD", "ORGANIZATION", 0.8, 0), ("AUD", "ORGANIZATION", 0.8, 1)],
            [],
        ),
        ("The Care Quality Commission (CQC) rang.", [("CQC", "ORGANIZATION", 0.8, 0)], ["CQC"]),
        ("Troyer has no syndrome.", [("Troyer", "PERSON", 0.8, 0)], ["Troyer"]),
    ],
)
def test_what_the_document_tells_to_be_a_gene_or_a_syndrome_is_no_name(
    text: str, found: list[tuple[str, str, float, int]], left: list[str]
) -> None:
    document = read(text)
    mentions = [at(document, name, kind, masked, nth=nth) for name, kind, masked, nth in found]
    nothing = np.zeros((len(document.text), len(KINDS)), np.float32)
    reading = Reading.of(document.text, NameGuess(nothing, nothing), document.classes, document.lists)
    kept = without_medical(reading, mentions)
    assert [document.text.words[each.begin] for each in kept] == left


def test_the_terms_are_those_of_the_shipped_lists() -> None:
    terms = medical_terms()
    assert "SAH" in terms.acronyms
    assert "crohn" in terms.words
    assert "bell palsy" in terms.phrases
    assert "disease" in terms.heads
    assert "SAH" not in repr(terms)


@pytest.mark.parametrize(
    ("text", "found", "kinds"),
    [
        (
            "Bryn Celyn Primary rang. Will Bryn Celyn open?",
            [("Bryn Celyn Primary", "ORGANIZATION", 0.9, 0), ("Bryn Celyn", "PERSON", 0.95, 1)],
            ["ORGANIZATION", "ORGANIZATION"],
        ),
        (
            "Baker Ltd rang. Mr Baker left.",
            [("Baker Ltd", "ORGANIZATION", 0.9, 0), ("Baker", "PERSON", 0.8, 1)],
            ["ORGANIZATION", "PERSON"],
        ),
        (
            "Baker Ltd rang. Joan Baker left. Then Baker rang.",
            [
                ("Baker Ltd", "ORGANIZATION", 0.9, 0),
                ("Joan Baker", "PERSON", 0.8, 0),
                ("Baker", "PERSON", 0.8, 2),
            ],
            ["ORGANIZATION", "PERSON", "PERSON"],
        ),
        ("Kestrel Pharmacy rang.", [("Kestrel Pharmacy", "PERSON", 0.6, 0)], ["ORGANIZATION"]),
        ("Charlotte Church sang.", [("Charlotte Church", "PERSON", 0.6, 0)], ["PERSON"]),
        (
            "Fatah rang. Fatah came. Fatah left.",
            [("Fatah", "ORGANIZATION", 0.8, 0), ("Fatah", "PERSON", 0.6, 1), ("Fatah", "PERSON", 0.95, 2)],
            ["PERSON", "PERSON", "PERSON"],
        ),
    ],
)
def test_an_entity_has_one_kind_and_an_organization_is_nobody(
    text: str, found: list[tuple[str, str, float, int]], kinds: list[str]
) -> None:
    document = read(text)
    mentions = [at(document, name, kind, masked, nth=nth) for name, kind, masked, nth in found]
    assert [KINDS[each.kind] for each in unite_kinds(document, mentions)] == kinds


def test_a_short_form_has_the_number_of_its_organization(tagger: Names) -> None:
    line = "Tx to Royal Marsden. Meadowbank Surgery rang. Marsden onc to ring. Meadowbank will fax meds."
    numbers = {each.span.of(line): each.entity for each in tagger.mentions(Document("note", line))}
    assert numbers["Royal Marsden"] == numbers["Marsden"] != numbers["Meadowbank"]
    assert numbers["Meadowbank Surgery"] == numbers["Meadowbank"]


def test_what_was_certain_nowhere_is_doubtful_and_a_part_of_a_certain_name_is_not() -> None:
    document = read("Rev came. Bo Okonkwo rang. Bo left. Rev 9A2 and Aldermoor.")
    found = [
        at(document, "Rev", "PERSON", 0.8),
        at(document, "Bo Okonkwo", "PERSON", 0.95),
        at(document, "Bo", "PERSON", 0.4, nth=1),
        at(document, "9A2", "CODE", 0.6),
        at(document, "Aldermoor", "LOCATION", 0.3),
    ]
    assert find_doubtful_mentions(document, found) == [True, False, False, False, True]


class _Doubting(WordList):
    """A list of words that is certain of none."""

    def doubtful(self, document: Document) -> frozenset[str]:
        return frozenset(each.span.of(document.text) for each in self.mentions(document))


def test_a_string_that_another_detector_is_certain_of_is_not_doubtful() -> None:
    document = Document("note", "SW came, Ab neg.")
    unsure = Redaction((_Doubting(("SW", "Ab"), kind="PERSON"),))
    sure = Redaction((WordList(("SW",), kind="NAME"),))
    assert find_doubtful(document, [complete_model(unsure)]) == {"SW", "Ab"}
    assert find_doubtful(document, [complete_model(unsure), complete_model(sure)]) == {"Ab"}


@dataclass(frozen=True)
class _After(CompleteDetector):
    """Finds one string after another, and is certain of it or not."""

    certain: bool
    kinds = frozenset({"PERSON"})
    declared: ClassVar[Mapping[str, str]] = {}

    def mentions(self, document: Document) -> list[Mention]:
        found = re.finditer("(?<=seen by )SW", document.text)
        return [Mention(Span(*each.span()), "PERSON") for each in found]

    def doubtful(self, document: Document) -> frozenset[str]:
        return frozenset() if self.certain else frozenset({"SW"})


def test_what_the_audit_makes_go_everywhere_is_what_was_certain_somewhere() -> None:
    document = Document("note", "She was seen by SW. The SW is aware, and SW rang.")
    doubted, certain = (sanitize(document, Redaction((_After(sure),))) for sure in (False, True))
    assert not doubted.violations
    assert not certain.violations
    assert doubted.text.count("SW") == 2
    assert certain.text.count("SW") == 0


def test_no_doubtful_finding_is_multiplied_in_a_release() -> None:
    text = "Moved from Burlington, VT. Nil VT. Further VT x3, VT storm, VT at 180, then VT."
    model = Redaction((patterns(), names(kinds=["PERSON", "LOCATION"])))
    outcome = sanitize(Document("note", text), model)
    assert not outcome.violations
    assert outcome.text.count("VT") >= 4
    assert "Burlington" not in outcome.text


def test_a_certain_name_goes_everywhere_whatever_its_letters() -> None:
    text = "Dr Anneliese Xu wrote. Seen by Dr Xu. CC Xu; file xXu7, Xu."
    outcome = sanitize(Document("note", text), Redaction((patterns(), names())))
    assert not outcome.violations
    assert "Xu." not in outcome.text
    assert "Xu;" not in outcome.text
