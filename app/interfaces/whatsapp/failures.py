"""What Meta's error codes mean for a message, and what to tell whoever runs the assistant. One table; a code that isn't in it is a no.

Only what is certain is called certain: a call that broke off after it began to be sent may have been carried out.
"""

from typing import Literal, NamedTuple

from app.errors import DeliveryAway, DeliveryError, DeliveryKeyRefused, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.whatsapp.graph_errors import Busy, GraphProblem, Refused, TokenRefused, WasNeverSent

Kind = Literal["busy", "closed", "token", "media", "template", "refused", "unknown"]
WAITS = 6 * 3600.0  # seconds between two looks at a message that waits for its reader; it is let go when they write
_TOKEN_PAUSE, _OUTAGE_PAUSE, _BUSY_PAUSE = 300.0, 3.0, 30.0


class Meaning(NamedTuple):
    """`seconds` is how long to wait where it is worth another attempt; `sentence` is for whoever runs the assistant."""

    kind: Kind
    seconds: float
    sentence: str


class WindowClosed(DeliveryLater):
    """More than 24 hours since they wrote: WhatsApp takes nothing but templates until they write again."""

    def __init__(self) -> None:
        """Looked at again in hours; their next message lets it go at once."""
        super().__init__(seconds=WAITS)


_TOKEN = Meaning(
    "token",
    _TOKEN_PAUSE,
    "Meta doesn't accept WHATSAPP_ACCESS_TOKEN, or it lacks a permission. Make a new system user's token.",
)
_TEMPLATE = Meaning(
    "template", 0, "Meta doesn't send the template in WHATSAPP_TEMPLATE. Look at it in WhatsApp Manager."
)
_TOO_LONG = Meaning("template", 0, "The template in WHATSAPP_TEMPLATE has too little room for its variable.")
_CLOSED = Meaning("closed", WAITS, "More than 24 hours since this person wrote. It waits until they write.")
_FAULTY = Meaning("refused", 0, "Meta found a fault in a message. Please report it with this code.")
_ACCOUNT = Meaning("busy", 3600, "Meta has restricted the business account. Look at it in WhatsApp Manager.")
_MEDIA = Meaning("media", 0, "WhatsApp doesn't take this file.")
_OFTEN = Meaning("busy", 60, "Too many calls for the business account. It goes on by itself.")

MEANINGS: dict[int, Meaning] = {
    1: Meaning("unknown", _OUTAGE_PAUSE, "Meta answered with an unknown error. It is tried again."),
    2: Meaning("busy", 30, "Meta's service is down for a moment. It is tried again."),
    4: _OFTEN,
    80007: _OFTEN,
    130429: Meaning("busy", 5, "More messages a second than WhatsApp takes. It goes on by itself."),
    131056: Meaning("busy", 6, "Too many messages to one person in a short time. It goes on by itself."),
    131048: Meaning(
        "busy", 3600, "Meta limits this number because messages were blocked or reported. Look at WhatsApp Manager."
    ),
    131064: Meaning("busy", 3600, "Meta limits this account because of its templates. Look at WhatsApp Manager."),
    133016: Meaning("busy", 3600, "The number was registered too often. It goes on by itself."),
    368: _ACCOUNT,
    131031: _ACCOUNT,
    131042: Meaning(
        "busy", 3600, "The business account has a problem with its payment method. Look at WhatsApp Manager."
    ),
    131057: Meaning("busy", 600, "The business account is in maintenance. It is tried again."),
    131000: Meaning("busy", 30, "Meta couldn't send a message and doesn't say why. It is tried again."),
    131016: Meaning("busy", 30, "A service of Meta's is down for a moment. It is tried again."),
    131045: Meaning(
        "busy", 3600, "The number in WHATSAPP_PHONE_NUMBER_ID isn't registered. Register it in WhatsApp Manager."
    ),
    133010: Meaning(
        "busy", 3600, "The number in WHATSAPP_PHONE_NUMBER_ID isn't registered. Register it in WhatsApp Manager."
    ),
    131037: Meaning("busy", 3600, "The number's display name isn't approved yet. Look at WhatsApp Manager."),
    470: _CLOSED,
    131047: _CLOSED,
    0: _TOKEN,
    3: _TOKEN,
    10: _TOKEN,
    190: _TOKEN,
    131005: _TOKEN,
    131052: _MEDIA,
    131053: _MEDIA,
    132000: Meaning("template", 0, "The template in WHATSAPP_TEMPLATE must have exactly one variable."),
    132001: Meaning("template", 0, "There is no approved template of that name in WHATSAPP_TEMPLATE_LANGUAGE."),
    132005: _TOO_LONG,
    132007: _TEMPLATE,
    132008: _TEMPLATE,
    132012: _TEMPLATE,
    132015: Meaning(
        "template", 0, "Meta has paused the template in WHATSAPP_TEMPLATE. Look at it in WhatsApp Manager."
    ),
    132016: Meaning("template", 0, "Meta has disabled the template in WHATSAPP_TEMPLATE. Make another one."),
    131049: Meaning("template", 0, "Meta holds templates to this person back for now. It waits until they write."),
    131050: Meaning("template", 0, "This person doesn't want marketing messages. Make the template a utility one."),
    130472: Meaning(
        "template", 0, "Meta holds templates to this person back, as an experiment. It waits until they write."
    ),
    131026: Meaning(
        "refused", 0, "WhatsApp can't deliver to this person: no account there, or an old version of the app."
    ),
    131021: Meaning("refused", 0, "The assistant's own number can't write to itself."),
    131030: Meaning(
        "refused", 0, "A test number writes only to numbers on its list. Add this one in the App Dashboard."
    ),
    131062: Meaning("refused", 0, "WhatsApp doesn't send this kind of message to somebody known by a user name alone."),
    100: _FAULTY,
    131008: _FAULTY,
    131009: _FAULTY,
    131051: _FAULTY,
}
_UNLISTED = Meaning("refused", 0, "WhatsApp refused a message. Its code is in Meta's list of Cloud API error codes.")


def meaning_of(code: int) -> Meaning:
    """What a code means; Meta's own number for a permission lies between 200 and 299."""
    return _TOKEN if 200 <= code < 300 else MEANINGS.get(code, _UNLISTED)


def is_closed(problem: GraphProblem) -> bool:
    """Whether nothing but a template is taken now."""
    return isinstance(problem, Refused) and meaning_of(problem.code).kind == "closed"


def is_of_template(problem: GraphProblem) -> bool:
    """Whether it is the template that wasn't taken."""
    return isinstance(problem, Refused) and meaning_of(problem.code).kind == "template"


def as_delivery(problem: GraphProblem, *, repeatable: bool = False) -> DeliveryError:
    """The failure in the outbox's words. `repeatable`: doing it twice does no harm, so what is uncertain may be done again."""
    if isinstance(problem, TokenRefused):
        return DeliveryKeyRefused(seconds=_TOKEN_PAUSE)
    if isinstance(problem, Busy):
        return DeliveryLater(seconds=problem.seconds or _BUSY_PAUSE)
    if isinstance(problem, Refused):
        return _refusal(problem.code, problem.seconds, repeatable=repeatable)
    if repeatable or isinstance(problem, WasNeverSent):
        return DeliveryAway(seconds=_OUTAGE_PAUSE)
    return DeliveryUnknown()


def after_failed(code: int) -> DeliveryError:
    """What a status `failed` means for a message that was taken before: it certainly didn't arrive."""
    failure = _refusal(code, 0.0, repeatable=True)
    return WindowClosed() if meaning_of(code).kind == "template" else failure


def _refusal(code: int, seconds: float, *, repeatable: bool) -> DeliveryError:
    """Meta said no, with a code."""
    meaning = meaning_of(code)
    if meaning.kind == "closed":
        return WindowClosed()
    if meaning.kind == "unknown" and not repeatable:
        return DeliveryUnknown()
    if meaning.kind == "token":
        return DeliveryKeyRefused(seconds=seconds or meaning.seconds)
    if meaning.kind in ("busy", "unknown"):
        return DeliveryLater(seconds=seconds or meaning.seconds)
    return DeliveryRefused(f"code {code}")
