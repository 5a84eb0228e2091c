"""A proof says what it says, to everybody alike, and nothing besides."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import InputError, PlanError, PromiseError, ProofError
from reticent.plan import DeclaredException, Plan, plans_from_json, plans_to_json, read_plans
from reticent.policy.recipe import Recipe
from reticent.proof.keys import (
    Envelope,
    create_key,
    read_envelope,
    read_public_key,
    read_signing_key,
    sign,
    write_envelope,
    write_public_key,
    write_signing_key,
)
from reticent.proof.statement import (
    commit_to_original,
    make_salt,
    opening_key,
    parse_salt,
    read_statement,
    write_canonical,
    write_statement,
)
from reticent.text import Document
from reticent.usecases.check_proof import Examined, Secrets, check_proof
from reticent.usecases.prove import ProofPolicy, Signing, prove, prove_release
from reticent.usecases.release import InputFile, release

OPEN = """
name = "open"
scope = "collection"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "CONDITION"
file = "words.txt"
[[models]]
type = "redaction"
"""
ORIGINAL = InputFile("letter.txt", b"Born 12 March 1985, has measles, mail jo@example.org.\n")
KEY, OTHER = create_key(), create_key()
SALT = make_salt()
DAY = "2026-11-16"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("proof")
    (place / "words.txt").write_text("measles\n", "utf-8")
    (place / "open.toml").write_text(OPEN, "utf-8")
    (place / "case.toml").write_text(OPEN.replace('scope = "collection"\n', ""), "utf-8")
    return place


@pytest.fixture(scope="module")
def rules(folder: Path) -> ProofPolicy:
    return ProofPolicy.of(Recipe(folder / "open.toml"))


@pytest.fixture(scope="module")
def case_rules(folder: Path) -> ProofPolicy:
    return ProofPolicy.of(Recipe(folder / "case.toml"))


def released_under(rules: ProofPolicy) -> tuple[InputFile, tuple[Plan, ...]]:
    made = release(ORIGINAL, rules.rules)
    return InputFile("released.txt", made.data), made.plans


def proof_under(rules: ProofPolicy, keys: Sequence[object] = (KEY,)) -> tuple[InputFile, Envelope]:
    released, plans = released_under(rules)
    return released, prove(released, plans, rules, Signing(keys, SALT, DAY))  # type: ignore[arg-type]


def standings(examined: Examined) -> dict[str, str]:
    return {each.what: each.standing for each in examined.claims}


def test_a_stranger_rechecks_everything_of_an_open_proof(rules: ProofPolicy) -> None:
    released, envelope = proof_under(rules)
    examined = check_proof(released, envelope, rules, trusted=[KEY.public])
    assert set(standings(examined).values()) == {"rechecked"}
    assert examined.standing == "rechecked"
    again = read_envelope(write_envelope(envelope))
    assert again == envelope


def test_a_proof_tells_nothing_that_the_release_does_not(case_rules: ProofPolicy, rules: ProofPolicy) -> None:
    for some in (rules, case_rules):
        _, envelope = proof_under(some)
        told = write_envelope(envelope) + envelope.payload
        fingerprint = Document("letter.txt", ORIGINAL.data.decode()).fingerprint.removeprefix("sha256:")
        for secret in (b"1985", b"measles", b"jo@", b"letter", fingerprint.encode(), SALT.hex().encode()):
            assert secret not in told
    sealed = json.loads(envelope.payload)["predicate"]
    assert set(sealed["promises"][0]) == {"commitment"}
    assert b"CONDITION" not in envelope.payload
    assert b"redaction" not in envelope.payload


def test_trying_all_dates_finds_nothing_without_the_salt(rules: ProofPolicy) -> None:
    _, envelope = proof_under(rules)
    stated = read_statement(envelope.payload).original
    text = ORIGINAL.data.decode()
    days = [date(1985, 1, 1) + timedelta(days=number) for number in range(365)]
    texts = [text.replace("12 March 1985", f"{each.day} {each:%B} {each.year}") for each in days]
    prints = [Document("letter.txt", each).fingerprint for each in texts]
    for guess in (b"\0" * 32, opening_key(SALT), b""):
        assert stated not in [commit_to_original(guess, [each]) for each in prints]
    assert stated in [commit_to_original(SALT, [each]) for each in prints]


def test_an_open_proof_is_for_policies_that_were_fixed_before(
    case_rules: ProofPolicy, rules: ProofPolicy
) -> None:
    released, envelope = proof_under(case_rules)
    assert read_statement(envelope.payload).is_sealed
    closed = check_proof(released, envelope, case_rules, trusted=[KEY.public])
    assert closed.standing == "cannot tell"
    opened = check_proof(released, envelope, case_rules, secrets=Secrets(opening=opening_key(SALT)))
    assert opened.standing == "rechecked"
    wrong = check_proof(released, envelope, rules, secrets=Secrets(opening=opening_key(SALT)))
    assert wrong.standing == "cannot tell"
    assert standings(wrong)["policy"] == "cannot tell"


def test_the_original_is_checked_with_its_salt(rules: ProofPolicy) -> None:
    released, envelope = proof_under(rules)
    fine = check_proof(released, envelope, rules, secrets=Secrets(ORIGINAL, SALT))
    assert standings(fine)["original"] == "rechecked"
    unsalted = check_proof(released, envelope, rules, secrets=Secrets(ORIGINAL))
    assert unsalted.standing == "cannot tell"
    other = InputFile("letter.txt", ORIGINAL.data.replace(b"1985", b"1986"))
    assert check_proof(released, envelope, rules, secrets=Secrets(other, SALT)).standing == "broken"
    assert check_proof(released, envelope, rules, secrets=Secrets(ORIGINAL, make_salt())).standing == "broken"


def test_four_eyes_sign_one_proof(rules: ProofPolicy) -> None:
    released, envelope = proof_under(rules)
    assert check_proof(released, envelope, rules, trusted=[OTHER.public]).standing == "broken"
    both = read_envelope(write_envelope(sign(envelope, [OTHER])))
    assert len(both.signatures) == 2
    assert check_proof(released, both, rules, trusted=[KEY.public, OTHER.public]).standing == "rechecked"


def test_another_policy_word_list_or_text_is_no_match(rules: ProofPolicy, folder: Path) -> None:
    released, envelope = proof_under(rules)
    changed = InputFile("released.txt", released.data + b" ")
    assert standings(check_proof(changed, envelope, rules)) == {"signature": "rechecked", "bytes": "broken"}
    (folder / "other.toml").write_text(OPEN + "\n", "utf-8")
    other = ProofPolicy.of(Recipe(folder / "other.toml"))
    assert check_proof(released, envelope, other).standing == "cannot tell"
    (folder / "words2.txt").write_text("measles\nmumps\n", "utf-8")
    (folder / "open2.toml").write_text(OPEN.replace("words.txt", "words2.txt"), "utf-8")
    more = replace(ProofPolicy.of(Recipe(folder / "open2.toml")), digest=rules.digest)
    assert standings(check_proof(released, envelope, more))["promise redaction"] == "cannot tell"


def test_a_signed_lie_is_broken(rules: ProofPolicy) -> None:
    """Whoever signs a proof of a text that leaks is found out by the audit."""
    released, envelope = proof_under(rules)
    leaking = InputFile("released.txt", released.data + b"jo@example.org")
    statement = read_statement(envelope.payload)
    from reticent.usecases.prove import digest_of

    lie = replace(statement, released=digest_of(leaking.data))
    signed = sign(Envelope(write_statement(lie)), [KEY])
    examined = check_proof(leaking, signed, rules, trusted=[KEY.public])
    assert standings(examined)["promise redaction"] == "broken"
    assert examined.standing == "broken"


def test_what_speaks_of_both_texts_is_attested_until_somebody_has_both(folder: Path) -> None:
    policy = folder / "guard.toml"
    guard = '[[models]]\ntype = "correlation-guard"\nthreshold = 2.0\nunseen = "keep"\n'
    policy.write_text(OPEN + guard, "utf-8")
    rules = ProofPolicy.of(Recipe(policy))
    made = release(ORIGINAL, rules.rules)
    released = InputFile("released.txt", made.data)
    with pytest.raises(ProofError, match="--original"):
        prove_release(released, made.plans, rules, [KEY])
    proof, salt = prove_release(released, made.plans, rules, [KEY], original=ORIGINAL)
    alone = check_proof(released, proof, rules, trusted=[KEY.public])
    assert standings(alone)["promise correlation-guard"] == "attested"
    assert standings(alone)["promise redaction"] == "rechecked"
    assert alone.standing == "attested"
    both = check_proof(released, proof, rules, trusted=[KEY.public], secrets=Secrets(ORIGINAL, salt))
    assert both.standing == "rechecked"


def test_only_what_holds_is_proven(rules: ProofPolicy, case_rules: ProofPolicy) -> None:
    released, plans = released_under(rules)
    signing = Signing([KEY], SALT, DAY)
    with pytest.raises(PromiseError):
        prove(InputFile("released.txt", ORIGINAL.data), plans, rules, signing)
    with pytest.raises(PlanError):
        prove(released, (*plans, *plans), rules, signing)
    with pytest.raises(PlanError):
        prove(released, [replace(plans[0], promises=())], rules, signing)
    with pytest.raises(PlanError):
        prove(released, [replace(plans[0], exceptions=(DeclaredException((), "mine"),))], rules, signing)
    with pytest.raises(ProofError):
        prove(released, plans, rules, Signing([], SALT, DAY))


def test_a_plan_keeps_the_salt(rules: ProofPolicy) -> None:
    _, plans = released_under(rules)
    for some in (plans, (*plans, *plans)):
        written = plans_to_json(some, salt=SALT.hex())
        assert plans_from_json(written) == tuple(some)
        assert parse_salt(read_plans(written).salt or "") == SALT
    assert read_plans(plans_to_json(plans)).salt is None


def test_keys_are_kept_as_pem_and_nothing_else_is_taken_for_one() -> None:
    pem = write_signing_key(KEY)
    assert read_signing_key(pem).public == KEY.public
    assert read_public_key(write_public_key(KEY.public)) == KEY.public
    for data in (b"", b"nothing", write_public_key(KEY.public), pem[:40]):
        with pytest.raises(InputError):
            read_signing_key(data)
    for data in (b"", pem):
        with pytest.raises(InputError):
            read_public_key(data)
    assert "PRIVATE" not in repr(KEY)


def test_ten_thousand_mutated_proofs_are_refused(rules: ProofPolicy) -> None:
    _, envelope = proof_under(rules, (KEY, OTHER))
    written = write_envelope(envelope)
    chance = random.Random(7)  # noqa: S311 - chance, no secret
    accepted = 0
    for _ in range(10_000):
        try:
            mutated = read_envelope(mutate(written, chance))
        except ProofError:
            continue
        # One that drops a signature is still a proof, by fewer people: those who are trusted must all have signed.
        trusted = {KEY.public, OTHER.public} <= {each.key for each in mutated.signatures}
        accepted += trusted and mutated.is_confirmed
    assert accepted == 0


def mutate(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one change, at random: a bit, a byte more or less, two swapped, or a payload that was edited."""
    at = chance.randrange(len(data))
    match chance.randrange(6):
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + 1 :]
        case 2:
            return data[:at] + bytes([chance.randrange(256)]) + data[at:]
        case 3:
            return data[:at] + data[at : at + 5] + data[at:]
        case 4:
            return data[: at + 1] if at < len(data) - 2 else data[:-1]
        case _:
            return _edit_payload(data, chance)


def _edit_payload(data: bytes, chance: random.Random) -> bytes:
    """A valid envelope around a payload in which one byte is another."""
    content = json.loads(data)
    payload = bytearray(base64.b64decode(content["payload"]))
    payload[chance.randrange(len(payload))] ^= 1 << chance.randrange(8)
    content["payload"] = base64.b64encode(payload).decode()
    return write_canonical(content) + b"\n"


@settings(max_examples=60)
@given(st.binary(max_size=300) | st.recursive(
    st.none() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["payload", "payloadType", "signatures", "sig", "keyid", "publicKey", "x"]), inner, max_size=4),
    max_leaves=10).map(lambda value: json.dumps(value).encode()))  # fmt: skip
def test_what_is_no_proof_is_refused_with_a_line(data: bytes) -> None:
    with pytest.raises(ProofError):
        read_envelope(data)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(["_type", "subject", "predicate", "predicateType"]), st.integers() | st.lists(st.integers())))  # fmt: skip
def test_what_is_no_statement_is_refused_with_a_line(content: dict[str, object]) -> None:
    with pytest.raises(ProofError):
        read_statement(write_canonical(content))
