"""The policies as tools of a language model's client, by the Model Context Protocol over standard input and output.

Whatever goes wrong is answered as an error of the tool: no text goes out that the audit has not passed, and no error quotes one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from pydantic import BaseModel

from reticent import __version__
from reticent.api import OpenPolicy
from reticent.audit.report import locate
from reticent.errors import InternalError, ReticentError, needs_extra
from reticent.text.document import line_and_column
from reticent.usecases.audit import audit
from reticent.usecases.release import InputFile

if TYPE_CHECKING:
    from mcp.server import MCPServer

INSTRUCTIONS = (
    "Sanitizes texts under a privacy policy before they go anywhere else. Call `sanitize` on a text and pass on nothing but its"
    " answer; call `audit` on a text that somebody else released. Where a tool answers with an error, nothing may be passed on."
)
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class SanitizedText(BaseModel):
    """A released text, how many places of which kind changed, and what is promised of it."""

    text: str
    changed: dict[str, int]
    promises: list[str]


class FoundLine(BaseModel):
    """A place of a text, with what it is and why; it quotes nothing."""

    line: int
    column: int
    kind: str
    model: str
    reason: str


class AuditedText(BaseModel):
    """Whether every promise of the policy holds of a text, and where it does not."""

    holds: bool
    violations: list[FoundLine]
    cannot_tell: list[str]


def make_mcp_server(policy: OpenPolicy) -> MCPServer:
    """The server of one policy; `restore` is there only with a vault, because nothing else can be turned back."""
    with needs_extra("mcp", "the MCP server"):
        from mcp.server import MCPServer
    server: MCPServer = MCPServer(
        "reticent", instructions=INSTRUCTIONS, version=__version__, log_level="CRITICAL"
    )

    @server.tool(structured_output=True)
    @_answer_errors
    def sanitize(text: str) -> SanitizedText:
        """Release a text under the policy: what it protects is generalized or removed, and the result is audited."""
        outcome = policy.sanitize(text)
        kinds = Counter(each.kind for each in outcome.plan.decisions for _ in each.spans)
        promises = [each.public or each.statement for each in outcome.plan.promises]
        return SanitizedText(text=outcome.text, changed=dict(sorted(kinds.items())), promises=promises)

    @server.tool(name="audit", structured_output=True)
    @_answer_errors
    def audit_text(text: str) -> AuditedText:
        """Check whether every promise of the policy holds of a text, whoever released it."""
        (verdict,) = audit(InputFile("text.txt", text.encode()), policy.rules)
        rows = locate([*verdict.violations, *verdict.undecided], verdict.document)
        found = [_find(row["line"], row["column"], row["kind"], row["model"], row["reason"]) for row in rows]
        return AuditedText(
            holds=not found and not verdict.untold, violations=found, cannot_tell=list(verdict.untold)
        )

    @server.tool(structured_output=True)
    @_answer_errors
    def explain(text: str) -> list[FoundLine]:
        """Say of every place that `sanitize` would change what it is and why, by line and column of the text."""
        outcome = policy.sanitize(text)
        place = line_and_column(text)
        return [
            _find(*place(span.start), each.kind, each.model, each.reason)
            for span, each in sorted(
                ((span, each) for each in outcome.plan.decisions for span in each.spans),
                key=lambda pair: pair[0],
            )
        ]

    if policy.recipe.pseudonyms is not None:

        @server.tool(structured_output=True)
        @_answer_errors
        def restore(text: str) -> str:
            """Turn the stand-ins of a released text, or of an answer about one, back into what they stand for."""
            return policy.restore(text)

    return server


def serve_mcp(policy: OpenPolicy) -> None:
    """Answer on standard input and output until the client hangs up."""
    policy.rules  # noqa: B018 - a policy that can't be opened is said before a client connects
    make_mcp_server(policy).run("stdio")


def _find(line: int, column: int, kind: str, model: str, reason: str) -> FoundLine:
    return FoundLine(line=line, column=column, kind=kind, model=model, reason=reason)


def _answer_errors(tool: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The tool with errors that quote nothing."""

    @wraps(tool)
    def safe(*args: Given.args, **options: Given.kwargs) -> Answer:
        from mcp.server.mcpserver.exceptions import ToolError

        try:
            return tool(*args, **options)
        except ReticentError as error:
            raise ToolError(str(error)) from None
        except Exception as error:  # its own words could quote the text
            raise ToolError(str(InternalError.about("text", error))) from None

    return safe
