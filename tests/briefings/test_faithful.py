"""A model's briefing holds, or its inventions and omissions are found."""

import pytest

from app.briefings.faithful import fault

SHOWN = """Greeting: Good morning, Ama. You have an interview at Acme today at 15:00.
Today (3):
- 09:30 Call the bank
- 14:00 Dentist appointment
- Send the invoice to Kofi
Overdue (1):
- Pay the water bill, since Friday 20 November
Monday 23 November 2026"""
HOURS = {(9, 30), (14, 0), (15, 0)}
COUNTS = {1, 3, 4}
ALL = "09:30 call the bank, 14:00 dentist, 15:00 interview at Acme."

HOLDS = (
    "Good morning, Ama. You have an interview at Acme today at 15:00.\n\n- 09:30 Call the bank\n- 14:00 Dentist appointment\n"
    "- Send the invoice to Kofi\n\nOverdue: the water bill, since Friday.",
    "Morning Ama! Three things on top of Acme at 3 pm: the bank at half past nine, the dentist at 2pm, and Kofi's invoice. "
    "The water bill has been waiting since Friday 20 November.",
    "Good morning, Ama. The bank is at 9.30, the dentist at 2 p.m., and your Acme interview at 15:00. Kofi's invoice goes out today too.",
    f"A full one, Ama: {ALL} Four things in all with the invoice.",
)
FAILS = (
    ("form", ""),
    ("form", f"{ALL} See https://evil.example for more."),
    ("form", "word " * 2_000),
    ("hour", f"{ALL} Lunch with the team at 12:30."),
    ("hour", "Bank at 9:30, dentist at 2 am, interview at 15:00."),
    ("hour", f"{ALL} Leave at 8."),
    ("hour", f"{ALL} Be home by noon."),
    ("left out", "Good morning, Ama. Call the bank at 09:30, and the dentist is at 14:00."),
    ("number", f"{ALL} You have 7 things to do."),
    ("number", f"{ALL} Five things wait."),
    ("number", f"{ALL} The invoice is for 250 cedis."),
    ("day", f"{ALL} The bill is due on Saturday."),
    ("day", f"{ALL} Tomorrow is free."),
    ("day", f"{ALL} Paid since 20 October."),
    ("name", f"{ALL} Ask for Mr Mensah when you call."),
    ("line", f"{ALL}\n- Buy flowers before the traffic gets heavy"),
    (
        "line",
        f"{ALL} Remember umbrella weather forecast predicts thunderstorms flooding several northern districts overnight.",
    ),
)


@pytest.mark.parametrize("reply", HOLDS)
def test_what_says_what_was_found_holds(reply: str) -> None:
    assert fault(reply, [SHOWN], hours=HOURS, counts=COUNTS) == ""


@pytest.mark.parametrize(("wrong", "reply"), FAILS)
def test_what_was_made_up_or_left_out_is_found(wrong: str, reply: str) -> None:
    assert fault(reply, [SHOWN], hours=HOURS, counts=COUNTS) == wrong


def test_what_a_tool_said_was_found_too() -> None:
    reply = f"{ALL} Yaw rings at 18:00."
    assert fault(reply, [SHOWN], hours=HOURS) == "hour"
    assert fault(reply, [SHOWN, "#3 18:00 Yaw rings"], hours=HOURS) == ""


def test_most_of_what_was_found_is_spoken_of() -> None:
    lines = ["call the bank", "dentist appointment", "send the invoice to Kofi", "pay the water bill"]
    assert fault("Good morning, Ama.", [SHOWN], lines=lines) == "left out"
    assert fault("The bank, the dentist and Kofi's invoice.", [SHOWN], lines=lines) == ""
