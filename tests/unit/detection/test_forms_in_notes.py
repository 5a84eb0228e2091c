"""Numbers as people really type them: spaced, in small letters, without the usual sign or after a label of another kind."""

from __future__ import annotations

import pytest

from reticent.api import open_policy

LEFT = {
    "She lives at 7 Emmet Row, Dublin, D08 X2Y3.": ["D08", "X2Y3"],
    "Eircode: D08 X2Y3": ["D08", "X2Y3"],
    "He moved to 12 Main Street, Dublin 2, D02 X285.": ["D02", "X285"],
    "The car HH-AB 123 was towed.": ["AB", "123"],
    "Send it to 22a acacia road, leeds ls6 2ab.": ["ls6", "2ab"],
    "seen in clinic today, doing well, wound clean and dry, NOK: son imran 0113 2 496 000, will ring back in the morning": [
        "0113",
        "496",
        "000",
    ],
    "Ms Lindqvist was driving a Volvo XC40 YK71 ZZZ in the rain.": ["YK71", "ZZZ"],
    "Vehicle: Ford Focus, grey, FX 14 ZTR": ["FX", "14", "ZTR"],
    "The car B-MW 1234 was towed.": ["MW", "1234"],
    "DOB (dd/mm/yy): 12 / 04 / 61": ["12", "04", "61"],
    "D O B 12 04 61": ["12", "04", "61"],
    "D.O.B: 1 1 8 5": ["1", "8", "5"],
    "NI ........... : TN 31 12 58 F": ["TN", "31", "12", "58"],
    "A spry 97, she gardens.": ["97"],
    "Evangelia (95 in June) will move.": ["95"],
    "She's past 100.": ["100"],
    "Rx BIN 610014, PCN MEDDPRIME, Grp 7781. Medicaid 12345678A. Drives a Ford.": ["12345678A"],
    "License key XKJ7-99PQ-LL23-M0ZZ reapplied.": ["XKJ7", "M0ZZ"],
    "Sample accession 9921-C was lost.": ["9921"],
    "Claim: DOI 5.5.23, TP insured elsewhere.": ["5.5.23"],
    "We flew on 25.XII.": ["25", "XII"],
    "host: man-lt-04.corp.acme-widgets.local": ["corp", "acme", "local"],
    "IP 10.44.3[.]17": ["10", "44", "17"],
}

KEPT = {
    "He was seen 3/7 ago with a 2/52 history of cough.": "seen 3/7 ago with a 2/52 history",
    "Heart sounds s1 2nd, t2 4hr, vitamin b12 5mg.": "s1 2nd, t2 4hr, vitamin b12 5mg",
    "A healthy 97, up from 94.": "A healthy 97",
    "ICD-10 codes F10 F102, K12 K121.": "K12 K121",
    "Cases (95 in June) fell.": "Cases (95",
    "It was past 100 miles.": "past 100 miles",
}


def release(text: str, policy: str) -> str:
    return open_policy(policy).sanitize(text).text


@pytest.mark.parametrize("policy", ["default", "health"])
@pytest.mark.parametrize("text", LEFT)
def test_nothing_of_it_stays(text: str, policy: str) -> None:
    released = release(text, policy).replace(" 1]", "]")  # the number of a placeholder
    assert [part for part in LEFT[text] if part in released] == []


@pytest.mark.parametrize("text", KEPT)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert KEPT[text] in release(text, "default")
