"""The command line: one thin file a command."""

from __future__ import annotations

import signal
import sys
import warnings
from traceback import walk_tb


def main() -> None:
    """Run a command; every error becomes one clear line and an exit code, and never a part of a document."""
    from reticent.cli.app import app
    from reticent.cli.exits import Exit, complain
    from reticent.errors import InputError, PromiseError

    if hasattr(signal, "SIGPIPE"):  # whoever reads our output may stop early; that is no violation
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    warned: set[str] = set()

    def warn_once(message: Warning | str, *_: object, **__: object) -> None:
        if _is_ours(message) and str(message) not in warned:
            warned.add(str(message))
            complain(f"warning: {message}")

    warnings.showwarning = warn_once
    try:
        app()
    except InputError as error:
        complain(str(error))
        sys.exit(Exit.BAD_INPUT)
    except PromiseError as error:
        complain(str(error))
        sys.exit(Exit.PROMISE_NOT_REACHED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(Exit.BAD_INPUT)
    except MemoryError:
        complain("not enough memory for this document; nothing was written")
        sys.exit(Exit.BAD_INPUT)
    except Exception as error:  # a message or a traceback could quote the document
        complain(f"{_origin(error)}; nothing was released. Please report this line.")
        sys.exit(Exit.BAD_INPUT)


def _is_ours(message: Warning | str) -> bool:
    """Whether a warning was written for users: those of libraries tell them nothing and may quote the document."""
    return type(message).__module__.startswith("reticent.")


def _origin(error: Exception) -> str:
    """What broke and where in our code, without the error's own words."""
    frames = [(frame.f_globals.get("__name__", ""), line) for frame, line in walk_tb(error.__traceback__)]
    name, line = [frame for frame in frames if frame[0].startswith("reticent")][-1]
    return f"internal error {type(error).__name__} in {name}, line {line}"
