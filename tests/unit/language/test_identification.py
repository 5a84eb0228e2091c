"""Which language a text is in, by script and function words; English of any kind is never taken for another."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.language_samples import SAMPLES
from tests.spoken import OTHERS

from reticent.errors import InputError
from reticent.language.function_words import (
    FEWEST_WORDS,
    FUNCTION_WORDS,
    UNKNOWN,
    count_words,
    weigh_short,
)
from reticent.language.function_words import LANGUAGE_NAMES as NAMES
from reticent.language.identification import find_unread, name_language, require_language
from reticent.language.registry import ANY
from reticent.language.scripts import SCRIPTS

ENGLISH = ["en"]
LATIN_SCRIPT = sorted(code for code, text in SAMPLES.items() if find_unread(text[:30], ENGLISH) is None)
RELATIVES = {"ms": {"id", "ms"}, "id": {"id", "ms"}, "da": {"da", "no"}, "no": {"da", "no"}}

ENGLISH_TEXTS = {
    "a letter": "Dear Dr Harris, I am writing because my mother was taken to the hospital last night with a high fever and"
    " pain in her chest. We do not know yet what it is, but the doctors say that we have to wait until Monday.",
    "a telegraphic note": "78 y/o F c/o SOB x 3 d, hx HTN, DM2, CAD s/p CABG 2011, on ASA, metoprolol 25 mg po bid, lisinopril"
    " 10 mg po qd. PE: JVP up, bibasilar crackles, no edema. CXR: cardiomegaly. Na 134 K 4.1 Cr 1.3. Imp: CHF. Plan: IV"
    " furosemide 40 mg, f/u cards, d/c home w/ dtr.",
    "names with particles": "Juan de la Cruz, María del Carmen Ruiz, Ludwig van der Berg, Charles de Gaulle, Vasco da Gama,"
    " Otto von Bismarck, Leonardo da Vinci, Pedro de los Santos, Jean le Rond, Carlos de la Vega, Ana de la Torre, Rosa del Río",
    "a list of names": "Dan Yang, Ada Lovelace, Mai Ito, Ali Ana, Eva Men, Kim Il, Les Paul, Della Reese, Con Air, Una Healy, Van"
    " Morrison, Al Green, Don Quixote, Vera Lynn, Sol Campbell, Sue Perkins, Dee Dee, Len Deighton, Ed Sheeran, Ben Nevis",
    "drugs": "methotrexate prednisolone azathioprine infliximab adalimumab etanercept rituximab tocilizumab abatacept"
    " leflunomide sulfasalazine hydroxychloroquine cyclophosphamide mycophenolate tacrolimus ciclosporin voclosporin belimumab",
    "code": "def run(self, jobs, set_up): for job in jobs: yield work(state, job) import re from os import path if x is None:"
    " return int(value) elif y: del z; lambda e: e.id else: pass while i < len(a): i += 1 try: se = un[i] except KeyError: la = 0",
    "numbers": "12 14 19 2.5 kg 80 cm 120/80 mmHg 37.2 C 88 bpm 16 rpm 98 % " * 9,
    "law with Latin": "The court held, per curiam, that the claim was res judicata and that the ex parte order was void ab initio;"
    " mutatis mutandis, the doctrine of forum non conveniens and the principle of audi alteram partem applied inter alia.",
    "shouting": "PLEASE CALL THE PATIENT BACK TODAY BECAUSE THE RESULTS OF THE BLOOD TEST ARE IN AND SHE NEEDS TO COME TO THE WARD",
    "small letters": "hi can u pls call me back asap the printer on floor 3 is broken again and i cant print anything thx",
    "a transcript": "Speaker 1: So, um, yeah, I was like, no way. Speaker 2: Uh-huh. Speaker 1: And Giuseppe goes, ciao bella, and"
    " I'm like, what? Speaker 2: [laughs] Oh my God. Speaker 1: Right? And then his nonna comes in with the lasagne.",
    "dishes": "pollo alla cacciatora, coq au vin, crème brûlée, spaghetti alle vongole, moules marinière, paella de mariscos, huevos"
    " rancheros, bouillabaisse, tarte tatin, pâté de foie gras, sauerbraten, osso buco, risotto ai funghi, crêpes suzette",
    "formulas": "Let α, β, γ and Δ be given; then σ² = μ, χ² = 3.84, ΔΔG = −RT ln K and Ω is 50 kΩ; the β-blocker was stopped and"
    " TGF-β and IFN-γ were raised, α-fetoprotein too, at 5 μg and 3 µmol.",
    "a quotation": "As the proverb says, 'wer im Glashaus sitzt, soll nicht mit Steinen werfen', and nobody in the room disagreed with"
    " her about that at all, which is why the meeting ended early.",
    "Chinese names": "Professor Zhang (张伟) of Peking University (北京大学) met Dr Tanaka (田中) in Tokyo, where they signed the agreement"
    " that both universities had prepared for more than a year, and everybody was pleased with what came of it in the end.",
}  # fmt: skip


@pytest.mark.parametrize("code", SAMPLES)
def test_a_letter_in_another_language_is_told(code: str) -> None:
    found = find_unread(SAMPLES[code], ENGLISH)
    assert found is not None
    assert found.language in RELATIVES.get(code, {code})


@pytest.mark.parametrize("code", sorted(set(LATIN_SCRIPT) - {"hr", "eu"}))
def test_a_little_more_than_twenty_words_are_enough(code: str) -> None:
    assert find_unread(" ".join(SAMPLES[code].split()[:24]), ENGLISH)


@pytest.mark.parametrize("code", LATIN_SCRIPT)
def test_neither_capitals_nor_missing_accents_hide_a_language(code: str) -> None:
    plain = unicodedata.normalize("NFD", SAMPLES[code])
    stripped = "".join(each for each in plain if not unicodedata.combining(each))
    assert find_unread(SAMPLES[code].upper(), ENGLISH)
    assert find_unread(stripped, ENGLISH)
    assert find_unread(plain, ENGLISH)


@pytest.mark.parametrize("code", sorted(set(SAMPLES) - {"am", "bn", "hy", "ka", "ta"}))
def test_a_paragraph_in_another_language_is_found_in_an_english_letter(code: str) -> None:
    letter = ENGLISH_TEXTS["a letter"]
    found = find_unread(f"{letter * 9}\n\n{SAMPLES[code]}\n\n{letter * 9}", ENGLISH)
    assert found is not None
    assert found.language in RELATIVES.get(code, {code})


@pytest.mark.parametrize("kind", ENGLISH_TEXTS)
def test_english_of_every_kind_is_english(kind: str) -> None:
    assert find_unread(ENGLISH_TEXTS[kind], ENGLISH) is None
    assert find_unread("\n".join([ENGLISH_TEXTS[kind]] * 5), ENGLISH) is None


AROUND = (
    "The patient was seen in the clinic on Monday and she was given a letter for her doctor. We will see her again in three"
    " weeks when the results of the tests are back, and then decide together with her what is to be done."
)
SENTENCES = {
    "tr": "Hasta Ayşe Yılmaz İstanbul'da yaşıyor ve dün hastanede doktor Mehmet Demir tarafından muayene edildi, durumu iyi.",
    "pl": "Pacjentka Anna Kowalska mieszka w Warszawie przy ulicy Długiej i została wczoraj przyjęta do szpitala przez lekarza.",
    "fi": "Potilas Matti Virtanen asuu Helsingissä ja hänet tutkittiin eilen sairaalassa, jossa lääkäri totesi hänellä kuumetta.",
    "hu": "A beteg Kovács János Budapesten él, és tegnap a kórházban megvizsgálta őt Nagy Péter doktor, aki lázat állapított meg.",
    "sw": "Mgonjwa Juma Hassan anaishi Nairobi na alichunguzwa jana hospitalini na daktari Amina Otieno ambaye alisema ana homa.",
    "id": "Pasien Budi Santoso tinggal di Jakarta dan kemarin diperiksa di rumah sakit oleh dokter Siti Rahayu karena demam.",
    "es": "El paciente Juan García vive en Madrid y fue visto ayer por el médico en el hospital.",
    "nl": "De patiënt Jan de Vries woont in Utrecht en werd gisteren door de arts in het ziekenhuis gezien.",
    "Russian in Latin letters": "Patsient Ivan Petrov zhivyot v Moskve i byl osmotren vrachom vchera v bolnitse, on bolen i emu"
    " nuzhna operatsiya, poetomu my zhdyom rezultatov analizov do ponedelnika.",
    "pinyin": "bingren wang xiaoming zhu zai beijing, zuotian zai yiyuan kan le yisheng, yisheng shuo ta you feiyan, xuyao"
    " zhuyuan yi ge xingqi, ta de qizi hen danxin ta de qingkuang.",
    "ru": "Пациент Иван Петров живёт в Москве.",
    "zh": "患者王小明住在北京。",
    "ja": "田中さんは昨日入院しました。",
    "ko": "환자 김민수는 서울에 산다.",
    "ar": "يعيش المريض أحمد في القاهرة.",
    "he": "המטופל דוד כהן גר בחיפה.",
    "el": "Ο ασθενής Γιώργος ζει στην Αθήνα.",
    "hi": "मरीज राम कुमार दिल्ली में रहता है।",
    "th": "ผู้ป่วยชื่อสมชายอยู่กรุงเทพ",
    "ka": "პაციენტი გიორგი ცხოვრობს თბილისში.",
    "am": "ታካሚው አበበ በአዲስ አበባ ይኖራል።",
    "a runic inscription": "ᚠᚢᚦᚨᚱᚲ ᚷᚹᚺᚾ ᛁᛃᛇᛈ ᛉᛊᛏᛒᛖ",
}  # fmt: skip


@pytest.mark.parametrize("joint", ["\n\n", "\n", " "])
@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_in_another_language_is_found_among_english_ones(code: str, joint: str) -> None:
    found = find_unread(joint.join([AROUND, SENTENCES[code], AROUND]), ENGLISH)
    assert found is not None
    assert len(code) > 2 or code in found.languages or UNKNOWN in found.languages


@pytest.mark.parametrize(
    "passage",
    [
        "1. Anna Smith\n2. 王小明\n3. Joe Brown",
        "1. Anna Smith\n2. Иван Петров\n3. Joe Brown",
        "1. Anna Smith\n2. Ян Ли\n3. Joe Brown",
        "Present: Anna Smith, Joe Brown, Иван Петров, Mary Jones, Peter Green and Susan White.",
        "Anna Smith\tcardiology\tИванова\tseen on Monday by the nurse",
        "| Anna Smith | Иванова | seen on Monday by the nurse |",
        "Пациент заражён ВИЧ. The patient was seen in the clinic on Monday by the nurse and sent home.",
        "She was asked; Иван Петров; and nobody else of those who had been there was.",
    ],
)
def test_a_name_in_another_script_that_stands_by_itself_is_found(passage: str) -> None:
    assert find_unread(f"{AROUND}\n{passage}\n{AROUND}", ENGLISH)


@pytest.mark.parametrize(
    "passage",
    [
        "Her father (Иван Петров) was called by the nurse on Monday and came at once.",
        "The word comes from Greek λόγος, which means reason, and is used in many sciences today.",
        "See https://ru.wikipedia.org/wiki/Пётр for more.",
        "β",
        "The β-blocker was stopped; α, β, γ; 5 µg; 😀 ☎",
        "α β γ",
        "Methotrexate, prednisolone, azathioprine, infliximab, adalimumab, etanercept, rituximab, tocilizumab, abatacept,"
        " leflunomide, sulfasalazine, ciclosporin, and so on, as ever, od, bd, tds, qds, prn",
        "FBE, ESR, CRP, UEC, LFT, CMP, FE STUDIES, B12, VIT D, TFT, HBA1C, ANA, ENA, DSDNA, RF, CCP, TTG, IGA, EPG, FLC, URIC",
        "ABDOMEN: Soft. No hepatosplenomegaly. No HJR. No epigastric bruits. Umbilicus is everted. There is no striae.",
        "for (int i = 0; i < len; i++) { sum += arr[i]; } elif x: def foo(bar, baz): print(qux) import os sys re numpy np",
    ],
)
def test_names_in_brackets_terms_addresses_lists_and_code_are_no_other_language(passage: str) -> None:
    assert find_unread(f"{AROUND}\n\n{passage}\n\n{AROUND}", ENGLISH) is None


@pytest.mark.parametrize("code", OTHERS)
def test_english_is_another_language_for_a_reader_of_another(code: str) -> None:
    found = find_unread(ENGLISH_TEXTS["a letter"], [code])
    assert found is not None
    assert found.language == "en"
    assert find_unread(SAMPLES[code], [code]) is None


def test_a_language_that_is_read_is_no_evidence() -> None:
    for code, text in SAMPLES.items():
        assert find_unread(text, ["en", code]) is None, code
        assert find_unread(text, [ANY]) is None


@pytest.mark.parametrize(
    "text",
    ["张伟", "联系电话：13812345678", "Иванова", "田中太郎 様", "ליאור", "μητέρα", "Name: 김민수", "ນາງ ຄຳ"],
)
def test_another_script_is_told_at_any_length(text: str) -> None:
    assert find_unread(text, ENGLISH)


@pytest.mark.parametrize(
    "text", ["", "β", "5 µg", "Ω = 3", "Café Müller", "R² of α", "Ѕmіth is in", "Patient 男", "☎ ❷ 😀"]
)
def test_signs_and_disguises_are_no_other_script(text: str) -> None:
    assert find_unread(text, ENGLISH) is None


def test_kana_makes_it_japanese_and_ideograms_may_be_either() -> None:
    assert find_unread(SAMPLES["ja"], ["en", "zh"])
    assert find_unread("田中太郎", ["en", "ja"]) is None
    assert find_unread("田中太郎", ["en", "zh"]) is None


def test_letters_that_no_list_knows_are_an_unknown_language() -> None:
    """Words of an invented language with letters of the Latin script that English lacks."""
    words = "zěra ķluno šapet ñoruv žimba ţelka gůdra ďorin ļevoz mŵlat břenu čaliv pěstro ģirat łuzen kŕovi şanul vęgra"
    found = find_unread(f"{words} {words}", ENGLISH)
    assert found is not None
    assert found.language == UNKNOWN
    other = find_unread("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", ENGLISH)
    assert other is not None
    assert other.language == UNKNOWN


def test_fewer_words_than_twelve_are_no_evidence_but_have_a_weight() -> None:
    short = " ".join(SAMPLES["es"].split()[:11])
    assert count_words(short) < FEWEST_WORDS
    assert find_unread(short, ENGLISH) is None
    assert weigh_short(short, ENGLISH) > 0
    assert weigh_short("She was not there when they came.", ENGLISH) < 0
    assert weigh_short("Ann Smith, 212-555-0123", ENGLISH) == 0


def test_languages_are_given_by_code_or_name() -> None:
    assert [require_language(each) for each in ("es", "Spanish", " POLISH ", "any")] == [
        "es",
        "es",
        "pl",
        ANY,
    ]
    assert name_language("ja") == "Japanese"
    with pytest.raises(InputError, match="ISO 639"):
        require_language("Elvish")


def test_every_language_of_a_script_has_a_name() -> None:
    of_scripts = {code for script in SCRIPTS.values() for code in script.languages}
    assert of_scripts | set(FUNCTION_WORDS) <= {*NAMES, UNKNOWN}


@given(st.text())
def test_any_text_is_judged(text: str) -> None:
    found = find_unread(text, ENGLISH)
    assert found is None or found.words > 0


@pytest.mark.slow
def test_time_grows_with_the_text_alone() -> None:
    """A million letters of another script in one line, or one after the other among English words."""
    assert find_unread("中" * 1_000_000, ENGLISH)
    assert find_unread("word слово " * 60_000, ENGLISH)
    assert find_unread("some more words and одно слово of it " * 30_000, ENGLISH) is None


@pytest.mark.parametrize(
    "text",
    [
        "Yevhen Kravchuk (Євген Кравчук)",
        "Patient: Yevhen Kravchuk (Євген Кравчук)",
        "Wang Wei (王伟)",
        "Kravchuk [Кравчук]",
        "Nikos (Νίκος Παπαδόπουλος), born in Athens",
        "Ivan (Russian: Иван Петрович Иванов)",
        "Dr Кравчук called.",
        "The note was written by Αλέξανδρος Παπαδόπουλος on the night shift.",
    ],
)
def test_the_name_of_somebody_in_another_script_is_no_other_language(text: str) -> None:
    assert find_unread(text, ENGLISH) is None


@pytest.mark.parametrize(
    "text",
    [
        "Kravchuk (пациент заражён ВИЧ)",
        "Kravchuk (Пациент Заражён Вирусом Иммунодефицита Человека)",
        "Wang Wei (他昨天在医院接受了检查)",
        "Name: Євген Кравчук",
        "Dr Кравчук позвонил",
    ],
)
def test_what_is_more_than_a_name_in_another_script_is_another_language(text: str) -> None:
    assert find_unread(text, ENGLISH) is not None
