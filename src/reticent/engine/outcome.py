"""What came of a document: released, or why it is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reticent.errors import PromiseError, ReticentError
from reticent.plan import DeclaredException, Plan, Release, Violation
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span
from reticent.text.document import line_and_column
from reticent.text.showing import Mark, Shown, show_text

MOST_PLACES = 30
"""Places that an error names: the plan has them all."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a document: its plan, its release and what the audit found in it.

    `exceptions` are places of the released text that a person keeps against a promise. `language` is one that nobody
    reads and that was allowed in this document. `unsettled` says that its dates can be read in two ways and nothing says
    which is meant, so that 03/04/2024 was read with the month first. `asked` has for each model what readers who had to be asked
    answered.
    """

    plan: Plan
    release: Release = field(repr=False)
    violations: tuple[Violation, ...] = ()
    rounds: int = 1
    exceptions: tuple[DeclaredException, ...] = ()
    language: str = ""
    unsettled: bool = False
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def document(self) -> Document:
        """The released document; a PromiseError when the audit found a violation in it."""
        if self.violations:
            raise PromiseError(f"'{self.plan.document}' is not released: {self.explain()}")
        return self.release.released

    def explain(self) -> str:
        """Why it is not released, and what to do about it, or what was changed; places are those of the original, as
        line:column."""
        if not self.violations:
            return f"no promise is broken, and {self._describe_changes()}"
        undecided = [each for each in self.violations if each.undecided]
        if len(undecided) < len(self.violations):
            left, rounds = len(self.violations), self.rounds
            return (
                f"{left} {'violation was' if left == 1 else 'violations were'} left after {rounds}"
                f" {'round' if rounds == 1 else 'rounds'}; remove more or promise less; the first: {self.violations[0].reason}"
            )
        trace, place = Trace.of(self.release.edits), line_and_column(self.release.original.text)
        starts = sorted({trace.to_original(span).start for each in undecided for span in each.places})
        listed = ", ".join("{}:{}".format(*place(start)) for start in starts[:MOST_PLACES])
        more = f" and {len(starts) - MOST_PLACES} more" if len(starts) > MOST_PLACES else ""
        return (
            f"it has words that the corpus has never seen, at {listed}{more}; say what becomes of them with"
            ' --unseen keep, remove or ask (unseen = "keep" or "remove" in a policy and in Python)'
        )

    def show(self) -> Shown:
        """The released text for a notebook, with what was changed marked; where a promise is broken, the original with the
        places that break it."""
        trace = Trace.of(self.release.edits)
        if self.violations:
            broken = [
                Mark(trace.to_original(span), "gone", each.reason)
                for each in self.violations
                for span in each.places
            ]
            return show_text(self.release.original.text, broken, heading=f"Not released: {self.explain()}")
        starts = zip(self.release.edits, trace.new_starts, trace.new_ends, strict=True)
        marks = [
            Mark(Span(start, end), "new", self._tell(edit.decision))
            for edit, start, end in starts
            if end > start
        ]
        return show_text(self.text, marks)

    def _tell(self, number: int) -> str:
        """What is said of a change: its kind and its reason, which quote nothing."""
        decision = self.plan.decisions[number]
        return f"{decision.kind}: {decision.reason}" if decision.reason else decision.kind

    def _describe_changes(self) -> str:
        places = sum(len(each.spans) for each in self.plan.decisions)
        return (
            f"{places} place{' was' if places == 1 else 's were'} changed"
            if places
            else "nothing was changed"
        )

    @property
    def text(self) -> str:
        """The released text; a PromiseError when the audit found a violation in it."""
        return self.document.text


def text_or_error(result: Outcome | ReticentError) -> str | ReticentError:
    """The released text, or the error that kept it back."""
    if isinstance(result, ReticentError):
        return result
    try:
        return result.text
    except PromiseError as error:
        return error
