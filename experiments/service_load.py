"""Texts, processes and clocks for measuring services: what the experiments about them share."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATTERNS = '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n'
NAMES = PATTERNS + '\n[[detectors]]\ntype = "names"\n'
SIZES = (1, 10, 100)
"""Lines of a text: about 75, 750 and 7,500 characters."""

_FIRST = "Ada Ben Cleo Dan Eva Finn Gina Hugo Ida Jon Kim Lea Max Nora Otto Pia Rob Sue Tom Uma".split()
_LAST = (
    "Abbot Baker Carter Doyle Ellis Foster Grant Hill Irwin Jones Keller Lane Moore Nash Owens Price".split()
)
_TALK = (
    "the visit was short and the weather kept the roads empty",
    "the report is late again because two people were on leave",
    "nobody has asked for the keys of the old building since",
    "a second opinion would help before anything is decided",
)


def make_texts(number: int, lines: int, seed: int = 7) -> list[str]:
    """Made-up texts of so many lines, each with a name, an address, a day or a number to be found."""
    chance = random.Random(seed * 1000 + lines)
    return ["".join(_make_line(chance) for _ in range(lines)) for _ in range(number)]


def _make_line(chance: random.Random) -> str:
    first, last = chance.choice(_FIRST), chance.choice(_LAST)
    told = chance.choice(
        [
            f"mail {first.lower()}.{last.lower()}{chance.randrange(99)}@example.org",
            f"seen on {chance.randrange(1, 29)} March {chance.randrange(1950, 2024)}",
            f"phone 212-555-01{chance.randrange(10, 99)}",
            f"asked for {first} {last}",
        ]
    )
    return f"{told.capitalize()}; {chance.choice(_TALK)}.\n"


def write_policy(folder: Path, text: str, name: str = "policy") -> Path:
    """A policy file."""
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path


@contextmanager
def serve(folder: Path, policy: Path, *options: str) -> Iterator[tuple[int, int]]:
    """Port and process of a service with one worker, until the block ends."""
    log = folder / f"{policy.stem}.log"
    program = [sys.executable, "-c", "from reticent.cli import main; main()", "serve"]
    asked = ["--policy", str(policy), "--port", "0", "--workers", "1", *options]
    with log.open("wb") as out:
        service = subprocess.Popen([*program, *asked], stderr=out)
    try:
        yield _find_port(log, service), service.pid
    finally:
        if service.poll() is not None:
            print(f"The service ended by itself ({service.returncode}): {log.read_text('utf-8')[-2000:]}")
        service.terminate()
        service.wait(60)


def _find_port(log: Path, service: subprocess.Popen[bytes]) -> int:
    """The port in the log, once it is there."""
    for _ in range(600):
        for line in log.read_text("utf-8").splitlines():
            if line.startswith("{") and (entry := json.loads(line)).get("port"):
                return int(entry["port"])
        if service.poll() is not None:
            break
        time.sleep(0.1)
    raise SystemExit(f"the service did not start: {log.read_text('utf-8')}")


def find_children(pid: int) -> list[int]:
    """The processes that a process started, and theirs."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found = parents.get(pid, [])
    return found + [each for child in found for each in find_children(child)]


def find_worker(pid: int) -> int:
    """The worker process of a service."""
    for child in find_children(pid):
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            return child
    raise SystemExit("the service has no worker")


def processor_seconds(*pids: int) -> float:
    """The processor time of processes so far."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(*pids: int) -> float:
    """The memory of processes now; what they share is counted once for each."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def write_request(path: str, content: object) -> bytes:
    """A request with a JSON body, as a client sends it."""
    body = json.dumps(content).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


class Client:
    """A connection that is kept; no more than is needed, so that clients cost little beside the service."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of the answer; an answer that breaks off is an error."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = await reader.readexactly(size)
        if b"connection: close" in head:
            self.close()
        return int(head[9:12]), body

    def close(self) -> None:
        """End the connection."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None
