"""What is wrong when a model doesn't answer: one table from what its library raises to a trouble, and one sentence a trouble.

A sentence says what happened and the next step. Invariant: nothing of a request, an answer, an address or a key ever stands in one, and no
error code: only names from our own tables, and the model's name as it is configured. Knows no storage and no channel.
"""

import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from logging import Logger
from typing import Any

from pydantic_ai import exceptions as raised

_BODY_READ = 4_000
_OURS = "/app/"
_RESTART = " and restart me"


@dataclass(frozen=True, slots=True)
class Vendor:
    """Who serves a model. `key`: the setting that holds the key; `keys_at`: where keys and credit are looked after; `reach`: what to check when
    nobody answers; `get`: how a model that isn't there is had, where that is not by its name alone."""

    who: str
    key: str
    keys_at: str
    reach: str
    get: str = ""


_ONLINE = "Check this machine's connection to the internet"
VENDORS: Mapping[str, Vendor] = {
    "google": Vendor("Google", "GOOGLE_API_KEY", "aistudio.google.com/apikey", _ONLINE),
    "anthropic": Vendor("Anthropic", "ANTHROPIC_API_KEY", "console.anthropic.com", _ONLINE),
    "openai": Vendor("OpenAI", "OPENAI_API_KEY", "platform.openai.com", _ONLINE),
    "openai-chat": Vendor("OpenAI", "OPENAI_API_KEY", "platform.openai.com", _ONLINE),
    "local": Vendor(
        "The server at OPENAI_BASE_URL",
        "OPENAI_API_KEY",
        "ask who runs it",
        "Start it, or set OPENAI_BASE_URL to where it runs",
        ", or OPENAI_BASE_URL to where it is",
    ),
    "ollama": Vendor(
        "Ollama",
        "OPENAI_API_KEY",
        "ask who runs it",
        "Start it with “ollama serve”, or set OLLAMA_BASE_URL to where it runs",
        ", or fetch it with “ollama pull”",
    ),
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A stable name for logs and storage, a few words that follow a colon, and the sentences for the user."""

    name: str
    short: str
    sentence: str


_AGAIN = "I try it again with your next message."
TROUBLES: Mapping[str, Trouble] = {
    row.name: row
    for row in (
        Trouble(
            "key_refused",
            "its key isn't accepted",
            "{who} doesn't accept the key in {key} for this model. Put a valid one there ({keys_at})" + _RESTART + ".",
        ),
        Trouble(
            "no_money",
            "the account's credit or quota is used up",
            "{who} says that the account's credit or quota is used up. Top it up ({keys_at}), or wait until it renews. "
            + _AGAIN,
        ),
        Trouble(
            "too_fast",
            "it takes no more requests just now",
            "{who} takes no more requests just now; they came too fast. Give it {wait}. " + _AGAIN,
        ),
        Trouble(
            "unknown_model",
            "there is no such model",
            "{who} has no model called “{model}”. Set {setting} to one that it has{get}," + _RESTART + ".",
        ),
        Trouble(
            "no_tools",
            "it can't use tools",
            "“{model}” can't use tools, which I need to do things for you. Set {setting} to a model that can,"
            + _RESTART
            + ".",
        ),
        Trouble(
            "too_long",
            "that was more than it can read at once",
            "That was more than “{model}” can read at once. Send it in smaller pieces, or set {setting} to a model that reads more.",
        ),
        Trouble(
            "refused",
            "it refused the request",
            "{who} refused this request. Say it another way; if it goes on, ./scripts/run doctor tries the model by itself.",
        ),
        Trouble(
            "filtered",
            "its filter held the answer back",
            "{who}'s content filter held the answer back. Say it another way and I'll try again.",
        ),
        Trouble("busy", "it has trouble of its own", "{who} has trouble of its own just now. " + _AGAIN),
        Trouble(
            "too_slow",
            "it took too long",
            "“{model}” took longer than I may wait. " + _AGAIN + " A higher MODEL_TIMEOUT gives it more time.",
        ),
        Trouble("away", "it can't be reached", "{who} can't be reached. {reach}. " + _AGAIN),
        Trouble("broke_off", "its answer broke off", "{who}'s answer broke off half-way. " + _AGAIN),
        Trouble(
            "not_understood",
            "what it sends isn't a model's answer",
            "What {who_inside} sends isn't an answer of a model. {reach}, or set {setting} to another one.",
        ),
        Trouble(
            "too_many_calls",
            "it went on without an answer",
            "“{model}” went on and on without an answer, so I ended it there. Ask for it in smaller pieces.",
        ),
        Trouble("no_use", "it gave no usable answer", "My language model gave no usable answer. " + _AGAIN),
    )
}


@dataclass(frozen=True, slots=True)
class Row:
    """An exception of this kind, whose report holds these words, is this trouble."""

    kind: type[BaseException]
    words: str
    trouble: str


# The first that fits. The libraries read status and body of each vendor already; `words` are for what they leave open.
ROWS: tuple[Row, ...] = (
    Row(raised.ModelAuthenticationError, "", "key_refused"),
    Row(raised.ModelQuotaExceededError, "", "no_money"),
    Row(
        raised.ModelHTTPError, r"insufficient[_ ](?:quota|credit|balance)|credit balance|prepay|\bbilling\b", "no_money"
    ),
    Row(raised.ModelRateLimitError, "", "too_fast"),
    Row(
        raised.ModelHTTPError,
        r"(?:does not|doesn't) support tools|tools? (?:use )?(?:is|are) not supported",
        "no_tools",
    ),
    Row(raised.ModelNotFoundError, "", "unknown_model"),
    Row(
        raised.ModelHTTPError,
        r"model_not_found|(?:invalid|unknown) model|model .{0,80}(?:not found|does not exist)",
        "unknown_model",
    ),
    Row(raised.ModelContextWindowExceededError, "", "too_long"),
    Row(raised.ModelHTTPError, r"\bstatus:413\b", "too_long"),
    Row(raised.ModelUnavailableError, "", "busy"),
    Row(raised.ModelServerError, "", "busy"),
    Row(raised.ModelHTTPError, r"\bstatus:408\b", "too_slow"),
    Row(raised.ModelHTTPError, "", "refused"),
    Row(raised.ModelTimeoutError, "", "too_slow"),
    Row(raised.ModelRequestTimeout, "", "too_slow"),
    Row(raised.ModelConnectionError, r"\bphase:(?:read|write)\b|\bin-stream\b", "broke_off"),
    Row(raised.ModelConnectionError, "", "away"),
    Row(raised.ModelRequestRejectedError, "", "refused"),
    Row(raised.ModelAPIError, "", "not_understood"),
    Row(raised.ContentFilterError, "", "filtered"),
    Row(raised.UsageLimitExceeded, "", "too_many_calls"),
    Row(raised.RunTimedOut, "", "too_slow"),
    Row(raised.UnexpectedModelBehavior, "", "no_use"),
    Row(TimeoutError, "", "too_slow"),
    Row(OSError, "", "away"),
)


@dataclass(frozen=True, slots=True)
class Link:
    """A model of a chain: its configured name (`provider:model`), who serves it, and the setting that names it."""

    name: str
    vendor: Vendor
    setting: str = "MODEL_NAME"

    @property
    def model(self) -> str:
        """The name without its provider."""
        return self.name.partition(":")[2] or self.name


@dataclass(frozen=True, slots=True)
class Failure:
    """What was wrong with a link: `sentence` for the user, `short` for a line of its own."""

    link: str
    trouble: str
    sentence: str

    @property
    def short(self) -> str:
        """A few words."""
        return TROUBLES[self.trouble].short


def trouble_of(failure: BaseException) -> str | None:
    """The trouble's name; None for what is no trouble of a model (a bug, a budget)."""
    report = _report(failure)
    fits = (row for row in ROWS if isinstance(failure, row.kind) and re.search(row.words, report, re.IGNORECASE))
    found = next(fits, None)
    return found.trouble if found else None


def failure_of(failure: BaseException, link: Link) -> Failure | None:
    """What was wrong with `link`, in words; None for what is no trouble of a model."""
    name = trouble_of(failure)
    if name is None:
        return None
    vendor = link.vendor
    said = TROUBLES[name].sentence.format(
        who=vendor.who,
        who_inside=vendor.who[0].lower() + vendor.who[1:] if vendor.who.startswith("The ") else vendor.who,
        key=vendor.key,
        keys_at=vendor.keys_at,
        reach=vendor.reach,
        get=vendor.get,
        model=link.model,
        setting=link.setting,
        wait=_wait(getattr(failure, "retry_after", None)),
    )
    return Failure(link.name, name, said)


def log_failure(log: Logger, message: str, failure: BaseException, **fields: Any) -> None:
    """An error in the log: the trouble, the exception's kind and where in our own code. Its message and its trace stay out: they may hold a
    vendor's answer, and with it a key or a prompt."""
    frames = traceback.extract_tb(failure.__traceback__)
    ours = [f"{part[2]}:{frame.lineno}" for frame in frames if (part := frame.filename.rpartition(_OURS))[1]]
    found = {"problem": type(failure).__name__, "trouble": trouble_of(failure) or "", "where": " > ".join(ours)}
    log.error(message, extra={**fields, **found})


def short_of(trouble: str) -> str:
    """A few words for a stored trouble, also for one that a later version has no name for."""
    known = TROUBLES.get(trouble)
    return known.short if known else TROUBLES["no_use"].short


def _report(failure: BaseException) -> str:
    """What is known of it, as one text to look for words in; it is never shown."""
    marks = {
        "status": getattr(failure, "status_code", None),
        "phase": getattr(failure, "phase", None),
        "code": getattr(failure, "provider_error_code", None),
        "type": getattr(failure, "provider_error_type", None),
    }
    said = " ".join(f"{name}:{value}" for name, value in marks.items() if value is not None)
    inside = " in-stream" if getattr(failure, "in_stream", False) else ""
    return f"{said}{inside} {str(getattr(failure, 'body', '') or '')[:_BODY_READ]}"


def _wait(seconds: float | None) -> str:
    if not seconds or seconds > 3600:
        return "a minute"
    return f"{round(seconds)} seconds" if seconds >= 2 else "a moment"
