"""The vault: same people, same stand-ins, whoever writes; of use to nobody without its key."""

from __future__ import annotations

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import VaultError
from reticent.executors import Processes, map_in_order
from reticent.files import PRIVATE, write_whole
from reticent.vault.entries import MOST, Style, VaultEntry, invent
from reticent.vault.identities import NamedEntity, fold, name_entities
from reticent.vault.store import (
    VARIABLE,
    Vault,
    VaultKey,
    create_vault,
    create_vault_key,
    open_vault,
    read_vault_key,
)

KEY = VaultKey(bytes(range(32)))
NUMBERS, INVENTED = Style(), Style("invented", same_size=True)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    create_vault(tmp_path / "a.vault", KEY)
    return open_vault(tmp_path / "a.vault", lambda: KEY)


def people(*written: str) -> list[NamedEntity]:
    return [each for name in written for each in name_entities([("PERSON", name)])]


def test_numbers_are_given_in_order_and_once_for_each_name(vault: Vault) -> None:
    entries = vault.assign(people("Ann Lee", "Bob Poe", "ANN LEE"), NUMBERS)
    assert [entry.numbered for entry in entries] == ["PERSON 1", "PERSON 2", "PERSON 1"]
    (code,) = vault.assign([NamedEntity("MEDICAL_RECORD", "12 34", "12-34")], NUMBERS)
    assert code.numbered == "MEDICAL RECORD 1"
    assert vault.find_original("PERSON 2") == "Bob Poe"
    assert vault.find_original("PERSON 3") is None


def test_a_name_is_found_by_its_spelling_without_umlauts_and_the_other_way_round(vault: Vault) -> None:
    entries = vault.assign(people("Anna Müller", "Anna Mueller", "Anna Muller"), NUMBERS)
    assert len({entry.number for entry in entries}) == 1
    entries = vault.assign(people("Jan Koenig", "Jan König"), NUMBERS)
    assert len({entry.number for entry in entries}) == 1


def test_invented_stand_ins_are_nobody_elses(vault: Vault) -> None:
    named = people(*(f"Zoe Smith{letter}" for letter in "abcdefghij"))
    invented = [entry.invented for entry in vault.assign(named, INVENTED)]
    assert None not in invented
    assert len(set(invented)) == len(named)
    assert all(vault.is_stand_in(name or "") for name in invented)


def test_an_entry_that_had_a_number_gets_an_invented_name_when_it_is_asked_for(vault: Vault) -> None:
    (number,) = vault.assign(people("Ann Lee"), NUMBERS)
    (both,) = vault.assign(people("Ann Lee"), INVENTED)
    assert both.number == number.number
    assert INVENTED.choose(both) == both.invented != NUMBERS.choose(both)
    assert vault.find_original(both.invented or "") == vault.find_original(both.numbered) == "Ann Lee"


def test_a_stand_in_is_never_a_true_name_of_the_vault(vault: Vault) -> None:
    (first,) = vault.assign(people("Ann Lee"), INVENTED)
    other = open_vault(vault.path, lambda: KEY)
    fresh = vault.path.with_name("b.vault")
    create_vault(fresh, KEY)
    again = open_vault(fresh, lambda: KEY)
    again.assign(people(first.invented or ""), NUMBERS)  # now it is somebody's true name
    (second,) = again.assign(people("Ann Lee"), INVENTED)
    assert second.invented != first.invented
    assert other.find(people("Ann Lee")[0]) == first


def test_the_same_documents_give_the_same_stand_ins_under_the_same_key(tmp_path: Path) -> None:
    found = []
    for name in ("a", "b"):
        create_vault(tmp_path / name, KEY)
        found.append(open_vault(tmp_path / name, lambda: KEY).assign(people("Ann Lee", "Bob Poe"), INVENTED))
    assert found[0] == found[1]


def test_collections_with_different_keys_do_not_link(tmp_path: Path) -> None:
    names = [f"Zoe Smith{letter}" for letter in "abcdefghijklmnop"]
    found = []
    for number in range(2):
        key = create_vault_key()
        create_vault(tmp_path / str(number), key)
        vault = open_vault(tmp_path / str(number), lambda key=key: key)  # type: ignore[misc]
        found.append([entry.invented for entry in vault.assign(people(*names), INVENTED)])
    assert found[0] != found[1]


@settings(max_examples=40)
@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=12), min_size=1, max_size=5))
def test_two_names_share_a_stand_in_only_if_they_share_a_form(names: list[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        create_vault(Path(folder) / "v", KEY)
        vault = open_vault(Path(folder) / "v", lambda: KEY)
        named = [NamedEntity("CODE", fold(name), name) for name in names]
        entries = vault.assign(named, INVENTED)
        assert vault.assign(named, INVENTED) == entries
        shown = {each.form: INVENTED.choose(entry) for each, entry in zip(named, entries, strict=True)}
        assert len(set(shown.values())) == len(shown)
        vault.close()


def test_nothing_of_a_name_can_be_read_without_the_key(vault: Vault) -> None:
    vault.assign(people("Zorblat Quizzle"), INVENTED)
    vault.note_documents([("a [PERSON 1]", [(2, 12, "Zorblat")])])
    vault.close()
    data = vault.path.read_bytes()
    for word in (b"Zorblat", b"zorblat", b"Quizzle", b"PERSON", KEY.secret):
        assert word not in data
    assert stat.S_IMODE(vault.path.stat().st_mode) == 0o600


def test_a_vault_of_another_key_is_refused_in_one_line_that_names_both(vault: Vault) -> None:
    other = create_vault_key()
    with pytest.raises(VaultError, match="belongs to the key") as caught:
        open_vault(vault.path, lambda: other)
    assert KEY.name in str(caught.value)
    assert other.name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_vault_or_not_there_is_refused(tmp_path: Path, vault: Vault) -> None:
    with pytest.raises(VaultError, match="vault create"):
        open_vault(tmp_path / "missing", lambda: KEY)
    (tmp_path / "text").write_text("no database")
    with pytest.raises(VaultError, match="not a vault"):
        open_vault(tmp_path / "text", lambda: KEY)
    with pytest.raises(VaultError, match="already exists"):
        create_vault(vault.path, KEY)
    with pytest.raises(VaultError, match="can't be written"):
        create_vault(tmp_path / "no" / "folder", KEY)


def test_a_value_that_somebody_moved_to_another_row_is_not_believed(vault: Vault) -> None:
    vault.assign(people("Ann Lee", "Bob Poe"), NUMBERS)
    with sqlite3.connect(vault.path) as database:
        database.execute("UPDATE entry SET value = (SELECT value FROM entry WHERE id = 2) WHERE id = 1")
    with pytest.raises(VaultError, match="changed by somebody else"):
        vault.find_original("PERSON 1")


def _assign(path: str, name: str) -> str:
    vault = open_vault(Path(path), lambda: KEY)
    try:
        return vault.assign(people(name), NUMBERS)[0].numbered
    finally:
        vault.close()


def test_two_writers_at_once_agree(vault: Vault) -> None:
    names = [f"Zoe Smith{number % 7}x" for number in range(42)]
    numbers = list(map_in_order(Processes(2), partial(_assign, str(vault.path)), names))
    assert len(set(numbers)) == 7
    assert len({(name, number) for name, number in zip(names, numbers, strict=True)}) == 7


def test_a_document_is_known_again_by_its_text_alone(vault: Vault) -> None:
    vault.note_documents([("a [PERSON 1]", [(2, 12, "Ann")])])
    assert vault.find_changes("a [PERSON 1]") == [(2, 12, "Ann")]
    assert vault.find_changes("b [PERSON 1]") is None


def test_numbers_have_commas_from_ten_thousand_on_and_an_end() -> None:
    assert VaultEntry("PERSON", "x", "X", 9999).numbered == "PERSON 9999"
    assert VaultEntry("PERSON", "x", "X", 12345).numbered == "PERSON 12,345"
    with pytest.raises(VaultError, match="number no more"):
        invent(VaultEntry("PERSON", "x", "X", MOST + 1), NUMBERS, is_free=lambda *_: True, draw=lambda *_: 1)


def test_a_key_comes_from_a_file_or_the_environment_and_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = create_vault_key()
    write_whole(tmp_path / "key", key.write().encode(), mode=PRIVATE)
    assert read_vault_key(tmp_path / "key") == key
    monkeypatch.setenv(VARIABLE, key.write())
    assert read_vault_key() == key
    assert repr(key) == "VaultKey()"
    for content in ("", "reticent-vault-key:", "reticent-vault-key:abc", "\xff", key.write()[10:]):
        (tmp_path / "key").write_text(content, encoding="latin-1")
        with pytest.raises(VaultError, match="holds no key"):
            read_vault_key(tmp_path / "key")
    with pytest.raises(VaultError, match="can't be read"):
        read_vault_key(tmp_path / "missing")


def _sizes(path: Path, question: str) -> set[int]:
    with sqlite3.connect(path) as database:
        return {len(value) for (value,) in database.execute(question)}


def test_the_length_of_a_name_does_not_show(vault: Vault) -> None:
    vault.assign(
        people("Al Po", "Maximilian Featherstonehaugh-Cholmondeley", "A" * 60 + " " + "B" * 60), NUMBERS
    )
    vault.assign(people("Jo Ny"), INVENTED)
    assert len(_sizes(vault.path, "SELECT value FROM entry")) == 1


def test_of_a_document_only_the_rough_size_shows(vault: Vault) -> None:
    vault.note_documents([(f"text {length}", [(0, 1, "x" * length)]) for length in range(1, 400, 20)])
    vault.note_documents([(f"long {length}", [(0, 1, "x" * length)]) for length in range(600, 900, 20)])
    assert len(_sizes(vault.path, "SELECT value FROM document")) == 2


def test_a_vault_whose_values_were_not_filled_up_still_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr("reticent.vault.store._fill_up", lambda plain: plain)
        create_vault(tmp_path / "old.vault", KEY)
        old = open_vault(tmp_path / "old.vault", lambda: KEY)
        old.assign(people("Ann Lee"), NUMBERS)
        old.note_documents([("text", [(0, 3, "Ann")])])
        old.close()
    vault = open_vault(tmp_path / "old.vault", lambda: KEY)
    assert vault.find_original("PERSON 1") == "Ann Lee"
    assert vault.find_changes("text") == [(0, 3, "Ann")]
    assert len(_sizes(vault.path, "SELECT value FROM entry")) == 1


def test_threads_take_turns_at_one_open_vault(vault: Vault) -> None:
    def assign(number: int) -> str:
        (entry,) = vault.assign(people(f"Ann Lee{'abcdefgh'[number % 8]}"), NUMBERS)
        assert vault.is_stand_in(entry.numbered)
        return entry.numbered

    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(assign, range(64)))
    assert len(set(given)) == 8
    assert given[:8] == given[8:16]
