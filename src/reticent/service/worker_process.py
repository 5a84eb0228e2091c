"""The inside of a worker process: jobs come over a socket, one at a time, and replies go back.

A frame is its length in eight bytes and a pickled value. Only the service and the process that it started hold the
two ends of the socket, so that nobody else's bytes are unpickled.
"""

from __future__ import annotations

import gc
import pickle
import signal
import socket
import struct
from collections.abc import Callable
from typing import Any, BinaryIO

from reticent.errors import InputError, ReticentError, name_origin
from reticent.executors import begin_worker
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.office import Office, run_self_test
from reticent.service.replies import Reply, refuse

HEADER = struct.Struct("!Q")
SELF_TEST = Job("test", "")


def write_frame(value: Any) -> bytes:
    """A value as it travels."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(data)) + data


def work(channel: socket.socket, set_up: Callable[[], Office], bound: bool) -> None:
    """Open everything, say whether that went well, and do jobs until the other end is closed."""
    begin_worker(bound)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # running work is finished; the parent ends us
    with channel, channel.makefile("rb") as incoming:
        try:
            office = set_up()
            ready: Reply | ReticentError = run_self_test(office)
        except ReticentError as error:
            ready = error
        except Exception as error:  # its own words could quote a file
            ready = InputError(f"a worker could not start: {name_origin(error)}; please report this line")
        channel.sendall(write_frame(ready))
        if isinstance(ready, ReticentError):
            return
        gc.freeze()  # what is open now stays open: no collection needs to look at it again
        while (job := _read_job(incoming)) is not None:
            channel.sendall(write_frame(_do(office, job)))


def _do(office: Office, job: Job) -> Reply:
    if job.verb != SELF_TEST.verb:
        return answer(office, job)
    try:
        return run_self_test(office)
    except Exception as error:
        return refuse(503, "self_test", f"the self-test failed: {name_origin(error)}")


def _read_job(incoming: BinaryIO) -> Job | None:
    """The next job; None when there will be none."""
    header = incoming.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    data = incoming.read(size)
    if len(data) < size:
        return None
    job: Job = pickle.loads(data)  # noqa: S301 - from the process that started this one
    return job
