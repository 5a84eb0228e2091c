"""Words of medical notes that were taken for a term but mean something else, judged by reading them in place.

All 209 pairs of words and term that are read so, without being written as the term, in the notes with odd numbers were
judged, once. A related condition counts as something else: an inflamed gallbladder is no gallstone.
"""

from __future__ import annotations

_LISTED = {
    "acid reflux": "hiatal hernia; barrett; barrett's esophagus",
    "angina": "reversible perfusion defect",
    "colon cancer": "rectal cancer",
    "common cold": "viral syndrome",
    "constipation": "backed up",
    "crohn disease": "inflammatory bowel disease",
    "epilepsy": "convulsion",
    "gallstone": "acute cholecystitis; acalculous cholecystitis; biliary dyskinesia; biliary sludge; gallbladder disease;"
    " pericholecystic fluid",
    "gastric ulcer": "duodenal ulcer; ulcer crater",
    "gastroenteritis": "enteritis",
    "genital herpes": "herpes simplex virus; hsv",
    "hay fever": "vasomotor rhinitis",
    "heart failure": "systolic dysfunction; fluid overload; decompensated",
    "high blood pressure": "high pressure; pressure problems",
    "influenza": "influenza b",
    "insomnia": "sleep hygiene",
    "lung cancer": "lung mass; lung masses; spiculated",
    "menopause": "atrophic vaginitis; vasomotor symptoms",
    "multiple sclerosis": "demyelinating disease",
    "myocardial infarction": "acute coronary syndrome; culprit lesion; culprit lesions; acs; had a coronary",
    "pneumonia": "pneumococcal; legionella",
    "scabies": "the itch",
    "tonsillitis": "strep throat; scarlet fever",
    "tuberculosis": "koch; caseating",
    "ulcerative colitis": "proctosigmoiditis",
    "urticaria": "wheal",
}

FALSE = frozenset(
    (words.strip(), term)
    for term, several in _LISTED.items()
    for words in several.split(";")
    if words.strip()
)
"""Pairs of words, in small letters, and term."""
