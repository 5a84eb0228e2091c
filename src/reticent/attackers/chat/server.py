"""A server that speaks the OpenAI-compatible protocol, and what it says to a list of messages."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reticent.attackers.chat.address import Address, parse_address
from reticent.attackers.chat.exchange import Reply, post
from reticent.errors import AttackerError

_KEY = re.compile(r"[!-~]+")
_FORM_UNKNOWN = (400, 404, 415, 422, 500, 501)
"""What servers say that don't know how to answer in a given form; llama-cpp-python's calls it trouble of its own."""

_STATUSES = {
    400: "does not understand the question (status 400): check 'model'",
    401: "wants another key (status 401): put it into a variable and name that with 'key_env'",
    403: "does not let this key in (status 403): check the variable that 'key_env' names",
    404: "has no such model or path (status 404): check 'url' and 'model'",
    413: "finds the text too long (status 413): give its model more context",
    422: "does not understand the question (status 422): check 'model'",
    429: "has too much to do (status 429): ask again later",
}


@dataclass(frozen=True, slots=True)
class Server:
    """A model behind an address; the key is read from its variable when it is sent, and kept nowhere."""

    url: str
    model: str
    key_env: str | None = None
    allow_remote: bool = False
    timeout: float = 60.0

    @property
    def address(self) -> Address:
        """Where it listens."""
        return parse_address(self.url)

    def complete(self, messages: Sequence[Mapping[str, str]], form: Mapping[str, Any], *, seed: int) -> str:
        """What the model says, in the form of a JSON schema where the server can ask for that."""
        question: dict[str, Any] = {
            "model": self.model,
            "messages": list(messages),
            "temperature": 0,
            "seed": seed,
            "max_tokens": 2048,
            "stream": False,
        }
        forms = [
            {"type": "json_schema", "json_schema": {"name": "guesses", "strict": True, "schema": form}},
            {"type": "json_object", "schema": form},
        ]
        reply = self._post({**question, "response_format": forms[0]})
        if reply.status in _FORM_UNKNOWN:
            reply = self._post({**question, "response_format": forms[1]})
        if reply.status in _FORM_UNKNOWN:
            reply = self._post(question)
        if reply.status != 200:
            raise AttackerError(f"{self.address} {_explain(reply.status)}")
        return _read_message(reply.body, self.address)

    def _post(self, question: Mapping[str, Any]) -> Reply:
        in_clear = self.key_env is not None and not self.address.is_encrypted
        return post(
            self.address,
            json.dumps(question).encode(),
            {"Content-Type": "application/json", "Accept": "application/json", **self._read_key()},
            seconds=self.timeout,
            allow_remote=self.allow_remote and not in_clear,
        )

    def _read_key(self) -> dict[str, str]:
        if self.key_env is None:
            return {}
        key = os.environ.get(self.key_env, "")
        if not _KEY.fullmatch(key):
            raise AttackerError(f"the variable {self.key_env}, which 'key_env' names, holds no key: set it")
        return {"Authorization": f"Bearer {key}"}


def _explain(status: int) -> str:
    if 300 <= status < 400:
        return f"sends elsewhere (status {status}), where nobody follows: name the final address in 'url'"
    if status >= 500:
        return f"has trouble of its own (status {status}): look into its log"
    return _STATUSES.get(status, f"does not answer (status {status}): check 'url' and 'model'")


def _read_message(body: bytes, address: Address) -> str:
    """The text of the first choice; an AttackerError when there is none, or the model refused to answer."""
    try:
        message = json.loads(body)["choices"][0]["message"]
        content = message.get("content")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise AttackerError(
            f"{address} does not answer as an OpenAI-compatible server does: check 'url'"
        ) from None
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""
