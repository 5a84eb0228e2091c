"""Where a server listens: the address that a policy names, and the check that it is this machine."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from reticent.errors import AttackerError

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
    """The numbers behind a name, asked for once; unless `allow_remote`, each of them must be this machine's own."""
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
