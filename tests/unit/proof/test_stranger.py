"""The checker that imports nothing of ours takes nothing from a signer: leaks in disguise and swapped files are noticed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from reticent.policy.recipe import Recipe
from reticent.proof.keys import Envelope, create_key, read_envelope, sign, write_envelope, write_public_key
from reticent.proof.statement import PromiseClaim, Statement, read_statement, write_statement
from reticent.usecases.prove import ProofPolicy, digest_of, prove_release
from reticent.usecases.release import InputFile, release

ROOT = Path(__file__).parents[3]
PATTERNS = ROOT / "src/reticent/detection/data/patterns.toml"
KEY = create_key()
NOTE = "Mr Zorblat of Oslo has HIV and asthma. He is from the WHO, who pay.\n"
POLICY = """
scope = "collection"
[[detectors]]
type = "words"
kind = "NAME"
file = "names.txt"
[[detectors]]
type = "words"
kind = "CONDITION"
words = ["HIV", "asthma", "WHO"]
[[models]]
type = "redaction"
"""
Check = Callable[..., tuple[int, dict[str, str]]]


@pytest.fixture(scope="module")
def checker() -> Any:
    spec = spec_from_file_location("check_proof", ROOT / "examples/check_proof.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "policy.toml").write_text(POLICY)
    (tmp_path / "names.txt").write_text("Zorblat\nOslo\n")
    (tmp_path / "key.pub").write_bytes(write_public_key(KEY.public))
    return tmp_path


@pytest.fixture
def check(
    checker: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    def run(*options: str) -> tuple[int, dict[str, str]]:
        files = [str(folder / name) for name in ("released.txt", "proof.json")]
        fixed = ["--key", str(folder / "key.pub"), "--policy", str(folder / "policy.toml")]
        monkeypatch.setattr(sys, "argv", ["check_proof.py", *files, *fixed, *options])
        code = checker.main()
        lines = capsys.readouterr().out.splitlines()
        told = (line.partition(" (")[0].rpartition(": ") for line in lines)
        return code, {what: standing for what, _, standing in told}

    return run


def prove(folder: Path, text: str = NOTE) -> Statement:
    """Release and prove a text as an honest signer does."""
    rules = ProofPolicy.of(Recipe(folder / "policy.toml"))
    given = InputFile("note.txt", text.encode())
    released = release(given, rules.rules)
    proof, _ = prove_release(
        InputFile("note.txt", released.data), released.plans, rules, [KEY], original=given
    )
    (folder / "released.txt").write_bytes(released.data)
    (folder / "proof.json").write_bytes(write_envelope(proof))
    return read_statement(read_envelope(write_envelope(proof)).payload)


def lie(folder: Path, statement: Statement, leak: str | bytes) -> None:
    """Sign that statement of another text."""
    data = leak if isinstance(leak, bytes) else leak.encode()
    (folder / "released.txt").write_bytes(data)
    signed = sign(Envelope(write_statement(replace(statement, released=digest_of(data)))), [KEY])
    (folder / "proof.json").write_bytes(write_envelope(signed))


def state(said: Statement, /, **changes: Any) -> Statement:
    """The statement with its promises changed."""
    claims = [each for each in said.promises if isinstance(each, PromiseClaim)]
    return replace(said, promises=tuple(replace(each, **changes) for each in claims))


def test_an_honest_proof_is_rechecked(folder: Path, check: Check) -> None:
    prove(folder)
    code, told = check()
    assert (code, set(told.values())) == (0, {"rechecked"})
    assert {"relative to word list NAME", "relative to file names.txt"} <= told.keys()


DISGUISES = {
    "plain": "He has HIV.",
    "small letters": "He has hiv.",
    "plural": "He has Zorblats.",
    "zero width space": "He has H\u200bIV.",
    "zero width joiner": "He has HI\u200dV.",
    "soft hyphen": "He has as\u00adthma.",
    "word joiner": "He has as\u2060thma.",
    "byte order mark": "He has H\ufeffIV.",
    "tag characters": "He has H\U000e0041IV.",
    "variation selector": "He has H\ufe0fIV.",
    "combining grapheme joiner": "He has H\u034fIV.",
    "object replacement": "He has H\ufffcIV.",
    "private use": "He has H\ue000IV.",
    "Cyrillic": "Mr Z\u043erblat.",
    "Cyrillic capitals": "\u041eslo.",
    "Greek": "\u039fsl\u03bf.",
    "all but one letter": "a\u0455th\u043c\u0430.",
    "fullwidth": "He has \uff28\uff29\uff36.",
    "bold": "He has \U0001d407\U0001d408\U0001d415.",
    "accents": "He has \u00e1sthma, \u01d8.",
    "JSON": '{"text": "He has \\u0048IV."}',
    "web page": "He has &#72;I&#x56;.",
    "address": "see /notes?about=%48IV",
    "mail": "He has =48IV.",
    "a bracket of nobody": "He has [HIV].",
    "a bracket with a number": "He has [HIV 1].",
}


@pytest.mark.parametrize("leak", DISGUISES.values(), ids=DISGUISES)
def test_a_word_that_is_left_in_disguise_breaks_the_proof(folder: Path, check: Check, leak: str) -> None:
    lie(folder, prove(folder), leak)
    assert check()[0] == 1


@pytest.mark.parametrize(
    "leak", ["He has H-I-V.", "He has H I V.", "He has a s t h m a.", "He has as*thma.", "H_IV"]
)
def test_a_word_in_pieces_is_not_passed(folder: Path, check: Check, leak: str) -> None:
    lie(folder, prove(folder), leak)
    assert check()[0] == 3


LISTED = """
scope = "collection"
[[detectors]]
type = "words"
words = ["HIV", "Kowalska", "Müller", "Falcon Ridge", "Ali", "IT"]
[[models]]
type = "redaction"
"""
RESEMBLING = """
HIV2 HIV-2 antiHIV anti-HIV HIVnegative hivnegative nonHIV HIVs HIV+ H1V HlV H!V h1v Hiv H.I.V. H/I/V H<b>IV</b> <i>H</i>I<u>V</u>
[b]H[/b]IV H\\textbf{IV} \\textit{H}IV {H}IV H{}IV H**I**V H<!--x-->IV H<span␣class="a">IV</span>
\\x48IV \\u0048IV \\u{48}IV \\U00000048IV \\110IV %48IV %2548IV %252548IV %u0048IV =48IV &#72;IV &#x48;IV &amp;#72;IV &amp;amp;#72;IV
&amp;#37;48IV %26%2372;IV =26#72;IV H=⏎IV
ʜɪᴠ 🅷🅸🆅 🅗🅘🅥 🄷🄸🅅 Ⓗⓘⓥ 🇭🇮🇻 ℍ𝕀𝕍 ＨＩＶ ʰⁱᵛ ᴴᴵⱽ ĦƗV НІѴ H\u0336I\u0336V \u202eVIH \u202eVIH\u202c \u2067VIH\u2069 H\u200fIV
Kowaiska K0walska KowaIska Kowa1ska K0wa1ska Kovvalska Kowal5ka Kowa|ska Kow@lska kowalskaX letterkowalska KOWALSKA Kowal-ska Kowal⏎>␣ska
akslawoK AKSLAWOK Kowalská Kovalskaa/Kowalska Kоwalska KowalskaAnna Kowalskas Kowalska's K\u200bo\u200bwalska
Mueller MUELLER Muller M{\\"u}ller M\\"{u}ller M\\"uller Muëller Mu\u0308ller Müller's M&uuml;ller M%C3%BCller M=C3=BCller M\\xfcller Muiler Mue11er
>␣Falcon⏎>␣Ridge Falcon⏎Ridge FalconRidge falconridge FALCON-RIDGE Falcon_Ridge Falcon,␣Ridge Falcon<br>Ridge Fa1con␣Ridge
#␣Falcon⏎#␣Ridge
Al1 A1i AlI I.T.
"""


def test_what_resembles_an_entry_is_not_passed(folder: Path, check: Check) -> None:
    (folder / "policy.toml").write_text(LISTED, "utf-8")
    statement = prove(folder, "He is well.\n")
    passed = []
    for written in RESEMBLING.split():
        lie(folder, statement, f"Patient has {written.replace('⏎', chr(10)).replace('␣', ' ')} today.\n")
        if check()[0] not in (1, 3):
            passed.append(written)
    assert passed == []


@pytest.mark.parametrize(
    "text",
    [
        "He is well, and all of it is in the archive: 150 mg twice a day, 3-5 times.\n",
        "She achieved 100% of it. A|B &amp; C = d, see https://example.org/?q=a%20b.\n",
        "# Results\n\n> quoted\n> lines\n\n* one\n* two <b>bold</b> \\emph{more} C:\\new\\table.\n",
        "Mr Kowalska and Ms M\u00fcller met at Falcon Ridge in May; HIV was all they talked of.\n",
        "The mill in Muli, falcons on a ridge, a cow in Alaska; the wall, an ill man, Allison, 5 all.\n",
    ],
)
def test_a_sound_text_is_passed(folder: Path, check: Check, text: str) -> None:
    (folder / "policy.toml").write_text(LISTED, "utf-8")
    prove(folder, text)
    assert check()[0] == 0


def test_a_statement_that_admits_violations_is_broken(folder: Path, check: Check) -> None:
    prove(folder)
    envelope = read_envelope((folder / "proof.json").read_bytes())
    for said in (b"3", b"null", b"true"):
        payload = envelope.payload.replace(b'"violations":0', b'"violations":' + said)
        assert payload != envelope.payload
        (folder / "proof.json").write_bytes(write_envelope(sign(Envelope(payload), [KEY])))
        code, told = check()
        assert (code, told["audit"]) == (1, "broken")


def test_a_missing_word_list_is_named(
    checker: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prove(folder)
    (folder / "names.txt").unlink()
    options = ["--key", str(folder / "key.pub"), "--policy", str(folder / "policy.toml")]
    files = [str(folder / "released.txt"), str(folder / "proof.json")]
    monkeypatch.setattr(sys, "argv", ["check_proof.py", *files, *options])
    assert checker.main() == 3
    assert "names.txt is missing" in capsys.readouterr().err


def test_kinds_come_from_the_policy_and_not_from_the_signer(folder: Path, check: Check) -> None:
    statement = prove(folder)
    widened = state(statement, statement="Nothing is left (NAME, CONDITION, HIV, ASTHMA, ZORBLAT).")
    lie(folder, widened, "[ZORBLAT] has [HIV] and [ASTHMA 1].")
    assert check()[0] == 1


def test_models_come_from_the_policy_and_not_from_the_signer(folder: Path, check: Check) -> None:
    lie(folder, state(prove(folder), model="t-plausibility"), "He has HIV.")
    assert check()[0] == 1
    lie(folder, state(prove(folder), model="t-plausibility"), "He is well.")
    assert check()[0] == 3


def test_a_swapped_word_list_is_noticed(folder: Path, check: Check) -> None:
    (folder / "names.txt").write_text("Quux\n")
    prove(folder)
    (folder / "names.txt").write_text("Zorblat\nOslo\n")
    assert check()[0] == 1
    prove(folder, "He is well.\n")
    (folder / "names.txt").write_text("Zorblat\nOslo\nBergen\n")
    code, told = check()
    assert (code, told["relative to word list NAME"]) == (3, "cannot tell")
    assert told["relative to file names.txt"] == "cannot tell"


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"word list NAME": "sha256:" + "0" * 64},
        {"file names.txt": "sha256:" + "0" * 64},
    ],
)
def test_a_statement_that_is_relative_to_other_knowledge_can_not_be_told(
    folder: Path, check: Check, known: Mapping[str, str]
) -> None:
    statement = prove(folder)
    (claim,) = statement.promises
    assert isinstance(claim, PromiseClaim)
    lie(folder, state(statement, relative_to={**claim.relative_to, **known} if known else {}), "He is well.")
    assert check()[0] == 3


def test_the_policy_of_the_checker_counts(folder: Path, check: Check) -> None:
    prove(folder)
    (folder / "policy.toml").write_text(POLICY + "# another\n")
    code, told = check()
    assert (code, told["policy"]) == (3, "cannot tell")


def test_patterns_are_compared_and_rechecked(folder: Path, check: Check) -> None:
    (folder / "policy.toml").write_text(
        POLICY + '[[detectors]]\ntype = "patterns"\nkinds = ["DATE", "US_SSN"]\n'
    )
    statement = prove(folder, "He is well.\n")
    assert check("--patterns", str(PATTERNS))[0] == 0
    assert check()[0] == 3
    other = folder / "patterns.toml"
    other.write_text(PATTERNS.read_text() + "# another\n")
    code, told = check("--patterns", str(other))
    assert (code, told["relative to file patterns.toml of reticent"]) == (3, "cannot tell")
    lie(folder, statement, "Seen on \uff11\uff12 M\u0430rch 2\u200b024.")
    assert check("--patterns", str(PATTERNS))[0] == 1


def test_names_are_attested_and_their_tagger_can_not_be_told(folder: Path, check: Check) -> None:
    (folder / "policy.toml").write_text(POLICY + '[[detectors]]\ntype = "names"\n')
    prove(folder)
    code, told = check()
    assert (code, told["redaction: names"]) == (3, "attested")
    assert told["relative to names, balanced"] == "cannot tell"


def test_k_safety_is_recounted_over_the_database_that_was_meant(folder: Path, check: Check) -> None:
    (folder / "diseases.jsonl").write_bytes((ROOT / "examples/diseases.jsonl").read_bytes())
    model = '[[models]]\ntype = "k-safety"\ndatabase = "diseases.jsonl"\ncategories = ["sexual"]\nk = 2\n'
    (folder / "policy.toml").write_text(POLICY + model + "variants = false\n")
    statement = prove(folder, "He has fever.\n")
    assert check()[0] == 0
    lie(folder, statement, "He has g\u043enorrhea.")
    assert check()[0] == 1
    prove(folder, "He has fever.\n")
    lines = (folder / "diseases.jsonl").read_text().splitlines()
    (folder / "diseases.jsonl").write_text("\n".join(lines[:-1]) + "\n")
    assert check()[0] in (1, 3)
    (folder / "policy.toml").write_text(POLICY + model)
    prove(folder, "He has fever.\n")
    code, told = check()
    assert (code, told["k-safety"]) == (2, "attested")


def test_a_sealed_proof_can_not_be_told_and_a_leak_in_it_is_still_one(folder: Path, check: Check) -> None:
    (folder / "policy.toml").write_text(POLICY.replace('scope = "collection"', ""))
    statement = prove(folder)
    assert check()[0] == 3
    lie(folder, statement, "He has HIV.")
    assert check()[0] == 1


def test_what_is_no_text_or_no_proof_can_not_be_told(folder: Path, check: Check) -> None:
    lie(folder, prove(folder), b"\xff\xfe\x00")
    assert check()[0] == 3
    (folder / "proof.json").write_text(json.dumps({"payload": "", "signatures": []}))
    assert check()[0] == 3
