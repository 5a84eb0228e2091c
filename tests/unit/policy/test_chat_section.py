"""The section of a language model: what a policy may say of it, and what it may not."""

from pathlib import Path

import pytest

from reticent.attackers.chat import Chat, Server
from reticent.errors import PolicyError
from reticent.models.settings import Parts
from reticent.policy.reading import parse_policy

POLICY = """
[[detectors]]
type = "patterns"

[[models]]
type = "redaction"

[[attackers]]
type = "chat"
url = "http://127.0.0.1:8080"
model = "my-model"
"""


def build(more: str = "") -> Chat:
    (section,) = parse_policy(POLICY + more, "p.toml").attackers
    built = section.build(Parts(Path()))
    assert isinstance(built, Chat)
    return built


def test_it_asks_this_machine_once_and_sends_no_key_where_nothing_else_is_said() -> None:
    chat = build()
    assert chat.server == Server("http://127.0.0.1:8080", "my-model", None, False, 120.0)
    assert (chat.name, chat.tries, chat.control) == ("chat", 1, True)


def test_what_the_policy_says_reaches_the_attacker() -> None:
    said = 'name = "reader"\ntries = 3\nguesses = 4\ntimeout = 9.5\nhidden = "a drug"\nlisted = 7\ncontrol = false\n'
    chat = build(said + 'allow_remote = true\nkey_env = "READER_KEY"\n')
    assert chat.server == Server("http://127.0.0.1:8080", "my-model", "READER_KEY", True, 9.5)
    assert chat == Chat(chat.server, "reader", 3, 4, 7, "a drug", False)


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ('key = "sk-123"', "attackers[0].key: there is no such key"),
        ("tries = 0", "attackers[0].tries"),
        ("timeout = 0.0", "attackers[0].timeout"),
    ],
)
def test_a_mistake_is_named_by_its_key_and_never_by_its_value(more: str, wanted: str) -> None:
    with pytest.raises(PolicyError) as caught:
        build(more)
    assert wanted in str(caught.value)
    assert "sk-123" not in str(caught.value)


@pytest.mark.parametrize("url", ["ftp://x", "http://me:sk-123@127.0.0.1", "127.0.0.1"])
def test_an_address_that_is_none_is_told_of_when_the_policy_is_read(url: str) -> None:
    with pytest.raises(PolicyError, match=r"attackers\[0\]\.url") as caught:
        parse_policy(POLICY.replace("http://127.0.0.1:8080", url), "p.toml")
    assert "sk-123" not in str(caught.value)
