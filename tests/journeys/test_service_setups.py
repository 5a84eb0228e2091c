"""What the how-to tells operators to write works: nginx before the service, the unit, the container file."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.journeys.command import ROOT, reticent
from tests.journeys.serving import Running, serving, wait_until, write_policy

PAGE = (ROOT / "docs/how-to/serve-a-team.md").read_text("utf-8")
CONTAINER = (ROOT / "examples/integrations/Containerfile").read_text("utf-8").splitlines()
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
OPENSSL = shutil.which("openssl")
SYSTEMD = shutil.which("systemd-analyze")
NAME = "reticent.example"


def block(language: str) -> str:
    """The one block of the page in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def find_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def nginx_before(running: Running, folder: Path, secret: str) -> Iterator[int]:
    """The port of an nginx with the page's configuration; only names of files and ports are other ones."""
    assert NGINX
    assert OPENSSL
    certificate = [
        OPENSSL,
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        f"/CN={NAME}",
    ]
    subprocess.run(
        [*certificate, "-keyout", folder / "key.pem", "-out", folder / "chain.pem"],
        check=True,
        capture_output=True,
    )
    port = find_port()
    written = block("nginx").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    written = written.replace("127.0.0.1:8080", f"127.0.0.1:{running.port}")
    written = written.replace("the content of proxy-secret.txt", secret)
    written = written.replace("/etc/ssl/reticent/chain.pem", str(folder / "chain.pem"))
    written = written.replace("/etc/ssl/reticent/key.pem", str(folder / "key.pem"))
    path = folder / "nginx.conf"
    path.write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\nevents {{}}\n"
        f"http {{\naccess_log {folder}/access.log;\nclient_body_temp_path {folder}/bodies;\n"
        f"proxy_temp_path {folder}/answers;\n{written}\n}}\n",
        "utf-8",
    )
    process = subprocess.Popen([NGINX, "-p", folder, "-c", path], stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: process.poll() is not None or answers(port), "it does not listen")
        assert process.poll() is None, (folder / "nginx.log").read_text("utf-8")
        yield port
    finally:
        process.terminate()
        process.wait(20)


def test_the_example_of_a_client_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tickets.csv").write_text("id,note\n7,Mail jo@example.org\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    with serving(tmp_path, "--policy", write_policy(tmp_path)) as running:
        example = (
            block("py").replace("http://127.0.0.1:8080", running.url).replace("reticent_…", "reticent_x")
        )
        exec(compile(example, "serve-a-team.md", "exec"), {})  # noqa: S102 - the page is ours
    assert capsys.readouterr().out == "Mail [EMAIL].\n"


@pytest.mark.slow
@pytest.mark.skipif(not NGINX or not OPENSSL, reason="nginx or openssl is not installed")
def test_a_team_asks_through_nginx_as_the_page_says(tmp_path: Path) -> None:
    secret = "0123456789abcdef0123456789abcdef"  # noqa: S105 - a secret of this test
    (tmp_path / "secret.txt").write_text(secret, "utf-8")
    made = reticent("token", "create", "ward", "--tokens", tmp_path / "tokens.json")
    token = {"authorization": f"Bearer {made.stdout.decode().strip()}"}
    options: list[str | Path] = [
        "--tokens",
        tmp_path / "tokens.json",
        "--behind-proxy",
        tmp_path / "secret.txt",
        "--allow-host",
        NAME,
    ]
    canary = "xanthippe7731@example.org"
    with (
        serving(tmp_path, "--policy", write_policy(tmp_path), *options) as running,
        nginx_before(running, tmp_path, secret) as port,
        httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=False, trust_env=False, timeout=60) as web,  # noqa: S501
    ):
        host = {"host": NAME}
        text = {"text": f"Mail {canary}"}
        assert web.get("/livez", headers=host).status_code == 200
        assert web.post("/v1/sanitize", json=text, headers=host).status_code == 401
        answer = web.post("/v1/sanitize", json=text, headers={**host, **token})
        assert (answer.status_code, answer.json()["text"]) == (200, "Mail [EMAIL]")
        forged = {**host, **token, "x-reticent-proxy": "forged", "x-forwarded-for": "1.2.3.4"}
        assert web.post("/v1/sanitize", json=text, headers=forged).status_code == 200
        lines = (json.dumps(text) + "\n").encode() * 5_000
        stream = web.post(
            "/v1/sanitize", content=lines, headers={**host, **token, "content-type": "application/x-ndjson"}
        )
        assert stream.text.count("[EMAIL]") == 5_000
        past = httpx.post(f"{running.url}/v1/sanitize", json=text, headers={**host, **token}, trust_env=False)
        assert (past.status_code, past.json()["error"]["code"]) == (403, "proxy")
    for name in ("access.log", "nginx.log", "service.log"):
        path = tmp_path / name
        assert canary not in (path.read_text("utf-8") if path.exists() else "")
    for folder in ("bodies", "answers"):
        assert not [path for path in (tmp_path / folder).rglob("*") if path.is_file()]


@pytest.mark.slow
@pytest.mark.skipif(not SYSTEMD, reason="systemd-analyze is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "reticent.service"
    unit.write_text(block("ini").replace("/opt/reticent/bin/reticent", "/bin/true"), "utf-8")
    done = subprocess.run(
        [str(SYSTEMD), "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    told = [line for line in done.stderr.splitlines() if unit.name in line]
    assert told == []
    assert done.returncode == 0, done.stderr


def options_of_serve() -> set[str]:
    return set(re.findall(r"--[a-z-]+", reticent("serve", "--help").stdout.decode()))


def test_the_unit_and_the_container_file_use_options_that_there_are() -> None:
    known = options_of_serve()
    unit = next(line for line in block("ini").splitlines() if line.startswith("ExecStart="))
    assert set(re.findall(r"--[a-z-]+", unit)) <= known
    entry, said = (
        json.loads(line.removeprefix(word))
        for word in ("ENTRYPOINT ", "CMD ")
        for line in CONTAINER
        if line.startswith(word)
    )
    assert entry[:2] == ["reticent", "serve"]
    assert {each for each in [*entry, *said] if each.startswith("--")} <= known


def test_the_container_is_nobodys_root_and_starts_the_service() -> None:
    users = [line.split()[1] for line in CONTAINER if line.startswith("USER ")]
    assert users
    assert "root" not in users
    assert not {"0", "0:0"} & set(users)
    assert CONTAINER.index(f"USER {users[-1]}") < next(
        n for n, line in enumerate(CONTAINER) if line.startswith("ENTRYPOINT")
    )
    assert "(../../examples/integrations/Containerfile)" in PAGE
    assert "--read-only" in PAGE
