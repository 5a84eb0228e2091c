"""What a request holds: JSON objects read strictly, files by their media type. No error here repeats what was sent."""

from __future__ import annotations

import base64
import binascii
import json
import mimetypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from reticent.formats.registry import list_formats, name_release
from reticent.formats.seam.options import FormatOptions, change_options
from reticent.service.worker_state import JSON, RequestError
from reticent.usecases.release import InputFile

CHAT = "chat"
"""The job that makes a request to a language model safe."""

NDJSON = "application/x-ndjson"
LINES = frozenset({NDJSON, "application/jsonl"})
PROOF = "application/vnd.in-toto+json"
_BYTES = "application/octet-stream"
_ENDINGS = {
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    NDJSON: ".jsonl",
    "application/jsonl": ".jsonl",
    "application/pdf": ".pdf",
    "text/html": ".html",
    "application/fhir+json": ".fhir",
    "application/fhir+xml": ".xml",
    "application/cda+xml": ".cda",
    "application/hl7-v2": ".hl7",
    "x-application/hl7-v2+er7": ".hl7",
    "application/xml": ".xml",
    "text/xml": ".xml",
    "message/rfc822": ".eml",
    "application/mbox": ".mbox",
    "application/vnd.apache.parquet": ".parquet",
    "application/vnd.apache.arrow.file": ".arrow",
    "application/zip": ".zip",
    "application/msword": ".doc",
    "application/vnd.ms-excel": ".xls",
    "application/vnd.ms-powerpoint": ".ppt",
    "application/rtf": ".rtf",
    "text/rtf": ".rtf",
    "application/vnd.ms-outlook": ".msg",
    "application/epub+zip": ".epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.presentation": ".odp",
    _BYTES: "",
}
"""The endings of media types: what a system knows of them differs from one to the next."""

_OPTIONS = frozenset({"policy", "format", "field", "keep", "column", "numbers", "header", "language"})
_UTF8 = frozenset({"utf-8", "utf8", "us-ascii"})


@dataclass(frozen=True, slots=True)
class Job:
    """What one request asks a worker for; small enough to travel, apart from its body.

    Of a stream, the body holds some lines: from the one with the number `first` on, the `whole` if there are no others.
    """

    verb: str
    policy: str
    body: bytes = field(default=b"", repr=False)
    media: str = JSON
    query: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    reader: str | None = None
    proof: bool = False
    request_id: str = ""
    first: int = 1
    whole: bool = True

    @property
    def said(self) -> tuple[str, ...]:
        """The values in the address."""
        return tuple(value for _, value in self.query)

    @property
    def is_stream(self) -> bool:
        """Whether it is answered line by line; a proof speaks of all lines together."""
        return self.verb == "sanitize" and self.kind in LINES and not self.proof

    @property
    def kind(self) -> str:
        """The media type without its parameters."""
        return self.media.partition(";")[0].strip().lower()


def _require_whole_characters(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PydanticCustomError("string_unicode", "half a character") from None
    return text


Text = Annotated[str, AfterValidator(_require_whole_characters)]
_NoList = Annotated[list[Any], Field(max_length=0)]
_NoObject = Annotated[dict[str, Any], Field(max_length=0)]
"""What some clients send to say nothing."""


class Body(BaseModel):
    """What a JSON request holds: these keys, of these types, and no other."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    bad_value: ClassVar[int] = 400
    """The status of a value of the wrong type."""


class DocumentBody(Body):
    """A text, or a file in base64 with its format."""

    text: Text | None = Field(default=None, repr=False)
    data: Text | None = Field(default=None, repr=False)
    format: Text | None = None
    language: Text | None = None


class ApplyBody(DocumentBody):
    """A document and a plan for it."""

    plan: dict[str, Any] = Field(repr=False)


class AuditBody(DocumentBody):
    """A released document with whatever else its audit may look at."""

    original_text: Text | None = Field(default=None, repr=False)
    original_data: Text | None = Field(default=None, repr=False)
    plan: dict[str, Any] | None = Field(default=None, repr=False)
    exceptions: dict[str, Any] | None = Field(default=None, repr=False)
    excerpt: bool | None = None


class AdHocPattern(Body):
    """A pattern of a client's own recognizer."""

    name: str | None = None
    regex: Text = Field(repr=False)
    score: Annotated[float, Field(ge=0, le=1)]


class AdHocBody(Body):
    """A client's own recognizer, for one request."""

    name: str | None = None
    supported_language: str | None = None
    supported_entity: Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{0,63}$")]
    patterns: list[AdHocPattern] | None = None
    context: list[Text] | None = Field(default=None, repr=False)
    deny_list: list[Text] | None = Field(default=None, repr=False)


class AnalyzeBody(Body):
    """Presidio's request for findings; `regex_flags` is a sum of Python's numbers for IGNORECASE, MULTILINE and DOTALL."""

    text: Text | list[Text] | None = Field(default=None, repr=False)
    language: str | None = None
    entities: list[Text] | None = None
    score_threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    correlation_id: Any = None
    return_decision_process: bool | Literal[0, 1] | None = None
    trace: Any = None
    ad_hoc_recognizers: list[AdHocBody] | None = Field(default=None, repr=False)
    context: list[Text] | None = Field(default=None, repr=False)
    allow_list: list[Text] | None = Field(default=None, repr=False)
    allow_list_match: Literal["exact", "regex"] | None = None
    regex_flags: Literal[0, 2, 8, 10, 16, 18, 24, 26] | None = None


class AnonymizeBody(Body):
    """Presidio's request for a text without what was found in it; results and operators are read one by one."""

    bad_value: ClassVar[int] = 422

    text: Text = Field(repr=False)
    analyzer_results: list[Any] | _NoObject | None = Field(default=None, repr=False)
    anonymizers: dict[str, Any] | _NoList | None = Field(default=None, repr=False)


class DeanonymizeBody(Body):
    """Presidio's request to turn a text back; places and operators are read one by one."""

    bad_value: ClassVar[int] = 422

    text: Text = Field(repr=False)
    anonymizer_results: list[Any] | None = Field(default=None, repr=False)
    deanonymizers: dict[str, Any] | None = Field(default=None, repr=False)


AnyBody = TypeVar("AnyBody", bound=Body)


def read_object(body: bytes, expected: type[AnyBody]) -> AnyBody:
    """The JSON object of a request, each key once; a RequestError tells which key is wrong and repeats no value."""
    try:
        content = json.loads(body.decode("utf-8"), object_pairs_hook=_refuse_twice)
    except UnicodeDecodeError:
        raise RequestError(400, "bad_encoding", "the body is not UTF-8: send UTF-8") from None
    except (ValueError, RecursionError):
        raise RequestError(
            400, "bad_json", "the body is no JSON that can be read: send one JSON object"
        ) from None
    if not isinstance(content, dict):
        raise RequestError(400, "bad_json", f"send a JSON object with {', '.join(expected.model_fields)}")
    try:
        return expected.model_validate(content)
    except ValidationError as error:
        raise _explain(error, expected) from None


def _refuse_twice(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError
    return made


def _explain(error: ValidationError, expected: type[Body]) -> RequestError:
    """What is wrong with a body, by the keys that we know and never by what was sent."""
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    kinds = {each["type"] for each in faults}
    if kinds & {"extra_forbidden", "missing"}:
        required = [key for key, each in expected.model_fields.items() if each.is_required()]
        optional = [key for key in expected.model_fields if key not in required]
        return RequestError(
            400,
            "bad_keys",
            f"the object must have {', '.join(required) or 'no key'}, may have {', '.join(optional) or 'no other'},"
            " and nothing else; policy and options stand in the address, the reader comes from the token",
        )
    key = str(faults[0]["loc"][0])
    if "string_unicode" in kinds:
        return RequestError(400, "bad_encoding", f"{key} holds half a character: send whole ones")
    return RequestError(
        expected.bad_value,
        "bad_type",
        f"{key} has a value of another type or range than /openapi.json says: correct it",
    )


def read_document(job: Job) -> InputFile:
    """The document of a request that holds nothing else: an object with a text or a file, or the file itself."""
    if job.kind == JSON:
        said = read_object(job.body, DocumentBody)
        return given_in(said.text, said.data, said.format)
    return _name_file(job.kind, job.media, job.body)


def given_in(text: str | None, data: str | None, form: str | None, *, prefix: str = "") -> InputFile:
    """The document of a body: a text, or data (base64) and its format; errors put `prefix` before both keys."""
    if (text is None) == (data is None) or (form is None) != (data is None):
        raise RequestError(400, "bad_keys", f"send {prefix}text, or {prefix}data (base64) with format")
    if text is not None:
        return InputFile("document.txt", text.encode())
    names = {each.name: each.suffixes[0] for each in list_formats()}
    if form not in names:
        raise RequestError(400, "format", f"there is no such format: say one of {', '.join(names)}")
    try:
        return InputFile(f"document{names[form]}", base64.b64decode(data or "", validate=True))
    except binascii.Error:
        raise RequestError(400, "bad_base64", f"{prefix}data is no base64: encode the file again") from None


def read_options(job: Job, base: FormatOptions) -> FormatOptions:
    """What the address says about reading and writing, over what the policy says."""
    if all(key in ("policy", "language") for key, _ in job.query):
        return base
    said: dict[str, list[str]] = {}
    for key, value in job.query:
        said.setdefault(key, []).append(value)
    single = ("format", "keep", "numbers", "header", "language")
    if set(said) - _OPTIONS or any(len(said.get(key, ())) > 1 for key in single):
        raise RequestError(
            400, "bad_option", f"the address may say {', '.join(sorted(_OPTIONS))}: leave out the rest"
        )
    header = {"": None, "true": True, "false": False}.get(said.get("header", [""])[0], "no")
    if header == "no":
        raise RequestError(400, "bad_option", "header is true or false: correct it")
    return change_options(
        base,
        name=said.get("format", [None])[0],
        fields=said.get("field"),
        keep=said.get("keep", [None])[0],
        columns=said.get("column", ()),
        numbers=said.get("numbers", [None])[0],
        header=header if isinstance(header, bool) else None,
    )


def said_language(job: Job) -> str:
    """The language that a request says its document is in, in its address or its JSON; "" where it says none."""
    named = [value for key, value in job.query if key == "language"]
    if not named and job.kind == JSON and b'"language"' in job.body and not job.is_stream:
        named = [read_object(job.body, _Speaking).language or ""]
    return named[-1] if named else ""


class _Speaking(Body):
    """Of a body the language alone."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    language: Text | None = None


def _name_file(kind: str, media: str, body: bytes) -> InputFile:
    """A file under a name that tells its format and nothing else."""
    ending = _ENDINGS.get(kind)
    if ending is None:
        ending = mimetypes.guess_extension(kind)
    if ending is None:
        raise RequestError(
            415,
            "media_type",
            f"this type of content is not read: send {JSON}, {NDJSON}, or a file with its own type",
        )
    require_utf8(media)
    return InputFile(f"document{ending}", body)


def name_media(kind: str, name: str) -> str:
    """The media type of a release: another where the file is written in another format."""
    ending = PurePath(name_release(name)).suffix
    if ending == PurePath(name).suffix:
        return kind
    return next(media for media, each in _ENDINGS.items() if each == ending)


def require_utf8(media: str) -> None:
    """Raise when a media type names another encoding than the one that is read."""
    charset = media.lower().partition("charset=")[2].partition(";")[0].strip(" \"'")
    if charset and charset not in _UTF8:
        raise RequestError(415, "charset", "texts are read as UTF-8: convert it first")
