"""The service under 64 clients: statuses, /livez, documents a second of the worker's processor time, memory.

Run as `python -m experiments.service [--quick] [--minutes N] [--json FILE]`. Texts are made up here. The service runs with one
worker and a queue of 8, clients in this process; every figure is of the service's processes alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs
from reticent.policy.recipe import Recipe
from reticent.usecases.given import Given
from reticent.usecases.release import release

NEEDS = Needs(packages=("httpx", "starlette", "uvicorn"))
POLICY = '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n'
LINE = "Mail jo@example.org about the visit on 12 March 2019, phone 212-555-0123. "
SIZES = (1, 10, 100)
CLIENTS = 64
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


def measure(seconds: float) -> dict[str, Any]:
    """Everything, for so many seconds of load."""
    with tempfile.TemporaryDirectory() as folder:
        policy = Path(folder) / "policy.toml"
        policy.write_text(POLICY, "utf-8")
        library = time_library(policy)
        program = [sys.executable, "-c", "from reticent.cli import main; main()", "serve"]
        options = [
            "--policy",
            str(policy),
            "--port",
            "0",
            "--workers",
            "1",
            "--queue",
            "8",
            "--per-client",
            "100",
        ]
        log = Path(folder) / "log"
        with log.open("wb") as out:
            service = subprocess.Popen([*program, *options], stderr=out)
        try:
            port = find_port(log)
            figures = asyncio.run(load(port, service.pid, seconds))
        finally:
            service.terminate()
            service.wait(60)
    return {"seconds": seconds, "clients": CLIENTS, "library_documents_a_second": library, **figures}


def time_library(policy: Path) -> float:
    """Documents a second of processor time, one size after another, without a service."""
    assembly = Recipe(policy).assemble()
    given = [Given("document.txt", (LINE * size).encode()) for size in SIZES]
    for each in given:
        release(each, assembly)
    began = time.process_time()
    for _ in range(100):
        for each in given:
            release(each, assembly)
    return 100 * len(given) / (time.process_time() - began)


def find_port(log: Path) -> int:
    """The port in the log, once it is there."""
    for _ in range(600):
        for line in log.read_text("utf-8").splitlines():
            if (entry := json.loads(line)).get("port"):
                return int(entry["port"])
        time.sleep(0.1)
    raise SystemExit("the service did not start")


async def load(port: int, pid: int, seconds: float) -> dict[str, Any]:
    """The clients at work, and what is seen of the service meanwhile."""
    import httpx

    statuses: Counter[str] = Counter()
    until = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=None)
    worker = find_worker(pid)
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False, limits=limits
    ) as web:

        async def ask(number: int) -> None:
            turn = number
            while time.monotonic() < until:
                turn += 1
                answer = await web.post("/v1/sanitize", json={"text": LINE * SIZES[turn % len(SIZES)]})
                statuses[str(answer.status_code)] += 1
                if answer.status_code != 200:
                    await asyncio.sleep(0.5)

        begun = processor_seconds(worker)
        memory = [resident_megabytes(pid), resident_megabytes(worker)]
        # A process of its own, so that the clients' time is not taken for the service's.
        watching = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WATCH, str(port), str(seconds), stdout=asyncio.subprocess.PIPE
        )
        await asyncio.gather(*(ask(number) for number in range(CLIENTS)))
        spent = processor_seconds(worker) - begun
        after = [resident_megabytes(pid), resident_megabytes(worker)]
        lives = sorted(json.loads((await watching.communicate())[0]))
    return {
        "statuses": dict(statuses),
        "documents_a_second_of_worker": statuses["200"] / spent,
        "documents_a_second": statuses["200"] / seconds,
        "livez_p50_ms": 1000 * lives[len(lives) // 2],
        "livez_p99_ms": 1000 * lives[int(len(lives) * 0.99)],
        "megabytes_before": memory,
        "megabytes_after": after,
    }


def find_worker(pid: int) -> int:
    """The worker process of a service."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(pid) and b"spawn_main" in (entry / "cmdline").read_bytes():
                return int(entry.name)
    raise SystemExit("the service has no worker")


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(pid: int) -> float:
    """The memory of a process now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def show(figures: dict[str, Any]) -> None:
    """A line a figure."""
    for name, value in figures.items():
        print(f"{name:32} {value if isinstance(value, dict | list | int) else round(value, 2)}")
    share = figures["documents_a_second_of_worker"] / figures["library_documents_a_second"]
    print(f"{'share of the library':32} {share:.2f}")


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
        write_json(options.json, figures)


if __name__ == "__main__":
    main(NEEDS)
