"""Reminders that are wanted on one channel: what is planned for the words without its name, with the channel on what reminds. Pure."""

from dataclasses import replace

from app.language.orders.plan import Call, Plan, Reading

_REMINDS = "set_reminder"


def on_channel(plan: Plan, channel: str) -> Plan | None:
    """The plan with its reminders on that channel; None where it sets none, so that the channel was somebody else's word."""
    pending = _of_reading(plan.pending, channel) if plan.pending else None
    is_set = any(call.tool == _REMINDS for call in (*plan.calls, *(plan.pending.calls if plan.pending else ())))
    if not is_set:
        return None
    return replace(plan, calls=tuple(_of_call(call, channel) for call in plan.calls), pending=pending)


def _of_reading(reading: Reading, channel: str) -> Reading:
    return replace(reading, calls=tuple(_of_call(call, channel) for call in reading.calls))


def _of_call(call: Call, channel: str) -> Call:
    return Call(call.tool, {**call.arguments, "channel": channel}) if call.tool == _REMINDS else call
