"""The service beside Presidio's analyzer on the same texts in the same run: requests a second, times, memory.

Run as `python -m experiments.service_rival --presidio PYTHON [--model NAME] [--quick] [--json FILE]`, where PYTHON has
presidio-analyzer, flask and gunicorn. Each service has one worker and is asked alone, by eight clients, for /analyze.
Without a spaCy model, Presidio finds by expressions only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs
from experiments.service_load import (
    NAMES,
    PATTERNS,
    SIZES,
    Client,
    find_children,
    make_texts,
    processor_seconds,
    resident_megabytes,
    serve,
    write_policy,
    write_request,
)

NEEDS = Needs(packages=("starlette", "uvicorn"))
CLIENTS = 8
TEXTS = [text for size in SIZES for text in make_texts(20, size)]
REQUESTS = [write_request("/analyze", {"text": text, "language": "en"}) for text in TEXTS]


def measure(presidio: Path, model: str | None, seconds: float) -> dict[str, Any]:
    """All services, one after another, and the first again at the end: how much the machine itself differs."""
    rows = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        patterns = write_policy(folder, PATTERNS, "patterns")
        names = write_policy(folder, NAMES, "names")
        theirs = f"Presidio {version_of(presidio)}, {model or 'expressions only'}"
        services = {
            "reticent, patterns": partial(serve, folder, patterns),
            theirs: partial(serve_presidio, folder, presidio, model),
            "reticent, patterns and names": partial(serve, folder, names),
            "reticent, patterns (again)": partial(serve, folder, patterns),
        }
        for name, service in services.items():
            with service() as (port, pid):
                rows.append({"service": name, **asyncio.run(load(port, pid, seconds))})
    return {"seconds_each": seconds, "clients": CLIENTS, "services": rows}


def version_of(python: Path) -> str:
    """The version of Presidio that a Python has."""
    asked = "from importlib.metadata import version; print(version('presidio-analyzer'))"
    done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(
            f"'{python}' has no Presidio: pip install presidio-analyzer flask gunicorn there, and name it with --presidio"
        )
    return done.stdout.strip()


@contextmanager
def serve_presidio(folder: Path, python: Path, model: str | None) -> Iterator[tuple[int, int]]:
    """Port and process of Presidio's analyzer under gunicorn with one worker, until the block ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    named = {} if model is None else {"PRESIDIO_MODEL": model}
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **named}
    command = [str(python), "-m", "gunicorn", "-w", "1", "-b", f"127.0.0.1:{port}", "--timeout", "120"]
    app = "presidio_app:create_app()"
    # By itself: beside it are modules that are called as some of Python's own.
    alone = Path(shutil.copy(Path(__file__).with_name("presidio_app.py"), folder)).parent
    with (folder / "presidio.log").open("wb") as out:
        service = subprocess.Popen(
            [*command, "--chdir", str(alone), app], stdout=out, stderr=out, env=environment
        )
    try:
        wait_for(port, service, folder / "presidio.log")
        yield port, service.pid
    finally:
        service.terminate()
        service.wait(60)


def wait_for(port: int, service: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a service answers."""
    for _ in range(600):
        try:
            asyncio.run(Client(port).ask(REQUESTS[0]))
        except (OSError, asyncio.IncompleteReadError):
            time.sleep(0.2)
            if service.poll() is not None:
                break
        else:
            return
    raise SystemExit(f"Presidio did not start: {log.read_text('utf-8')[-2000:]}")


async def load(port: int, pid: int, seconds: float) -> dict[str, Any]:
    """Eight clients at work, after a round that warms the service up."""
    warm = Client(port)
    for request in REQUESTS[::6]:
        await warm.ask(request)
    warm.close()
    processes = [pid, *find_children(pid)]
    begun = processor_seconds(*processes)
    times: list[float] = []
    found = [0]
    until = time.monotonic() + seconds
    await asyncio.gather(*(ask(Client(port), number, until, times, found) for number in range(CLIENTS)))
    spent = processor_seconds(*processes) - begun
    times.sort()
    return {
        "requests_a_second": len(times) / seconds,
        "p50_ms": 1000 * times[len(times) // 2],
        "p99_ms": 1000 * times[int(len(times) * 0.99)],
        "processor_ms_a_request": 1000 * spent / len(times),
        "findings_a_request": found[0] / len(times),
        "megabytes": resident_megabytes(*processes),
    }


async def ask(client: Client, number: int, until: float, times: list[float], found: list[int]) -> None:
    """One client: a text after another."""
    turn = number * 7
    while time.monotonic() < until:
        turn += 1
        began = time.perf_counter()
        status, body = await client.ask(REQUESTS[turn % len(REQUESTS)])
        if status != 200:
            raise SystemExit(f"an answer was {status}")
        times.append(time.perf_counter() - began)
        found[0] += len(json.loads(body))
    client.close()


def show(figures: dict[str, Any]) -> None:
    """A line a service."""
    print(f"{'service':42}{'req/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'cpu ms':>9}{'findings':>10}{'MB':>8}")
    for row in figures["services"]:
        numbers = f"{row['requests_a_second']:9.1f}{row['p50_ms']:9.1f}{row['p99_ms']:9.1f}"
        more = f"{row['processor_ms_a_request']:9.2f}{row['findings_a_request']:10.1f}{row['megabytes']:8.0f}"
        print(f"{row['service']:42}{numbers}{more}")


def main(needs: Needs) -> None:
    """Parse the options, measure, show and write."""
    parser = argparse.ArgumentParser(prog="python -m experiments.service_rival")
    parser.add_argument("--presidio", type=Path, metavar="PYTHON", help="a Python that has Presidio")
    parser.add_argument("--model", metavar="NAME", help="a spaCy model that is installed there")
    parser.add_argument("--quick", action="store_true", help="five seconds for each service instead of 30")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    options = parse_options(parser, needs)
    if options.presidio is None:
        raise SystemExit(
            "name a Python that has Presidio with --presidio: make an environment of its own for it"
        )
    figures = measure(options.presidio, options.model, 5 if options.quick else 30)
    show(figures)
    if options.json:
        write_json(options.json, figures, NEEDS)


if __name__ == "__main__":
    main(NEEDS)
