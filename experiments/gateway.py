"""The gateway before a language model: by how much the first word of a streamed answer comes later, and how long stand-ins wait.

Run as `python -m experiments.gateway [--quick] [--json FILE]`. Prompts are made up. The model is a script on the same machine that
answers at once, letter by letter, so that all of the difference is the gateway's.
"""

from __future__ import annotations

import argparse
import http.client
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs
from experiments.service_load import (
    NAMES,
    SIZES,
    find_worker,
    make_texts,
    processor_seconds,
    serve,
    write_policy,
)

NEEDS = Needs(packages=("starlette", "uvicorn", "httpx"))
PATH = "/v1/chat/completions"
ANSWER = "Dear [PERSON 1], thank you."


class Model(BaseHTTPRequestHandler):
    """A model that writes one letter after another."""

    def do_POST(self) -> None:
        """Answer any question with the same words."""
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for letter in ANSWER:
            choice = {"index": 0, "delta": {"content": letter}, "finish_reason": None}
            self.wfile.write(b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n")
            self.wfile.flush()
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def answer() -> Iterator[int]:
    """The port of the model, until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def time_first_word(port: int, prompt: str) -> tuple[float, float]:
    """Milliseconds until the first letter of an answer is there, and until its end."""
    asked = {"model": "m", "stream": True, "messages": [{"role": "user", "content": prompt}]}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    began = time.perf_counter()
    connection.request("POST", PATH, json.dumps(asked), {"content-type": "application/json"})
    reply = connection.getresponse()
    first = 0.0
    for line in reply:
        if not first and b'"content"' in line:
            first = time.perf_counter() - began
    if reply.status != 200 or not first:
        raise SystemExit(f"the answer has status {reply.status} and no word")
    connection.close()
    return 1000 * first, 1000 * (time.perf_counter() - began)


def measure(turns: int) -> dict[str, Any]:
    """By how much later the first word and the end come, for prompts of each size, and the processor time of door and worker."""
    figures: dict[str, Any] = {"turns": turns}
    with tempfile.TemporaryDirectory() as place, answer() as model:
        folder = Path(place)
        policy = write_policy(folder, NAMES)
        with serve(
            folder, policy, "--gateway", f"http://127.0.0.1:{model}", "--ledger", str(folder / "ledger.jsonl")
        ) as (port, pid):
            for size in SIZES:
                texts = make_texts(turns, size)
                time_first_word(port, texts[0])
                spent = processor_seconds(pid, worker := find_worker(pid))
                pairs = [(time_first_word(port, text), time_first_word(model, text)) for text in texts]
                spent = processor_seconds(pid, worker) - spent
                key = f"processor time, prompts of {len(texts[0]):,} characters"
                figures[key] = {"ms_a_request": round(1000 * spent / turns, 1)}
                for name, at in (("first word", 0), ("end", 1)):
                    later = sorted(through[at] - direct[at] for through, direct in pairs)
                    figures[f"{name} later, prompts of {len(texts[0]):,} characters"] = {
                        "median_ms": round(later[len(later) // 2], 1),
                        "p95_ms": round(later[int(len(later) * 0.95)], 1),
                        "most_ms": round(later[-1], 1),
                    }
    return figures


def main(needs: Needs) -> None:
    """Parse the options, measure, show and write."""
    parser = argparse.ArgumentParser(prog="python -m experiments.gateway")
    parser.add_argument("--quick", action="store_true", help="ten prompts a size instead of sixty")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    options = parse_options(parser, needs)
    figures = measure(10 if options.quick else 60)
    for name, value in figures.items():
        print(f"{name:52} {value}")
    if options.json:
        write_json(options.json, figures, NEEDS)


if __name__ == "__main__":
    main(NEEDS)
