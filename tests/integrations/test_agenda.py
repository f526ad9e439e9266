"""Whose words an event holds."""

from datetime import UTC, datetime, timedelta

import pytest

from app.integrations.agenda import entry_of
from app.integrations.calendar.event import Event, Guest
from app.integrations.ports import CalendarInfo
from tests.integrations.account import access

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
ANA = access("caldav", "", "", identity="ana@example.org").account
HOME = CalendarInfo("home", "Home", is_default=True)
FAMILY = CalendarInfo("family", "Family")
SHARED = CalendarInfo("home", "Home", is_default=True, is_shared=True)
READ_ONLY = CalendarInfo("home", "Home", is_default=True, is_writable=False)
KOFI, OURSELVES = Guest("Kofi", "Kofi@acme.example", is_organizer=True), Guest("", "Ana@example.org")
FROM_FILE, FROM_INVITATION = "Cake.\nFrom the calendar file trip.ics.", "From the invitation of kofi@acme.example."


def event(**of: object) -> Event:
    """One in Home."""
    given = {"uid": "u", "key": "u", "title": "Lunch", "start": NOON, "end": NOON + timedelta(hours=1)}
    return Event(**given | {"calendar": "Home"} | of)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "info", "whose"),
    [
        (event(), HOME, ()),
        (event(organizer=OURSELVES), HOME, ()),
        (event(creator="ANA@example.org"), HOME, ()),
        (event(organizer=KOFI), HOME, ("invitation from kofi@acme.example: Lunch",)),
        (event(creator="kofi@acme.example"), HOME, ("event by kofi@acme.example: Lunch",)),
        (event(organizer=OURSELVES, creator="kofi@acme.example"), HOME, ("event by kofi@acme.example: Lunch",)),
        (event(creator="Gmail, from a mail"), HOME, ("event by Gmail, from a mail: Lunch",)),
        (event(), SHARED, ("calendar Home",)),
        (event(organizer=OURSELVES), SHARED, ("calendar Home",)),
        (event(), READ_ONLY, ("calendar Home",)),
        (event(calendar="Family"), FAMILY, ("calendar Family",)),
        (event(calendar="Nowhere"), HOME, ("calendar Nowhere",)),
        (event(notes=FROM_FILE), HOME, ("file trip.ics",)),
        (event(notes=FROM_INVITATION), HOME, ("invitation from kofi@acme.example: Lunch",)),
        # Whoever writes into a shared calendar, or invites, can end their notes so: a trusted file's name hides nobody.
        (event(notes=FROM_FILE), SHARED, ("calendar Home", "file trip.ics")),
        (
            event(notes=FROM_FILE, creator="eve@evil.example"),
            HOME,
            ("event by eve@evil.example: Lunch", "file trip.ics"),
        ),
        (event(notes=FROM_FILE, organizer=KOFI), HOME, ("invitation from kofi@acme.example: Lunch", "file trip.ics")),
    ],
)
def test_only_what_nobody_else_can_have_written_is_the_users_own(
    one: Event, info: CalendarInfo, whose: tuple[str, ...]
) -> None:
    assert entry_of(one, ANA, [info], [ANA.identity]).taint == whose
