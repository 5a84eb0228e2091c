"""A server that speaks the OpenAI-compatible protocol: where it listens, and what it says to a list of messages.

One question has one answer, within a time and a size, from that server and no other; unless a policy allows others, that
is one on this machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from reticent.errors import AttackerError, needs_extra

if TYPE_CHECKING:
    import httpx

_ENDPOINT = "/chat/completions"
_VERSION = re.compile(r"/v\d+$")
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

    @property
    def name(self) -> str:
        """What a request calls the server: its host, with the port where that is not the usual one."""
        host = _bracket(self.host)
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{_bracket(self.host)}:{self.port}"


def _bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host


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
        raise AttackerError("the url can't be read: write it like http://127.0.0.1:8080") from None
    if parts.scheme not in _PORTS or not parts.hostname or not re.fullmatch(r"[!-~]+", url):
        raise AttackerError("the url must be an http:// or https:// address, such as http://127.0.0.1:8080")
    if parts.username is not None or parts.password is not None:
        raise AttackerError(
            "a url must not hold a name or password: name the variable of a key with 'key_env'"
        )
    if parts.query or parts.fragment:
        raise AttackerError("a url ends with its path: leave out what stands after '?' or '#'")
    return Address(
        parts.scheme, parts.hostname, port or _PORTS[parts.scheme], _complete(parts.path.rstrip("/"))
    )


def _complete(path: str) -> str:
    if path.endswith(_ENDPOINT):
        return path
    return path + _ENDPOINT if _VERSION.search(path) else f"{path}/v1{_ENDPOINT}"


def resolve(address: Address, *, allow_remote: bool) -> list[str]:
    """The numbers that a host name stands for, looked up once; unless `allow_remote`, each must be this machine's own."""
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AttackerError(f"{address} has a host name that can't be resolved: check 'url'") from None
    numbers = list(dict.fromkeys(str(place[0]) for _, _, _, _, place in found))
    if not numbers or not (allow_remote or all(map(is_loopback, numbers))):
        raise AttackerError(
            f"{address} is not on this machine, and drafts stay on it: run the model here, or say 'allow_remote = true';"
            " a key also needs an https:// address"
        )
    return numbers


def is_loopback(host: str) -> bool:
    """Whether a host is one by which a machine speaks with itself: localhost, or a number of that sort.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("::ffff:127.0.0.1"), is_loopback("192.0.2.1")
    (True, True, True, False)
    """
    try:
        place: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost"
    mapped = place.ipv4_mapped if isinstance(place, IPv6Address) else None
    return (mapped or place).is_loopback


LARGEST = 1_000_000
"""The bytes that an answer may have, its headers included: far more than 2048 tokens and their frame, chosen by hand."""

_HEADERS_TOO_LONG = 431
"""The status by which httpx names headers of more than 100 kB, which it doesn't read."""


@dataclass(frozen=True, slots=True)
class ServerReply:
    """What came back: the status and the bytes."""

    status: int
    body: bytes


def post(
    address: Address, body: bytes, headers: Mapping[str, str], *, seconds: float, allow_remote: bool
) -> ServerReply:
    """What the server answers within so many seconds; neither a redirect nor a proxy of the environment is followed.

    An AttackerError tells what went wrong, never in the words of the server.
    """
    with needs_extra("chat", "a language model as a reader"):
        import httpx
    numbers = resolve(address, allow_remote=allow_remote)
    try:
        # A loop in a thread of its own: only there is one limit for all of an exchange, whoever asks.
        with ThreadPoolExecutor(1) as thread:
            exchange = _exchange(address, numbers, body, headers, seconds)
            return thread.submit(asyncio.run, exchange).result()
    except TimeoutError:
        raise AttackerError(
            f"{address} did not answer within {seconds:g} seconds: raise 'timeout', or take a faster model"
        ) from None
    except (OSError, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        if any(getattr(each, "error_status_hint", 0) == _HEADERS_TOO_LONG for each in _list_causes(error)):
            raise _refuse_size() from None
        if _is_about_trust(error):
            raise AttackerError(f"{address} could not prove its identity: check its certificate") from None
        raise AttackerError(
            f"{address} broke off, or doesn't speak HTTP: check that the server runs"
        ) from None


async def _exchange(
    address: Address, numbers: Sequence[str], body: bytes, headers: Mapping[str, str], seconds: float
) -> ServerReply:
    """What one of the numbers that were looked up answers, and nobody else."""
    import httpx

    async with asyncio.timeout(seconds):
        for number in numbers:
            request = httpx.Request(
                "POST",
                f"{address.scheme}://{_bracket(number)}:{address.port}{address.path}",
                headers={
                    "Host": address.name,
                    "Accept-Encoding": "identity",
                    "Connection": "close",
                    **headers,
                },
                content=body,
                extensions={"sni_hostname": address.host},
            )
            trusted = ssl.create_default_context()
            async with httpx.AsyncClient(verify=trusted, trust_env=False, timeout=None) as client:  # noqa: S113 (all of it has a limit)
                try:
                    response = await client.send(request, stream=True)
                except httpx.ConnectError as error:
                    if _is_about_trust(error):
                        raise
                    continue  # the next number may be the one that listens
                return ServerReply(response.status_code, await _read_body(response, address))
    raise AttackerError(f"nobody listens at {address}: start the server, or check 'url'")


async def _read_body(response: httpx.Response, address: Address) -> bytes:
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise AttackerError(f"{address} compresses its answers without being asked to: switch that off")
    room = LARGEST - sum(len(name) + len(value) for name, value in response.headers.raw)
    if int(response.headers.get("Content-Length", 0)) > room:
        raise _refuse_size()
    body = bytearray()
    async for part in response.aiter_raw():
        body += part
        if len(body) > room:
            raise _refuse_size()
    return bytes(body)


def _is_about_trust(error: BaseException) -> bool:
    return any(isinstance(each, ssl.SSLError) for each in _list_causes(error))


def _list_causes(error: BaseException) -> Iterator[BaseException]:
    """An error and all that it was raised from."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__


def _refuse_size() -> AttackerError:
    return AttackerError(
        f"the answer has more than {LARGEST:,} bytes, or headers without end: ask a model that keeps to the question"
    )


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
        strict = {"type": "json_schema", "json_schema": {"name": "guesses", "strict": True, "schema": form}}
        loose = {"type": "json_object", "schema": form}
        for wanted in ({"response_format": strict}, {"response_format": loose}, {}):
            reply = self._post({**question, **wanted})
            if reply.status not in _FORM_UNKNOWN:
                break
        if reply.status != 200:
            raise AttackerError(f"{self.address} {_explain(reply.status)}")
        return _read_message(reply.body, self.address)

    def _post(self, question: Mapping[str, Any]) -> ServerReply:
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
