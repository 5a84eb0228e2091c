"""What `experiments.readers` selects, lays out and scores, on texts made up here."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from experiments.notes import Note
from experiments.readers import render_blind, render_offline
from experiments.readers_attackers import Bayes, ListReader, Rank, Similarity, rank_hidden
from experiments.readers_candidates import Candidates
from experiments.readers_conditions import Condition, find_names, merge_conditions
from experiments.readers_fields import find_names_of_diseases
from experiments.readers_releases import Released
from experiments.readers_sheets import (
    ANSWERS,
    KEY,
    SHEETS,
    Verdict,
    Version,
    lay_out_sheets,
    place_of,
    read_answers,
    read_verdicts,
    render_sheet,
    tables,
    tally_verdicts,
    write_sheets,
)
from experiments.readers_shelf import Shelf
from experiments.readers_texts import (
    HiddenText,
    divide_into_sections,
    limit_conditions,
    select_notes,
    shorten,
)
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, wordnet
from reticent.knowledge import MemoryCorpus
from reticent.models.indistinct import Indistinct
from reticent.text import Span

GOUT = Condition("gout", ("gout", "podagra"), ("M10",), {"allopurinol": 3, "big toe": 2})
ASTHMA = Condition("asthma", ("asthma", "reactive airways"), ("J45",), {"wheeze": 2, "inhaler": 2})
TYPE_1 = Condition("type 1 diabetes", ("type 1 diabetes", "T1DM"), ("E10",), {"insulin pump": 3})
TYPE_2 = Condition("type 2 diabetes", ("type 2 diabetes", "diabetes", "T2DM"), ("E11",), {"metformin": 3})
PREGNANCY = Condition("pregnancy", ("pregnancy", "pregnant"), ("Z33",))
CONDITIONS = (GOUT, ASTHMA, TYPE_1, TYPE_2, PREGNANCY)
NAMES = find_names(CONDITIONS)
FILLER = "The patient came in on foot and sat down in the second chair by the window. " * 10


def note(
    text: str, *, number: int = 1, title: str = "Office Visit", specialty: str = "General Medicine"
) -> Note:
    return Note(number, title, frozenset({specialty}), text + FILLER)


def hidden(text: str, condition: Condition = GOUT, *, number: int = 1, half: int = 1) -> HiddenText:
    return HiddenText(f"note-{number}", "main", condition.name, condition.names, text, half)


def test_entries_of_the_list_that_are_one_thing_become_one() -> None:
    british = Condition("gonorrhoea", ("gonorrhoea", "gonorrhea", "the clap"), ("A54",), {"ceftriaxone": 2})
    american = Condition("gonorrhea", ("gonorrhea", "the clap", "GC"), ("A54.9",), {"ceftriaxone": 3})
    joined, other = merge_conditions([british, GOUT, american])
    assert joined.name == "gonorrhoea"
    assert set(joined.names) == {"gonorrhoea", "gonorrhea", "the clap", "GC"}
    assert joined.hints == {"ceftriaxone": 3}
    assert other == GOUT


def test_the_longest_name_at_a_place_counts_and_acronyms_only_as_they_are_written() -> None:
    assert NAMES.conditions("She has Type 1 diabetes.") == {"type 1 diabetes"}
    assert NAMES.conditions("DIABETES, T1DM") == {"type 2 diabetes", "type 1 diabetes"}
    assert NAMES.conditions("t1dm") == set()
    assert find_names([Condition("x", ("haemorrhages",))]).conditions("A hemorrhage.") == {"x"}


def test_a_name_that_is_nothing_without_its_sign_is_not_looked_for() -> None:
    assert (
        find_names([Condition("hip fracture", ("hip fracture", "hip #"))]).conditions("The hip is fine.")
        == set()
    )


def test_a_condition_of_the_past_history_that_the_visit_does_not_speak_of_is_hidden_as_background() -> None:
    text = "CHIEF COMPLAINT: Asthma.\nPAST MEDICAL HISTORY: Gout, diabetes.\nPLAN: Follow the diabetes, allopurinol. "
    (found,) = select_notes([note(text)], CONDITIONS)
    assert (found.sort, found.condition) == ("background", "gout")


def test_a_background_condition_that_nothing_hints_at_is_not_worth_hiding() -> None:
    text = "CHIEF COMPLAINT: Asthma.\nPAST MEDICAL HISTORY: Gout, diabetes.\nPLAN: Asthma. "
    (found,) = select_notes([note(text)], CONDITIONS)
    assert (found.sort, found.condition) == ("main", "asthma")


@pytest.mark.parametrize("past", ["No gout, no diabetes.", "Father had gout.", "Denies gout."])
def test_what_the_past_history_denies_or_a_relative_had_is_no_background_condition(past: str) -> None:
    text = f"CHIEF COMPLAINT: Asthma. Diabetes.\nPAST MEDICAL HISTORY: {past}\nPLAN: Asthma, allopurinol. "
    assert {text.sort for text in select_notes([note(text)], CONDITIONS)} == {"main"}


def test_the_reason_of_the_visit_that_is_named_most_often_is_the_main_condition() -> None:
    text = "REASON FOR VISIT: Gout and asthma.\nPLAN: Gout again. Gout it is. Asthma. "
    (found,) = select_notes([note(text)], CONDITIONS)
    assert (found.sort, found.condition) == ("main", "gout")


def test_notes_of_operations_long_notes_and_states_that_are_no_illness_are_left_out() -> None:
    text = "CHIEF COMPLAINT: Gout.\nPLAN: Gout. "
    pregnant = "CHIEF COMPLAINT: Pregnancy.\nPLAN: Pregnancy. "
    notes = [note(text, specialty="Surgery"), note(text + FILLER * 8), note(pregnant)]
    assert select_notes(notes, CONDITIONS) == []


def test_a_half_hides_no_condition_more_often_than_allowed() -> None:
    texts = [hidden("a", number=number, half=number % 2) for number in range(10)]
    kept = limit_conditions(texts, 3)
    assert Counter(text.half for text in kept) == {0: 3, 1: 3}


def test_sections_cover_the_text_and_carry_their_headings() -> None:
    text = "Seen today. CHIEF COMPLAINT: Cough.\nPAST MEDICAL HISTORY: None."
    sections = list(divide_into_sections(text))
    assert [heading for heading, _, _ in sections] == ["", "CHIEF COMPLAINT", "PAST MEDICAL HISTORY"]
    assert [text[start:end].strip() for _, start, end in sections] == ["Seen today.", "Cough.", "None."]


def test_a_long_text_is_cut_at_the_end_of_a_sentence() -> None:
    text = hidden("One two three. Four five six. Seven.")
    assert shorten(text, 5).text == "One two three."
    assert shorten(text, 7) is text


def test_a_reader_ranks_the_hidden_condition_among_those_that_the_release_does_not_name() -> None:
    reader = Similarity(
        {"gout": "urate crystals toe", "asthma": "wheeze airway toe", "type 2 diabetes": "sugar"}
    )
    release = Document("r", "The toe had crystals.")
    assert rank_hidden(reader, hidden(""), release, NAMES) == Rank(0)
    wheezing = Document("r", "Wheeze, airway, and a sore joint.")
    assert rank_hidden(reader, hidden(""), wheezing, NAMES) == Rank(1, alike=2)
    named = Document("r", "Wheeze, airway, and asthma.")
    assert rank_hidden(reader, hidden(""), named, NAMES) == Rank(0, alike=2), (
        "asthma is named, so it is not what was hidden"
    )
    assert rank_hidden(reader, hidden("", TYPE_1), release, NAMES) is None, "it never heard of that"


def test_a_release_that_names_what_it_hides_is_guessed_at_once() -> None:
    reader = Similarity({"gout": "urate", "asthma": "wheeze airway"})
    assert rank_hidden(reader, hidden(""), Document("r", "Wheeze with podagra."), NAMES) == Rank(0)


@given(st.integers(0, 20), st.integers(1, 20))
def test_what_a_reader_can_not_tell_apart_shares_the_guesses(before: int, alike: int) -> None:
    chances = [Rank(before, alike).chance_within(guesses) for guesses in range(50)]
    assert chances == sorted(chances)
    assert chances[before] == 0
    assert chances[before + alike] == 1
    assert chances[before + 1] == pytest.approx(1 / alike)


def test_words_of_the_attacked_text_do_not_count_for_its_own_reader() -> None:
    text = "unicorn tears and urate crystals"
    others = ["urate crystals in the joint", "urate and pain"]
    documents = {"gout": [text, *others], "asthma": ["wheeze and cough", "a wheeze in the chest", "cough"]}
    own = Bayes(documents, {"note-1": frozenset({"gout"})})
    without = Bayes({**documents, "gout": others}, {})
    release = Document("r", "unicorn tears")
    seen = own.scores(hidden("", number=2), release)
    blind = own.scores(hidden(text), release)
    assert seen["gout"] - seen["asthma"] > blind["gout"] - blind["asthma"]
    plain = Document("r", "urate")
    assert own.scores(hidden(text), plain)["gout"] == pytest.approx(
        without.scores(hidden(text), plain)["gout"], rel=0.1
    )


def test_the_list_reader_adds_strengths_and_trusts_rare_hints_more() -> None:
    reader = ListReader(CONDITIONS)
    scores = reader.scores(hidden(""), Document("r", "Takes allopurinol for the big toe, has an inhaler."))
    assert max(scores, key=lambda name: scores[name]) == "gout"
    assert scores["type 1 diabetes"] == 0


versions = st.builds(
    lambda texts, kinds: [
        Version(f"t{text}", "main", f"kind {kind}", "gout", 0.9, f"text {text} of kind {kind}")
        for text in range(texts)
        for kind in range(kinds)
    ],
    st.integers(1, 12),
    st.integers(1, 7),
)


def test_a_shelf_gives_back_what_it_was_given_and_makes_nothing_twice(tmp_path: Path) -> None:
    made = []

    def make(text: HiddenText) -> list[Released]:
        made.append(text.id)
        document = Document(text.id, "A [REMOVED] toe.", placeholders=(Span(2, 11),))
        return [Released(text, "names gone", document, 0.75)]

    texts = [hidden("A sore toe.", number=number) for number in (1, 2)]
    first = Shelf(tmp_path).take_all(texts[:1], make)
    assert Shelf(tmp_path).take_all(texts, make) == [*first, *make(texts[1])]
    assert made == ["note-1", "note-2", "note-2"]
    assert Shelf().take_all(texts, make) == [each for text in texts for each in make(text)]


def test_candidates_are_the_same_list_whichever_is_hidden_and_say_which_by_their_own_names() -> None:
    fever = Condition("dengue", ("dengue", "breakbone fever", "DF"))
    other = Condition("depressive feeling", ("depressive feeling", "DF", "dengue"))
    candidates = Candidates.of([other, fever])
    assert [each.name for each in candidates.all] == ["dengue", "depressive feeling"]
    assert candidates.own_names == {
        "dengue": ("dengue", "breakbone fever"),
        "depressive feeling": ("depressive feeling",),
    }
    assert "DF" in candidates.all[0].names
    assert "DF" in candidates.all[1].names
    assert "dengue" not in candidates.all[1].names, "it is another's own name"
    hide = [
        Indistinct(
            {name: None},
            corpus=MemoryCorpus(["dengue with a breakbone fever", "a depressive feeling"]),
            taxonomy=wordnet(),
            k=1,
            candidates=candidates.all,
            aliases={name: candidates.own_names[name]},
        )
        for name in candidates.own_names
    ]
    assert {model.secrets[0].candidates for model in hide} == {candidates.all}


@given(versions, st.integers(0, 99))
def test_no_reader_gets_two_versions_of_a_text_and_two_readers_get_every_release(
    given_versions: list[Version], seed: int
) -> None:
    sheets = lay_out_sheets(given_versions, seed=seed)
    for sheet in sheets:
        texts = [version.text for version in sheet.versions]
        assert len(texts) == len(set(texts))
    assert Counter(version for sheet in sheets for version in sheet.versions) == dict.fromkeys(
        given_versions, 2
    )


@given(versions, st.integers(0, 99))
def test_the_same_seed_gives_the_same_sheets(given_versions: list[Version], seed: int) -> None:
    assert lay_out_sheets(given_versions, seed=seed) == lay_out_sheets(given_versions, seed=seed)


def test_a_sheet_says_what_to_do_and_neither_the_kind_nor_the_answer() -> None:
    (sheet, _) = lay_out_sheets([Version("t", "main", "names gone", "gout", 0.9, "A sore toe.")], seed=1)
    page = render_sheet(sheet)
    assert '{"text": 1, "guesses"' in page
    assert "## Text 1\n\nA sore toe." in page
    assert "gone" not in page.split("## Text 1")[1]
    assert "gout" not in page


@pytest.mark.parametrize(
    ("guesses", "place"),
    [
        (("Podagra",), 1),
        (("asthma", "acute gout attack"), 2),
        (("asthma", "T2DM", "flu"), None),
        ((), None),
    ],
)
def test_a_guess_is_right_when_it_holds_a_name_of_the_condition(
    guesses: tuple[str, ...], place: int | None
) -> None:
    assert place_of("gout", guesses, NAMES) == place


def test_a_guess_may_use_a_name_that_only_the_list_has_for_the_disease_of_a_text() -> None:
    text = replace(hidden("", GOUT), sort="symptoms", names=("Gout", "GA"), condition="Gout")
    names = find_names_of_diseases([text], [*CONDITIONS, Condition("general anaesthesia", ("GA", "asleep"))])
    assert place_of("Gout", ("podagra",), names) == 1
    assert place_of("Gout", ("asleep",), names) is None, "an acronym says not that two are the same"


def test_a_guess_that_names_another_condition_by_a_longer_name_is_wrong() -> None:
    assert place_of("type 2 diabetes", ("type 1 diabetes",), NAMES) is None
    assert place_of("type 2 diabetes", ("diabetes mellitus",), NAMES) == 1


def test_answers_are_scored_by_the_key_and_a_missing_answer_counts_as_not_guessed(tmp_path: Path) -> None:
    own = [
        Version(f"t{number}", "main", kind, "gout", kept, "text")
        for number in (1, 2)
        for kind, kept in (("names gone", 0.9), ("model", 0.8))
    ]
    sheets = lay_out_sheets(own, seed=3)
    write_sheets(tmp_path, sheets)
    key = json.loads((tmp_path / KEY).read_text("utf-8"))
    assert all(
        set(row) == {"text", "sort", "kind", "condition", "kept"}
        for rows in key.values()
        for row in rows.values()
    )
    for sheet in sheets:
        assert (tmp_path / SHEETS / f"{sheet.name}.md").exists()
        lines = [
            json.dumps(
                {"text": number, "guesses": ["gout" if version.kind == "names gone" else "asthma", "podagra"]}
            )
            for number, version in enumerate(sheet.versions, 1)
            if version.text == "t1"
        ]
        (tmp_path / ANSWERS / f"{sheet.name}.jsonl").write_text("\n".join(lines), "utf-8")
    tallies = tally_verdicts(read_verdicts(tmp_path, {"main": NAMES}))["main"]
    assert (tallies["names gone"].first, tallies["names gone"].among_three) == (0.5, 0.5)
    assert (tallies["model"].first, tallies["model"].among_three) == (0.0, 0.5)
    assert (tallies["model"].releases, tallies["model"].readings, tallies["model"].kept) == (2, 4, 0.8)
    assert tallies["names gone"].both_readers == 0.5


def test_figures_become_the_tables_of_the_page() -> None:
    own = {"used": False, "texts": 8, "first": 0.25, "first_five": 0.5}
    table = render_offline({"names gone": {"refused": 1, "kept": 0.987, "readers": {"list": own}}})
    assert table[0] == "| release | words kept | refused | list |"
    assert table[2] == "| names gone | 98.7% | 1 | 25% (50%) of 8 |"
    verdicts = [Verdict("t1", "main", "model", 0.8, 1), Verdict("t1", "main", "model", 0.8, 3)]
    assert render_blind(tables(verdicts)["main"])[2] == "| model | 80.0% | 50% | 100% | 0% | 50% | 1 |"


def test_a_line_that_is_no_answer_ends_the_scoring_with_its_place() -> None:
    with pytest.raises(SystemExit, match="main-01: line 2"):
        read_answers('{"text": 1, "guesses": ["a"]}\nI think it is gout', "main-01")
