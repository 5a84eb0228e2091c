"""The service under 64 clients: statuses, /livez, documents a second of the worker's processor time, memory.

Run as `python -m experiments.service [--quick] [--minutes N] [--json FILE]`. Texts are made up. The service runs with one
worker and a queue of 8; two of three requests go to /v1/sanitize, one to /analyze. Processor time is that of the worker
alone, beside what the library takes for the same documents; the clients' and the door's are shown apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs
from experiments.service_load import (
    PATTERNS,
    SIZES,
    Client,
    find_worker,
    make_texts,
    processor_seconds,
    resident_megabytes,
    serve,
    write_policy,
    write_request,
)
from reticent.policy.recipe import Recipe
from reticent.usecases.presidio import analyze
from reticent.usecases.release import InputFile, release

NEEDS = Needs(packages=("starlette", "uvicorn"))
CLIENTS = 64
QUEUE = 8
TEXTS_A_SIZE = 20
TEXTS = {size: make_texts(TEXTS_A_SIZE, size) for size in SIZES}
LIMITS = ("--queue", str(QUEUE), "--per-client", "100")
WATCH = """
import http.client, json, sys, time
lives, until = [], time.monotonic() + float(sys.argv[2])
connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
while time.monotonic() < until:
    began = time.perf_counter()
    connection.request("GET", "/livez")
    connection.getresponse().read()
    lives.append(time.perf_counter() - began)
    time.sleep(0.1)
print(json.dumps(lives))
"""
Asked = tuple[str, int]
"""An address and the size of a text."""

REQUESTS: dict[Asked, list[tuple[bytes, int]]] = {
    (path, size): [(write_request(path, {"text": text, **more}), len(text)) for text in texts]
    for path, more in (("/v1/sanitize", {}), ("/analyze", {"language": "en"}))
    for size, texts in TEXTS.items()
}
"""Requests as they are sent, with the length of their texts."""


def measure(seconds: float) -> dict[str, Any]:
    """Everything, for so many seconds of load; the library is timed before and after."""
    with tempfile.TemporaryDirectory() as folder:
        policy = write_policy(Path(folder), PATTERNS)
        before = time_library(policy)
        with serve(Path(folder), policy, *LIMITS) as (port, pid):
            figures, done = asyncio.run(load(port, pid, seconds))
        after = time_library(policy)
    library = sum(count * (before[asked] + after[asked]) / 2 for asked, count in done.items())
    documents = sum(done.values())
    return {
        "seconds": seconds,
        "clients": CLIENTS,
        **figures,
        "documents_a_second_of_library": documents / library,
        "share_of_library": library / figures["worker_processor_seconds"],
    }


def time_library(policy: Path) -> dict[Asked, float]:
    """Processor seconds of a document of each size at each address, without a service."""
    rules = Recipe(policy).make_rules()
    found: dict[Asked, float] = {}
    for size, texts in TEXTS.items():
        given = [InputFile("document.txt", text.encode()) for text in texts]
        for path in ("/v1/sanitize", "/analyze"):
            for turn in range(3):  # the first one only warms up
                began = time.process_time()
                for each, text in zip(given, texts, strict=True):
                    _ = analyze(text, rules) if path == "/analyze" else release(each, rules)
                spent = (time.process_time() - began) / len(texts)
                found[path, size] = spent if turn < 2 else (found[path, size] + spent) / 2
    return found


async def load(port: int, pid: int, seconds: float) -> tuple[dict[str, Any], Counter[Asked]]:
    """The clients at work, and what is seen of the service meanwhile."""
    statuses: Counter[str] = Counter()
    done: Counter[Asked] = Counter()
    worker = find_worker(pid)
    begun = [processor_seconds(worker), processor_seconds(pid), time.process_time()]
    # A process of its own, so that the clients' time is not taken for the service's.
    watching = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WATCH, str(port), str(seconds), stdout=asyncio.subprocess.PIPE
    )
    memory = asyncio.create_task(watch_memory(pid, worker, seconds))
    until = time.monotonic() + seconds
    await asyncio.gather(*(ask(Client(port), number, until, statuses, done) for number in range(CLIENTS)))
    ended = [processor_seconds(worker), processor_seconds(pid), time.process_time()]
    lives = sorted(json.loads((await watching.communicate())[0]))
    door, inside = await memory
    spent = [after - before for after, before in zip(ended, begun, strict=True)]
    return {
        "statuses": dict(sorted(statuses.items())),
        "livez_p50_ms": 1000 * lives[len(lives) // 2],
        "livez_p99_ms": 1000 * lives[int(len(lives) * 0.99)],
        "megabytes_of_door": door,
        "megabytes_of_worker": inside,
        "worker_processor_seconds": spent[0],
        "door_processor_seconds": spent[1],
        "clients_processor_seconds": spent[2],
        "documents_a_second": sum(done.values()) / seconds,
        "documents_a_second_of_worker": sum(done.values()) / spent[0],
    }, done


async def ask(
    client: Client, number: int, until: float, statuses: Counter[str], done: Counter[Asked]
) -> None:
    """One client: a text after another, and half a second's rest when there was no room."""
    turn = number
    while time.monotonic() < until:
        turn += 1
        size = SIZES[turn % len(SIZES)]
        path = "/analyze" if (turn // len(SIZES)) % 3 == 0 else "/v1/sanitize"
        request, length = REQUESTS[path, size][turn % TEXTS_A_SIZE]
        status, body = await client.ask(request)
        shed = status != 200 or (path == "/analyze" and is_overload(body, length))
        overload = " overload" if shed and status == 200 else ""
        statuses[f"{path} {status}{overload}"] += 1
        if shed:
            await asyncio.sleep(0.5)
        else:
            done[path, size] += 1
    client.close()


def is_overload(body: bytes, length: int) -> bool:
    """Whether an analysis points at the whole text because there was no room for it."""
    if b"RETICENT_OVERLOAD" not in body:
        return False
    found = json.loads(body)
    if (len(found), found[0]["start"], found[0]["end"]) != (1, 0, length):
        raise SystemExit("a shed analysis does not point at the whole text alone")
    return True


async def watch_memory(pid: int, worker: int, seconds: float) -> tuple[list[float], list[float]]:
    """Memory of door and worker at ten times; the first when all is warm."""
    door, inside = [], []
    for _ in range(10):
        await asyncio.sleep(seconds / 10)
        door.append(round(resident_megabytes(pid), 1))
        inside.append(round(resident_megabytes(worker), 1))
    return door, inside


def show(figures: dict[str, Any]) -> None:
    """A line a figure."""
    for name, value in figures.items():
        print(f"{name:32} {round(value, 2) if isinstance(value, float) else value}")


def main(needs: Needs) -> None:
    """Parse the options, measure, show and write."""
    parser = argparse.ArgumentParser(prog="python -m experiments.service")
    parser.add_argument("--quick", action="store_true", help="half a minute")
    parser.add_argument("--minutes", type=float, default=2.0, help="how long the load lasts (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    options = parse_options(parser, needs)
    figures = measure(30 if options.quick else 60 * options.minutes)
    show(figures)
    if options.json:
        write_json(options.json, figures, NEEDS)


if __name__ == "__main__":
    main(NEEDS)
