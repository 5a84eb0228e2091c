"""A server that speaks the OpenAI-compatible protocol, and what it says to a list of messages.

Where a server listens: the address that a policy names, and the check that it is this machine.

One question to a server and its answer, within a time, within a size, to that server and no other.
"""

from __future__ import annotations

import io
import json
import os
import re
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from reticent.errors import AttackerError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


_ENDPOINT = "/chat/completions"
_VERSION = re.compile(r"/v\d+$")
Place = tuple[socket.AddressFamily, tuple[Any, ...]]
"""A number that a name stands for, as sockets take it."""

_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """The endpoint of a server: how it is reached, and the path of the chat completions."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_encrypted(self) -> bool:
        """Whether what is sent can't be read on the way."""
        return self.scheme == "https"

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def parse_address(url: str) -> Address:
    """The endpoint that a URL means; an AttackerError says how to write it, without quoting what it holds.

    >>> parse_address("http://127.0.0.1:8080").path, parse_address("http://localhost:11434/v1").path
    ('/v1/chat/completions', '/v1/chat/completions')
    >>> parse_address("https://models.example/proxy/chat/completions").path
    '/proxy/chat/completions'
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AttackerError("the url is none: write it like http://127.0.0.1:8080") from None
    if parts.scheme not in _PORTS or not parts.hostname or not re.fullmatch(r"[!-~]+", url):
        raise AttackerError("the url must be an http:// or https:// address, such as http://127.0.0.1:8080")
    if parts.username is not None or parts.password is not None:
        raise AttackerError("a url holds no name or password: name the variable of a key with 'key_env'")
    if parts.query or parts.fragment:
        raise AttackerError("a url ends with its path: leave out what stands behind '?' or '#'")
    return Address(
        parts.scheme, parts.hostname, port or _PORTS[parts.scheme], _complete(parts.path.rstrip("/"))
    )


def _complete(path: str) -> str:
    if path.endswith(_ENDPOINT):
        return path
    return path + _ENDPOINT if _VERSION.search(path) else f"{path}/v1{_ENDPOINT}"


def resolve(address: Address, *, allow_remote: bool) -> list[Place]:
    """The addresses that a host name stands for, looked up once; unless `allow_remote`, each must be this machine's own."""
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AttackerError(f"{address} has a name that nobody knows here: check 'url'") from None
    places: list[Place] = [(family, place) for family, _, _, _, place in found]
    if not places or not (allow_remote or all(is_loopback(str(place[0])) for _, place in places)):
        raise refuse_remote(address)
    return places


def refuse_remote(address: Address) -> AttackerError:
    """What is said of a server that is not on this machine although nobody allowed that."""
    return AttackerError(
        f"{address} is not on this machine, and drafts stay on it: run the model here, or say 'allow_remote = true';"
        " a key also needs an https:// address"
    )


def is_loopback(number: str) -> bool:
    """Whether an address is one by which a machine speaks with itself.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("::ffff:127.0.0.1"), is_loopback("192.0.2.1")
    (True, True, True, False)
    """
    try:
        place: IPv4Address | IPv6Address = ip_address(number.partition("%")[0])
    except ValueError:
        return False
    mapped = place.ipv4_mapped if isinstance(place, IPv6Address) else None
    return (mapped or place).is_loopback


LARGEST = 1_000_000
"""The bytes that an answer may have, its headers included."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the status and the bytes."""

    status: int
    body: bytes


def post(
    address: Address, body: bytes, headers: Mapping[str, str], *, seconds: float, allow_remote: bool
) -> Reply:
    """What the server answers within so many seconds; neither a redirect nor a proxy of the environment is followed.

    An AttackerError tells what went wrong, never in the words of the server.
    """
    deadline = time.monotonic() + seconds
    try:
        with _connect(address, deadline, allow_remote=allow_remote) as connected:
            return _exchange(connected, address, body, headers, deadline)
    except TimeoutError:
        raise AttackerError(
            f"{address} did not answer within {seconds:g} seconds: raise 'timeout', or take a faster model"
        ) from None
    except ssl.SSLError:
        raise AttackerError(f"{address} could not show that it is itself: check its certificate") from None
    except (OSError, HTTPException, ValueError):
        raise AttackerError(f"{address} broke off, or speaks no HTTP: see whether the server runs") from None


def _connect(address: Address, deadline: float, *, allow_remote: bool) -> socket.socket:
    """A connection to one of the addresses that were looked up, and to nothing else."""
    for family, place in resolve(address, allow_remote=allow_remote):
        plain = socket.socket(family, socket.SOCK_STREAM)
        try:
            plain.settimeout(_left(deadline))
            plain.connect(place)
            if not allow_remote and not is_loopback(str(plain.getpeername()[0])):
                raise refuse_remote(address)
            if address.is_encrypted:
                return ssl.create_default_context().wrap_socket(plain, server_hostname=address.host)
            return plain
        except (TimeoutError, ssl.SSLError, AttackerError):
            plain.close()
            raise
        except OSError:
            plain.close()  # the next number may be the one that listens
    raise AttackerError(f"nobody listens at {address}: start the server, or check 'url'")


def _exchange(
    connected: socket.socket, address: Address, body: bytes, headers: Mapping[str, str], deadline: float
) -> Reply:
    connected.settimeout(_left(deadline))
    connection = HTTPConnection(address.host, address.port)
    connection.sock = connected
    connection.request("POST", address.path, body, {**headers, "Connection": "close"})
    response = HTTPResponse(_Timed(connected, deadline), method="POST")  # type: ignore[arg-type]
    response.begin()
    if response.getheader("Content-Encoding", "identity").lower() != "identity":
        raise AttackerError(f"{address} packs its answers, which is not asked for: switch that off")
    if (response.length or 0) > LARGEST:
        raise _refuse_size()
    return Reply(response.status, response.read())


def _refuse_size() -> AttackerError:
    return AttackerError(
        f"the answer has more than {LARGEST:,} bytes: ask a model that keeps to the question"
    )


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Timed:
    """A socket as a response reads it, with one limit for the time of all its bytes and one for their number."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._bytes = _TimedBytes(connected, deadline)

    def makefile(self, mode: str) -> io.BufferedReader:
        """The bytes that come in."""
        return io.BufferedReader(self._bytes)


class _TimedBytes(io.RawIOBase):
    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._connected, self._deadline, self._room = connected, deadline, LARGEST

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._connected.settimeout(_left(self._deadline))
        count = self._connected.recv_into(buffer)
        self._room -= count
        if self._room < 0:
            raise _refuse_size()
        return count


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
