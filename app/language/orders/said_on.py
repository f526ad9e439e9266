"""Reminders that are wanted on one channel: what is planned for the words without its name, with the channel on what reminds. Pure.

At the end of a message, behind its time or a comma, a channel is where it is said, unless the task itself is something one does there:
"remind me to buy rice at 5 on Telegram", but "remind me to call Ama at 5 on WhatsApp".
"""

import re
from dataclasses import replace
from datetime import datetime

from app.language import channels
from app.language.channels import Last, Wished
from app.language.cues import says
from app.language.orders.plan import Call, Plan, Reading
from app.language.time.recurrence import spans

_REMINDS, _ALERTS = "set_reminder", "set_alert"
ANY_WAY = "I choose no way for one alert alone: it comes where I say things first, which /channel sets."
_ELIDED = re.compile(r"\b(?:d|l|m|t|s|qu)['’](?=\w)", re.IGNORECASE)  # "d'appeler"


def wished(text: str, moment: datetime) -> Wished | None:
    """The channel on which a reminder is wanted, and the message without it; "" and the message put in order where it is the task's."""
    found = channels.wished(text)
    if found is not None:
        return found
    at_end = channels.last(text)
    if at_end is None or (without := channels.without_order(at_end.before)) == at_end.before:
        return None
    time = next((one for one in spans(at_end.before, moment) if not at_end.before[one.end :].strip(" ,.")), None)
    if says("acts_in_app", _ELIDED.sub(" ", without)) or not (at_end.is_app or at_end.is_apart):
        return None if time is None else _of_task(at_end, time.start)
    return Wished(at_end.channel, at_end.before) if time is not None or at_end.is_apart else None


def _of_task(at_end: Last, time: int) -> Wished:
    """ "Call Ama at 5 on WhatsApp", "sign the lease at 9 by email": with the time behind it, the way stays the task's."""
    return Wished("", f"{at_end.before[:time].rstrip()} {at_end.on} {at_end.before[time:]}")


def on_channel(plan: Plan, channel: str) -> Plan | None:
    """The plan with its reminders on that channel, or with what is said of one for an alert; None where it sets neither, so that the channel was
    somebody else's word."""
    pending = _of_reading(plan.pending, channel) if plan.pending else None
    is_set = any(call.tool == _REMINDS for call in (*plan.calls, *(plan.pending.calls if plan.pending else ())))
    if not is_set and channel and any(call.tool == _ALERTS for call in plan.calls):
        return replace(plan, note=ANY_WAY)
    if not is_set:
        return None
    if not channel:
        return plan
    return replace(plan, calls=tuple(_of_call(call, channel) for call in plan.calls), pending=pending)


def _of_reading(reading: Reading, channel: str) -> Reading:
    return replace(reading, calls=tuple(_of_call(call, channel) for call in reading.calls))


def _of_call(call: Call, channel: str) -> Call:
    return Call(call.tool, {**call.arguments, "channel": channel}) if call.tool == _REMINDS else call
