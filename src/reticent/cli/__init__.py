"""The command line: one thin file a command."""

from __future__ import annotations

import errno
import os
import signal
import sys
import warnings


def main() -> None:
    """Run a command; every error becomes one clear line and an exit code, and never a part of a document."""
    try:
        _run()
    except BrokenPipeError:
        _end_unread()
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # the framework caught it and would end with 1
            _end_unread()
        raise


def _run() -> None:
    from reticent.cli.app import Exit, app, complain
    from reticent.errors import InputError, PromiseError, name_origin

    warned: set[str] = set()

    def warn_once(message: Warning | str, *_: object, **__: object) -> None:
        if _is_ours(message) and str(message) not in warned:
            warned.add(str(message))
            complain(f"warning: {message}")

    warnings.showwarning = warn_once
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except InputError as error:
        complain(str(error))
        sys.exit(Exit.BAD_INPUT)
    except PromiseError as error:
        complain(str(error))
        sys.exit(Exit.PROMISE_NOT_REACHED)
    except MemoryError:
        complain("not enough memory for this document; nothing was written")
        sys.exit(Exit.BAD_INPUT)
    except BrokenPipeError:
        raise
    except Exception as error:  # a message or a traceback could quote the document
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            complain("no space is left where the output goes: what stands there is not whole")
        else:
            complain(f"internal error {name_origin(error)}; nothing was released. Please report this line.")
        sys.exit(Exit.BAD_INPUT)


def _end_unread() -> None:
    """End as commands do whose reader stops early: by the signal, which is no violation and no error.

    Only what is read through standard output ends the command. Were the signal let in from the beginning, a server
    or a worker that hangs up would end it too, and without a word.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left there goes nowhere
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)
    sys.exit(2)


def _is_ours(message: Warning | str) -> bool:
    """Whether a warning was written for users: those of libraries tell them nothing and may quote the document."""
    return type(message).__module__.startswith("reticent.")
