"""One parser of protections: what is no name is refused with the right notation, and quotes always work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reticent import open_corpus, wordnet
from reticent.errors import InputError
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.indistinct import Indistinct
from reticent.models.shared.protections import read_name, read_protected, split_pair
from reticent.policy.assembly import make_rules
from reticent.policy.reading import parse_policy

ANOTHER_NOTATION = """HIV:disease|HIV: disease|HIV : disease|HIV->disease|HIV -> disease|HIV-->disease|HIV=>disease|HIV → disease
    |HIV⇒disease|HIV ➔ disease|HIV;depression|HIV; depression|HIV, depression|HIV,depression|HIV, depression, cancer
    |HIV as disease|HIV as a disease|HIV is a disease|HIV/disease|HIV / depression|HIV and depression|HIV & depression
    |HIV + depression|HIV (disease)|human immunodeficiency virus (HIV)|HIV - disease|HIV – disease|HIV—disease|HIV>disease
    |HIV := disease|HIV\\disease|HIV~disease|HIV_disease|{"HIV": "disease"}|["HIV", "depression"]|"HIV": "disease"|HIV：disease
    |{HIV}|<HIV>|HIV\tdisease|HIV\ndisease""".split("|")
SEVERAL = [
    "asthma epilepsy",
    "asthma with epilepsy",
    "asthma, then epilepsy",
    "diabetes HIV",
    "HIV depression",
    "HIV and depression",
]
FORM = "--protect is written ENTITY=GENERAL"
NAMES = [
    "HIV", "HIV infection", "HIV-1", "hepatitis B", "Barack Obama", "O'Brien", "Guillain–Barré syndrome", "St. Mary's",
    "Acme, Inc.", "Apple, Inc", "Martin Luther King, Jr.", "Marks & Spencer", "Trinidad and Tobago", "C#", "HIV+", "24/7 gym",
    "Jean-Luc", "Yahoo!", "AT&T", "lung cancer", "bread and butter", "3M",
]  # fmt: skip


def is_known(name: str) -> bool:
    return bool(wordnet().concepts(name))


@pytest.mark.parametrize("said", [each.strip(" \n") for each in ANOTHER_NOTATION])
def test_another_notation_is_refused_with_the_right_one(said: str) -> None:
    with pytest.raises(InputError, match="is not understood") as refused:
        read_name(said, is_known)
    first = "human immunodeficiency virus" if said.startswith("human") else "HIV"
    assert f'write --protect "{first}' in str(refused.value)
    assert ("double quotes" in str(refused.value)) == ('"' not in said)
    assert "\n" not in str(refused.value).replace(said, "")


@pytest.mark.parametrize("said", SEVERAL)
def test_conditions_side_by_side_are_refused_and_never_offered_as_a_pair(said: str) -> None:
    with pytest.raises(InputError, match=r'write --protect "\w+" --protect "\w+"') as refused:
        read_name(said, is_known)
    assert "may be disclosed" not in str(refused.value)


@pytest.mark.parametrize("said", ["HIV => disease", "HIV=>disease", "HIV=<disease"])
def test_an_arrow_is_no_pair(said: str) -> None:
    with pytest.raises(InputError, match="is written ENTITY=GENERAL, not"):
        split_pair(said, form=FORM)


def test_what_has_quotes_inside_is_not_told_to_put_quotes_around_them() -> None:
    with pytest.raises(InputError, match="is not understood") as refused:
        read_name('["HIV"]', is_known)
    assert "double quotes" not in str(refused.value)


def test_the_right_notation_is_spelled_out() -> None:
    with pytest.raises(
        InputError, match='write --protect "sepsis=disease" if disease may be disclosed of sepsis'
    ):
        read_name("sepsis -> disease", is_known)
    with pytest.raises(InputError, match='write --protect "HIV" --protect "depression"'):
        read_name("HIV, depression", is_known)


@pytest.mark.parametrize("said", NAMES)
def test_a_name_is_read_as_it_is(said: str) -> None:
    assert read_name(f" {said} ", is_known) == said


@pytest.mark.parametrize(
    "name", ["Acme, Inc.", "HIV, depression", "Star Trek: Voyager", "a = b", "HIV/AIDS", "A|B"]
)
@pytest.mark.parametrize("quotes", ['""', "“”", "''", "«»"])
def test_quotes_always_work(name: str, quotes: str) -> None:
    quoted = f"{quotes[0]}{name}{quotes[1]}"
    assert read_name(quoted, is_known) == name
    assert split_pair(f"{quoted} = company", form=FORM) == (quoted, "company")
    assert split_pair(f"company={quoted}", form=FORM) == ("company", quoted)


@pytest.mark.parametrize(
    "said", ["=disease", "HIV=", "HIV==disease", "=", "", "  ", "a=b=c", "HIV=disease,TB=disease"]
)
def test_what_is_no_pair_is_refused(said: str) -> None:
    with pytest.raises(InputError, match="is written ENTITY=GENERAL, not"):
        split_pair(said, form=FORM)


@pytest.mark.parametrize("said", ["?", '"."', "-", "''"])
def test_a_name_without_a_letter_names_nothing(said: str) -> None:
    with pytest.raises(InputError, match="names nothing"):
        read_name(said, is_known)


def test_one_entity_that_is_written_twice_is_one() -> None:
    protect = {"HIV": "virus", '"HIV"': ["disease", "virus"]}
    (read,) = read_protected(protect, {" HIV ": ["lav"]}, wordnet())
    assert (read.name, read.generals, read.aliases) == ("HIV", ("virus", "disease"), ("lav",))


@pytest.mark.parametrize("make", [CgSanitization, Indistinct])
@pytest.mark.parametrize(
    "protect",
    [
        {"HIV:disease": None},
        {"HIV, depression": "condition"},
        {"HIV": "disease; virus"},
        {"HIV=disease": None},
    ],
)
def test_models_refuse_what_the_command_line_refuses(
    make: type[CgSanitization | Indistinct], protect: dict[str, str | None]
) -> None:
    with pytest.raises(InputError, match="is not understood"):
        make(protect, corpus=open_corpus(), taxonomy=wordnet())


@pytest.mark.parametrize("protect", ["HIV=disease", ["HIV"], {"HIV"}])
def test_a_protection_that_is_no_mapping_is_refused(protect: object) -> None:
    with pytest.raises(InputError, match="mapping of entities"):
        CgSanitization(protect, corpus=open_corpus(), taxonomy=wordnet())  # type: ignore[arg-type]


def test_an_alias_that_is_a_list_is_refused() -> None:
    with pytest.raises(InputError, match="is not understood"):
        read_protected({"HIV": "disease"}, {"HIV": ["AIDS, tuberculosis"]}, wordnet())


@pytest.mark.parametrize("type_", ["cg-sanitization", "indistinct"])
@pytest.mark.parametrize("entity", ["HIV:disease", "HIV, depression", "HIV/depression", "HIV=disease"])
def test_a_policy_refuses_another_notation(type_: str, entity: str) -> None:
    text = f'[[models]]\ntype = "{type_}"\nprotect = {{ "{entity}" = "condition" }}\n'
    with pytest.raises(InputError, match="is not understood"):
        make_rules(parse_policy(text, "policy"), Path())


@pytest.mark.parametrize("type_", ["cg-sanitization", "indistinct"])
def test_a_policy_may_quote_a_name(type_: str) -> None:
    text = f'[[models]]\ntype = "{type_}"\nprotect = {{ \'"HIV"\' = "infection" }}\naliases = {{ HIV = ["lav"] }}\n'
    (model,) = make_rules(parse_policy(text, "policy"), Path()).models
    assert model.promise.names["HIV"][:2] == ("HIV", "lav")


@pytest.mark.parametrize("entity", [("HIV",), 3, None, b"HIV"])
def test_a_name_that_is_no_text_is_refused(entity: Any) -> None:
    with pytest.raises(InputError, match="is a text"):
        read_name(entity, str.istitle)
