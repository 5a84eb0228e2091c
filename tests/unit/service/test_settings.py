"""What is not safe is not served, and policies are known by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.attackers.chat.server import is_loopback
from reticent.errors import InputError, PolicyError
from reticent.service.settings import PolicyFiles, Settings, name_default, require_safe

SECRET = "hush"  # noqa: S105 - a secret of this test
POLICY = PolicyFiles(file=Path("clinic.toml"))
ANYWHERE = "0.0.0.0"  # noqa: S104 - that it needs more is what is tested


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", "::1"])
def test_this_machine_needs_neither_tokens_nor_tls(host: str) -> None:
    assert is_loopback(host)
    require_safe(Settings(POLICY, host=host))


@pytest.mark.parametrize("host", [ANYWHERE, "::", "10.0.0.1", "reticent.example", "", "localhost.example"])
def test_any_other_address_needs_tokens_and_tls_or_a_proxy(host: str) -> None:
    tokens, pem = Path("tokens.json"), Path("a.pem")
    assert not is_loopback(host)
    with pytest.raises(InputError, match="--tokens"):
        require_safe(Settings(POLICY, host=host))
    with pytest.raises(InputError, match="--certificate"):
        require_safe(Settings(POLICY, host=host, tokens=tokens))
    with pytest.raises(InputError, match="--tokens"):
        require_safe(Settings(POLICY, host=host, certificate=pem, certificate_key=pem))
    require_safe(Settings(POLICY, host=host, tokens=tokens, certificate=pem, certificate_key=pem))
    require_safe(Settings(POLICY, host=host, tokens=tokens, proxy_secret=SECRET))


def test_half_a_certificate_is_none() -> None:
    with pytest.raises(InputError, match="both"):
        require_safe(Settings(POLICY, certificate=Path("a.pem")))


def test_hosts_are_the_own_ones_and_those_that_were_allowed() -> None:
    settings = Settings(POLICY, host="fe80::1", hosts=("Team.Example",))
    assert settings.allowed_hosts == {"localhost", "127.0.0.1", "[::1]", "[fe80::1]", "team.example"}


def test_policies_are_known_by_their_names(tmp_path: Path) -> None:
    for name in ("clinic.toml", "ward-3.toml", "notes.txt"):
        (tmp_path / name).touch()
    found = PolicyFiles(folder=tmp_path).recipes()
    assert set(found) == {"clinic", "ward-3"}
    assert name_default(found) is None
    assert name_default(PolicyFiles(file=tmp_path / "clinic.toml").recipes()) == "clinic"


@pytest.mark.parametrize("name", ["a b", "-x", "ü", "a" * 65, "a&b"])
def test_a_name_that_no_address_can_carry_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.toml").touch()
    with pytest.raises(PolicyError, match="rename"):
        PolicyFiles(folder=tmp_path).recipes()


def test_one_policy_or_a_folder_of_them_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no policy"):
        PolicyFiles(folder=tmp_path).recipes()
    for wrong in (PolicyFiles(), PolicyFiles(tmp_path / "a.toml", tmp_path)):
        with pytest.raises(InputError, match="--policy"):
            wrong.recipes()


def test_secrets_are_in_no_representation() -> None:
    settings = Settings(POLICY, proxy_secret=SECRET, signing_keys=(SECRET.encode(),))
    assert SECRET not in repr(settings)
