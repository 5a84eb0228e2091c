import pickle
from pathlib import Path

import pytest

import reticent
from reticent import open_policy
from reticent.engine import Outcome
from reticent.errors import DocumentError, PolicyError, PromiseError, ReticentError, VaultError
from reticent.files import PRIVATE, write_whole
from reticent.usecases.dataframes import sanitize_array, sanitize_expression, sanitize_series, sanitize_values
from reticent.vault.store import create_vault, create_vault_key

TEXTS = ["Ask ann@example.org.", None, "Nothing."]
RELEASED = ["Ask [EMAIL].", None, "Nothing."]


@pytest.fixture
def policy(tmp_path: Path) -> reticent.OpenPolicy:
    file = tmp_path / "policy.toml"
    file.write_text('[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"\n', encoding="utf-8")
    return open_policy(file)


def test_a_policy_travels_by_its_name_and_gives_the_same(policy: reticent.OpenPolicy) -> None:
    assert policy.sanitize("Ask ann@example.org.").text == "Ask [EMAIL]."
    data = pickle.dumps(policy)
    assert len(data) < 1000
    again = pickle.loads(data)  # noqa: S301 - our own bytes
    assert again == policy
    assert again.sanitize("Ask ann@example.org.").text == "Ask [EMAIL]."


def test_many_texts_come_in_order_from_any_number_of_processes(policy: reticent.OpenPolicy) -> None:
    texts = [f"Ask a{number}@example.org {number}." for number in range(70)]
    one = [each.text for each in policy.sanitize_many(texts) if not isinstance(each, ReticentError)]
    two = [
        each.text for each in policy.sanitize_many(texts, workers=2) if not isinstance(each, ReticentError)
    ]
    assert one == two == [f"Ask [EMAIL] {number}." for number in range(70)]


def test_a_policy_that_is_not_there_or_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="does not exist"):
        open_policy(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("nonsense = 1")
    with pytest.raises(PolicyError):
        open_policy(tmp_path / "bad.toml")


def test_plain_strings_are_documents() -> None:
    model = reticent.Redaction((reticent.patterns(["EMAIL"]),))
    assert reticent.sanitize("Ask ann@example.org.", model).text == "Ask [EMAIL]."


def test_values_that_are_nothing_stay_so_and_others_are_refused(policy: reticent.OpenPolicy) -> None:
    assert list(sanitize_values(TEXTS, policy)) == RELEASED
    with pytest.raises(DocumentError, match="value 1 is no text but int"):
        list(sanitize_values(["a", 5], policy))


def test_a_text_that_can_not_be_released_raises_or_becomes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    words = '[[detectors]]\ntype = "words"\nkind = "WORD"\nwords = ["dog"]\n'
    file.write_text(f'{words}[[models]]\ntype = "t-plausibility"\nt = {10**18}\n', encoding="utf-8")
    with pytest.raises(PromiseError):
        list(sanitize_values(["The dog barked."], open_policy(file)))
    assert list(sanitize_values(["The dog barked."], open_policy(file), skip_bad=True)) == [None]


def test_a_pandas_series_keeps_its_index_and_name(policy: reticent.OpenPolicy) -> None:
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(TEXTS, index=[5, 6, 7], name="note", dtype=object)
    released = sanitize_series(series, policy)
    assert list(released) == RELEASED
    assert (list(released.index), released.name) == ([5, 6, 7], "note")


def test_a_polars_expression_stays_lazy(policy: reticent.OpenPolicy) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.LazyFrame({"note": TEXTS})
    asked = frame.with_columns(sanitize_expression(polars.col("note"), policy))
    assert isinstance(asked, polars.LazyFrame)
    assert asked.collect()["note"].to_list() == RELEASED


def test_a_pyarrow_array_keeps_its_chunks(policy: reticent.OpenPolicy) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    assert sanitize_array(pyarrow.array(TEXTS), policy).to_pylist() == RELEASED
    chunked = sanitize_array(pyarrow.chunked_array([TEXTS, TEXTS[:1]]), policy)
    assert (chunked.num_chunks, chunked.to_pylist()) == (2, [*RELEASED, RELEASED[0]])


def test_a_policy_opened_with_a_vault_travels_links_and_turns_texts_back(
    policy: reticent.OpenPolicy, tmp_path: Path
) -> None:
    key, vault = create_vault_key(), tmp_path / "a.vault"
    write_whole(tmp_path / "key", key.write().encode(), mode=PRIVATE)
    create_vault(vault, key)
    linked = open_policy(tmp_path / "policy.toml", dates="year", pseudonyms=vault, vault_key=tmp_path / "key")
    texts = [f"Ask a{number % 3}@example.org on 12 March 2024." for number in range(6)]
    many = [each.text for each in linked.sanitize_many(texts, workers=2) if isinstance(each, Outcome)]
    assert many == [f"Ask [EMAIL {number % 3 + 1}] in 2024." for number in range(6)]
    again = pickle.loads(pickle.dumps(linked))  # noqa: S301 - our own bytes
    assert again.sanitize("Write to a2@example.org!").text == "Write to [EMAIL 3]!"
    assert again.restore(many[0]) == texts[0]
    assert again.restore("[EMAIL 2] and [EMAIL 9]") == "a1@example.org and [EMAIL 9]"
    with pytest.raises(VaultError, match="pseudonyms=FILE"):
        policy.restore("[EMAIL 1]")
