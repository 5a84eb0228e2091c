"""What the service tells its operator: events and counts, without a word of a text."""

from __future__ import annotations

import io
import json
import re

import pytest

from reticent.errors import name_origin
from reticent.service.monitoring import SECONDS, Metrics, read_memory, write_event
from reticent.service.worker_state import hide_quotes


def test_an_event_is_a_json_line_with_its_time() -> None:
    out = io.StringIO()
    write_event("request", stream=out, status=200, code="")
    line = json.loads(out.getvalue())
    assert (line["reticent"], line["schema"], line["event"], line["status"]) == ("log", 1, "request", 200)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])


def test_a_log_that_can_not_be_written_stops_nothing() -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    closed = io.StringIO()
    closed.close()
    for stream in (Full(), closed):
        write_event("request", stream=stream)


def test_an_origin_names_a_place_in_our_code_and_not_the_errors_words() -> None:
    with pytest.raises(TypeError) as ours:
        hide_quotes(7)  # type: ignore[arg-type]
    assert re.fullmatch(r"TypeError in reticent\.service\.worker_state, line \d+", name_origin(ours.value))
    with pytest.raises(ValueError, match="Xanthippe") as theirs:
        int("Xanthippe")
    assert name_origin(theirs.value) == "ValueError in a library, line 0"


def parse(text: bytes) -> dict[str, float]:
    """The samples of a text in Prometheus's format."""
    lines = [line for line in text.decode().splitlines() if not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_metrics_count_requests_by_path_and_status() -> None:
    metrics = Metrics()
    metrics.count("/v1/sanitize", 200, 0.02)
    metrics.count("/v1/sanitize", 200, 3.0)
    metrics.count("/v1/sanitize", 503, 1000.0)
    samples = parse(metrics.write({"workers_busy": 2}))
    assert samples['reticent_requests_total{path="/v1/sanitize",status="200"}'] == 2
    assert samples['reticent_requests_total{path="/v1/sanitize",status="503"}'] == 1
    assert samples['reticent_request_seconds_count{path="/v1/sanitize"}'] == 3
    assert samples['reticent_request_seconds_sum{path="/v1/sanitize"}'] == 1003.02
    assert samples["reticent_workers_busy"] == 2
    assert samples["reticent_memory_bytes"] > 1e6
    assert read_memory() > 1e6


def test_buckets_grow_and_end_with_all() -> None:
    metrics = Metrics()
    for seconds in (0.001, 0.005, 0.2, 7, 500):
        metrics.count("/livez", 200, seconds)
    samples = parse(metrics.write({}))
    buckets = [
        samples[f'reticent_request_seconds_bucket{{le="{bound}",path="/livez"}}']
        for bound in (*SECONDS, "+Inf")
    ]
    assert buckets == sorted(buckets)
    assert (buckets[0], buckets[-1]) == (2, 5)
