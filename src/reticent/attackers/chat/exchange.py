"""One question to a server and its answer, within a time, within a size, to that server and no other."""

from __future__ import annotations

import io
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import TYPE_CHECKING

from reticent.attackers.chat.address import Address, is_loopback, refuse_remote, resolve
from reticent.errors import AttackerError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

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
    """A connection to one of the numbers behind the name, and to nothing else."""
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
