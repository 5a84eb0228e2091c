"""A server with the OpenAI-compatible protocol that says what a test tells it to, and keeps what it was sent."""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO, cast

CONTROL = "This text is about "
"""How a sentence begins that shows whether a model can read."""

Script = Callable[["Received", BinaryIO], None]
"""What a server does with a question: it writes whatever it likes to the line."""


@dataclass(frozen=True, slots=True)
class Received:
    """A question as it came in."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def task(self) -> str:
        """What the model is told to do."""
        return str(self.body["messages"][0]["content"])

    @property
    def text(self) -> str:
        """The text to judge, from between its two lines."""
        fenced = str(self.body["messages"][-1]["content"]).split("\n")
        assert fenced[0] == fenced[-1]
        return "\n".join(fenced[1:-1])


@dataclass(slots=True)
class ChatServer:
    """Where it listens, and every question so far."""

    url: str = ""
    received: list[Received] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The texts that it was given to judge, the control sentences left out."""
        return [each.text for each in self.received if not each.text.startswith(CONTROL)]


@contextmanager
def serve(script: Script) -> Iterator[ChatServer]:
    """A server on this machine that follows a script until the test is over."""
    state = ChatServer()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            try:
                question = _read_request(cast(BinaryIO, self.rfile))
                state.received.append(question)
                script(question, cast(BinaryIO, self.wfile))
            except (ConnectionError, IndexError):
                pass  # the other side has gone, as it may

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as server:
        state.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield state
        finally:
            server.shutdown()
            thread.join()


def _read_request(line: BinaryIO) -> Received:
    path = line.readline().decode().split()[1]
    headers: dict[str, str] = {}
    while header := line.readline().decode().strip():
        name, _, value = header.partition(":")
        headers[name.lower()] = value.strip()
    return Received(path, headers, json.loads(line.read(int(headers.get("content-length", 0)))))


def reply(
    line: BinaryIO, body: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> None:
    """An ordinary HTTP answer."""
    said = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    line.write(f"HTTP/1.1 {status} Whatever\r\n{head}\r\n".encode() + body)


def completion(content: str) -> bytes:
    """What a server sends when its model says this."""
    message = {"role": "assistant", "content": content}
    return json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()


def say(content: str) -> Script:
    """Whatever is asked, the model says this."""
    return lambda _, line: reply(line, completion(content))


def guess(*guesses: tuple[str, Sequence[str]]) -> str:
    """An answer in the form that is asked for."""
    return json.dumps({"guesses": [{"name": name, "words": list(words)} for name, words in guesses]})


def know(clues: Mapping[str, str], names: Sequence[str] = ()) -> Script:
    """A model that guesses the candidate whose name it reads, then those to which a clue in the text points.

    Without names it takes those that the question lists; where that lists none, it reads the one that a control sentence names.
    """

    given = names

    def answer(question: Received, line: BinaryIO) -> None:
        text = question.text.casefold()
        _, lists, listed = question.task.rpartition("one of these: ")
        control = question.text.startswith(CONTROL) and not (lists or given)
        names = given or (listed.rstrip(".").split("; ") if lists else ["unknown"])
        names = [*names, question.text.removeprefix(CONTROL).rstrip(".")] if control else names
        read = [(name, [name]) for name in sorted(names, key=len, reverse=True) if name.casefold() in text]
        told: dict[str, list[str]] = {}
        for clue, name in clues.items():
            if clue.casefold() in text:
                told.setdefault(name, []).append(clue)
        unknown = [name for name in names if name not in clues.values()] or names
        rest: list[tuple[str, list[str]]] = [(name, []) for name in unknown if name not in told]
        reply(line, completion(guess(*read, *told.items(), *rest)))

    return answer


def drip(content: bytes, *, pause: float) -> Script:
    """A server that sends its answer byte by byte."""

    def answer(_: Received, line: BinaryIO) -> None:
        for number in range(len(content)):
            line.write(content[number : number + 1])
            line.flush()
            time.sleep(pause)

    return answer
