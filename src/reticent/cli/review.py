"""`reticent review`: a person looks at every change before it is released, in the browser or, on a server, in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, option, switch
from reticent.cli._folders import is_folder
from reticent.cli._reading import refuse_idle
from reticent.cli.app import Exit, complain, plain, say, warn
from reticent.errors import DocumentError, InputError, ReticentError
from reticent.files import one_run
from reticent.review.files import Outbox, UnreadFile, forget_review, make_folders
from reticent.review.release import explain_unread, release_file, release_or_explain
from reticent.review.requests import apply_to_all, carry_out, list_offered
from reticent.review.review import Review, open_review
from reticent.review.showing import show_change, show_document, show_documents
from reticent.usecases.prove import ProofPolicy, read_keys
from reticent.usecases.release import InputFile, read_file
from reticent.usecases.run_log import walk_folder

if TYPE_CHECKING:
    from rich.console import Console


AROUND = 160
"""Characters of the text that are shown before and after a change: about two lines of a terminal on each side. Chosen by hand."""

_LIGHTS = {
    "green": ("green", "every promise holds"),
    "red": ("bold red", "can't be released"),
    "amber": ("yellow", "checking"),
}

HELP = """\
a, Enter  accept the change and go to the next     j, k   next and previous change
r         keep the term (restore it)               x      put a placeholder there
1 to 9    take that rung of the ladder             e      write words of your own
o         overrule: keep it, with a reason         m      mark words everywhere as a new change
R         repair: make it green, keep what I kept  l      list the leaks
u, U      undo, redo                               t      do the same in all documents
n, p      next and previous document               d      list the documents
w         release this file                        W      release all files
?         this help                                q      end the review
"""


def review_in_terminal(review: Review, console: Console, *, ask: Callable[[str], str] | None = None) -> Exit:
    """Walk through the changes of all documents until the person ends it; `ask` reads a line."""
    read = ask or input
    console.print(_list_keys(), markup=False, highlight=False)
    walk: Walk | None = Walk(review, console, read)
    while walk is not None:
        try:
            walk = walk.step()
        except EOFError:
            console.print("The review ends here.")
            walk = None
    return _judge_end(review)


def _judge_end(review: Review) -> Exit:
    released = [review.is_released(number) for number in review.numbers]
    if all(released) and not review.unread:
        return Exit.FINE
    return Exit.RELEASED_IN_PART if any(released) else Exit.PROMISE_NOT_REACHED


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the person stands: in which document, at which change."""

    review: Review
    console: Console
    read: Callable[[str], str] = field(repr=False)
    number: int = 1
    at: int = 0

    def step(self) -> Walk | None:
        """Show where the person stands, and do what is asked; None at the end."""
        self.review.settle(self.number)
        shown = show_document(self.review, self.number)
        at = min(self.at, max(0, len(shown["changes"]) - 1))
        here = replace(self, at=at)
        _print_document(self.console, shown, len(self.review.numbers))
        name = shown["changes"][at]["id"] if shown["changes"] else None
        ladder = here._print_change(shown, name) if name else 0
        asked = here.read("What now (? for help): ").strip()
        try:
            return here._do(asked, shown, name, ladder)
        except ReticentError as error:
            self.console.print(plain(str(error)), style="red", markup=False)
            return here

    def _do(self, asked: str, shown: Mapping[str, Any], name: str | None, ladder: int) -> Walk | None:
        """Where the person stands after a key."""
        if asked == "q":
            return None
        if asked in _MOVES:
            return self._move(asked, len(shown["changes"]))
        if asked in _LISTS:
            _LISTS[asked](self, shown)
            return self
        if asked in ("w", "W"):
            return self._release(all_files=asked == "W")
        return self._change(asked, shown["state"], name, ladder)

    def _move(self, asked: str, changes: int) -> Walk:
        if asked in ("j", "k"):
            step = 1 if asked == "j" else -1
            return replace(self, at=max(0, min(changes - 1, self.at + step)))
        step = 1 if asked == "n" else -1
        number = max(1, min(len(self.review.numbers), self.number + step))
        return replace(self, number=number, at=self.at if number == self.number else 0)

    def _change(self, asked: str, state: str, name: str | None, ladder: int) -> Walk:
        """Carry out an action, and go on where one accepts."""
        request = self._request(asked, name, ladder)
        if request is None:
            self.console.print("There is no such key here; ? shows all.")
            return self
        if request["action"] == "apply to all" and name:
            changed = apply_to_all(self.review, self.number, name, state=state)
            self.console.print(f"{len(changed)} other documents changed; each is checked again.")
            return self
        carry_out(self.review, self.number, {**request, "state": state})
        return replace(self, at=self.at + 1) if request["action"] == "accept" else self

    def _request(self, asked: str, name: str | None, ladder: int) -> dict[str, Any] | None:
        """What a key asks for; None for one that means nothing here."""
        if asked in _SIMPLE:
            return {"action": _SIMPLE[asked]}
        if asked == "m":
            return {"action": "add", "text": self.read("Words: "), "everywhere": True}
        wanted = self._on_change(asked, ladder) if name else None
        if wanted:
            return {"change": name, **wanted}
        offered = (
            each for each in list_offered() if each["key"] == asked and (name or not each["on_change"])
        )
        return next(({"action": each["action"], "change": name} for each in offered), None)

    def _on_change(self, asked: str, ladder: int) -> Mapping[str, Any] | None:
        if asked.isdecimal() and 1 <= int(asked) <= ladder:
            return {"action": "decide", "rung": int(asked)}
        if asked == "e":
            return {"action": "decide", "becomes": self.read("Becomes: ")}
        if asked == "o":
            by, reason = self.read("Your name: "), self.read("Because: ")
            return {"action": "override", "by": by, "reason": reason}
        return _ON_CHANGE.get(asked)

    def _release(self, *, all_files: bool) -> Walk:
        if all_files:
            for row in [
                *map(explain_unread, self.review.unread),
                *(release_or_explain(self.review, file.first) for file in self.review.files),
            ]:
                self._say(f"{row['result']}: {row['file']} {row.get('as') or row.get('why')}")
            return self
        self.review.settle(*self.review.file_of(self.number).numbers)
        written = release_file(self.review, self.number)
        for line in (f"released: {written.release}", *written.notes):
            self._say(line)
        return self

    def _print_change(self, shown: Mapping[str, Any], name: str) -> int:
        """Show a change in its text, with its reasons and its ladder; how many rungs that has."""
        change = show_change(self.review, self.number, name)
        self.console.print(_in_context(shown, name))
        where = "kept" if change["kept"] else change["becomes"] or change["placeholder"]
        count = f"change {self.at + 1} of {len(shown['changes'])}"
        places = f"{change['places']} place{'' if change['places'] == 1 else 's'}"
        self._say(f"{count}: {change['term']} -> {where} ({places})")
        for reason in change["reasons"]:
            terms = f" [{', '.join(reason['terms'])}]" if reason["terms"] else ""
            self._say(f"  because {reason['sentence']}{terms}")
        for rung in change["ladder"]:
            warning = "  leaks" if rung["leaks"] else ""
            self._say(f"  {rung['rung']}  {rung['text']} ({rung['bits']:.1f} bits){warning}")
        return len(change["ladder"])

    def _say(self, line: str) -> None:
        self.console.print(plain(line), markup=False, highlight=False)


_MOVES = frozenset("jknp")
_SIMPLE = {"R": "repair", "u": "undo", "U": "redo"}
_ON_CHANGE: Mapping[str, Mapping[str, Any]] = {
    "": {"action": "accept"},
    "a": {"action": "accept"},
    "r": {"action": "keep"},
    "x": {"action": "decide", "becomes": None},
    "t": {"action": "apply to all"},
}


def _list_leaks(walk: Walk, shown: Mapping[str, Any]) -> None:
    _print_leaks(walk.console, shown)


def _list_documents(walk: Walk, shown: Mapping[str, Any]) -> None:
    for row in show_documents(walk.review):
        done = "released" if row["released"] else row["status"]
        walk._say(f"{row['number']}  {row['name']}: {done}, {row['changes']} changes, {row['leaks']} leaks")


def _show_help(walk: Walk, shown: Mapping[str, Any]) -> None:
    walk.console.print(_list_keys(), markup=False, highlight=False)


def _list_keys() -> str:
    return HELP + "".join(f"{each['key']:<10}{each['does']}\n" for each in list_offered())


_LISTS = {"l": _list_leaks, "d": _list_documents, "?": _show_help}


def _print_document(console: Console, shown: Mapping[str, Any], count: int) -> None:
    style, meaning = _LIGHTS[shown["light"]]
    name = plain(shown["name"])
    console.rule(style="dim")
    console.print(f"document {shown['number']} of {count}: {name}", markup=False, highlight=False)
    console.print(f"{shown['light']}: {meaning}", style=style, markup=False)
    if shown["light"] == "red":
        _print_leaks(console, shown)
    for each in shown["inferred"]:
        console.print(plain(f"  {each['sentence']}"), markup=False, highlight=False)


def _print_leaks(console: Console, shown: Mapping[str, Any]) -> None:
    if shown["problem"]:
        console.print(plain(shown["problem"]), markup=False)
    for leak in shown["leaks"]:
        terms = ", ".join(member["term"] for member in leak["members"])
        more = f" (and {leak['more']} larger groups)" if leak["more"] else ""
        console.print(plain(f"  leak: [{terms}] {leak['sentence']}{more}"), markup=False, highlight=False)
    if not shown["leaks"] and not shown["problem"]:
        console.print("There is no leak.")


def _in_context(shown: Mapping[str, Any], name: str) -> Any:
    """The text around the first place of a change, what goes struck out and what comes beside it."""
    from rich.text import Text

    block = next(
        block for block in shown["blocks"] if any(each["change"] == name for each in block["segments"])
    )
    line = Text(f"[{block['mark']}] " if block["mark"] else "")
    for segment in block["segments"]:
        own = segment["change"] == name
        if segment["replacement"] is not None:
            line.append(plain(segment["text"]), style="strike red" if own else "strike dim")
            line.append(plain(segment["replacement"]), style="bold green" if own else "green")
        else:
            line.append(plain(segment["text"]), style="underline" if segment["kept"] else "")
    return _cut(line, block, name)


def _cut(line: Any, block: Mapping[str, Any], name: str) -> Any:
    """The line around a change, where it is long."""
    start = len(f"[{block['mark']}] ") if block["mark"] else 0
    for segment in block["segments"]:
        if segment["change"] == name:
            break
        start += len(plain(segment["text"])) + len(plain(segment["replacement"] or ""))
    return line[max(0, start - AROUND) : start + AROUND]


_LOCK_AFTER = 480.0
"""Minutes, so that a page locks itself after a working day."""


def review(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    files: Annotated[
        list[str] | None, argument("FILE|DIR", "Files, or folders with all that they hold.")
    ] = None,
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    reading: options.ReadingOptions = options.READING,
    output: Annotated[
        Path | None, option("--output -o", "DIR", "The folder that releases and plans go to.")
    ] = None,
    port: Annotated[int, option("--port", "N", "The port of the page (default: any).", min=0, max=65535)] = 0,
    browser: Annotated[
        bool, switch("--browser/--no-browser", "Open the page in a browser, or print its address.")
    ] = True,
    terminal: Annotated[bool, switch("--terminal", "Review in the terminal instead of the browser.")] = False,
    reviewer: Annotated[
        str | None, option("--reviewer", "NAME", "Who answers for the releases (default: your login name).")
    ] = None,
    key: Annotated[
        list[Path] | None,
        option("--key", "FILE", "A key that signs a proof of each release; can be repeated."),
    ] = None,
    lock_after: Annotated[
        float, option("--lock-after", "MINUTES", "Lock the page after so many minutes without use.", min=0.0)
    ] = _LOCK_AFTER,
    forget: Annotated[
        bool,
        switch("--forget", "Delete the journals of reviews that released to -o, and stop."),
    ] = False,
) -> None:
    """Look at every change, overrule, restore and repair, and release what keeps its promises.

    Only this machine can open the page, and its address works once. Press Enter in the terminal for another one, or type
    a name and Enter for one for that person. Nothing is released before the audit accepts exactly what you see. Releases
    go to the folder that -o names; plans, reports and the journal, which tell more than a release, to the folder
    'private' beside it. The journal records every decision at once (encrypted if there is a vault), so the same command
    resumes a review.

    Examples:

      reticent review letter.txt -o released --protect "HIV=virus"

      reticent review notes -o released --policy clinic.toml --no-browser

      reticent review letter.txt -o released --terminal

      reticent review -o released --forget
    """
    if output is None:
        raise InputError("without -o nothing can be written: say where releases go with -o DIR")
    if forget:
        count = forget_review(output)
        say(
            f"{count} journal{'' if count == 1 else 's'} of reviews deleted; releases, plans and reports stay."
        )
        return
    if not files:
        raise InputError("there is nothing to review: name files or folders")
    page = {"--port": port, "--no-browser": not browser, "--lock-after": lock_after != _LOCK_AFTER}
    refuse_idle(page if terminal else {}, "with --terminal")
    paths = _list_files(files, output)
    given, unread = _read_files(paths, named=frozenset(files))
    recipe = rule_options.recipe(originals=files, fields=reading.field)
    keys = read_keys(key or ())
    rules = recipe.make_rules()
    seal = rules.pseudonyms.vault.seal if rules.pseudonyms else None
    proofs = ProofPolicy.of(recipe) if keys else None
    outbox = Outbox(output, reviewer or _name_user(), keys, proofs, seal)
    warn(rules.warnings)
    chosen = reading.over(rules.options, paths)
    say(f"Reading {len(given)} file{'' if len(given) == 1 else 's'} …")
    make_folders(outbox)
    with one_run(outbox.private):
        made = open_review(given, rules, options=chosen, outbox=outbox, unread=unread)
        for notice in made.notices:
            complain(notice)
        if terminal:
            from rich.console import Console

            raise typer.Exit(review_in_terminal(made, Console()))
        _serve(made, outbox, port=port, browser=browser, idle_seconds=lock_after * 60)
    say(
        f"The review has ended; what you released is in '{output}'. What you decided is kept: the same command goes on,"
        " --forget deletes it."
    )


def _serve(made: Review, outbox: Outbox, *, port: int, browser: bool, idle_seconds: float) -> None:
    from reticent.service.review.app import Invitation, serve_review

    serve_review(made, outbox, Invitation(_invite, browser and _has_screen(), idle_seconds), port=port)


def _invite(address: str, who: str) -> None:
    say(
        f"The review is at {address}\nThe address works once, in one browser on this machine, for {who}. Enter prints"
        " another, a name and Enter one for that person; Ctrl-C ends the review."
    )


def _read_files(paths: Sequence[str], *, named: Collection[str]) -> tuple[list[InputFile], list[UnreadFile]]:
    """The files, and those of folders that can't be opened; one that somebody named has to be there."""
    given: list[InputFile] = []
    unread: list[UnreadFile] = []
    for path in paths:
        try:
            given.append(read_file(path))
        except DocumentError as error:
            if path in named:
                raise
            unread.append(UnreadFile(path, error))
    return given, unread


def _list_files(paths: Sequence[str], output: Path) -> list[str]:
    """The files that are meant, folders walked through in the order of their names."""
    found: list[str] = []
    for path in paths:
        if not is_folder(path):
            found.append(path)
            continue
        private = Outbox(output, "").private
        if any(each.resolve().is_relative_to(Path(path).resolve()) for each in (output, private)):
            raise DocumentError(
                f"-o, or '{private}' for what stays private, is inside '{path}', which is under review: choose a folder"
                " beside it"
            )
        for entry in sorted(walk_folder(Path(path)), key=lambda each: each.path):
            if entry.state == "todo":
                found.append(str(Path(path) / entry.path))
            else:
                complain(f"{path}/{entry.path} is left out: {entry.why}")
    if not found:
        raise DocumentError("there is no file in there to review: name a file, or a folder that holds some")
    return found


def _name_user() -> str:
    try:
        return getuser()
    except (KeyError, OSError, ImportError):
        raise InputError("nobody is logged in under a name: say who reviews with --reviewer NAME") from None


def _has_screen() -> bool:
    """Whether a browser has somewhere to open: one in the terminal would take it over."""
    return sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
