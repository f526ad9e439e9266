"""What Ana says in her working day, what must be answered, and how things must stand outside after it. The person is made up.

`says` must stand in the answer, `never` must not, whatever case they are in. `holds` must be true of the office afterwards. `first` happens outside
before the line. `file` is sent with it. `edit`: the card that waits is changed by these words instead. `minutes` pass before it; `alert`: what is said
unasked in that time must hold this. `short`: part of the short day.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scripts.prove.day.office import Office

TRANSCRIPT = b"""WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ana>We've decided to ship on Thursday.</v>

00:00:05.000 --> 00:00:09.000
<v Ana>I will call the bank tomorrow.</v>

00:00:10.000 --> 00:00:14.000
<v Kofi>I'll send the figures by Friday.</v>
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that Ana says, or that happens."""

    say: str = ""
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    holds: Callable[[Office], bool] | None = None
    first: Callable[[Office], object] | None = None
    file: bytes = b""
    edit: str = ""
    minutes: int = 2
    alert: str = ""
    short: bool = False


LINES: tuple[Line, ...] = (
    Line("good morning! what's on today?", ("Standup",), short=True),
    Line("give me my briefing", ("Standup", "Faster header", "Rotate the keys", "Slow export", "The hall")),
    # The review queue.
    Line("what's waiting for my review?", ("ana/site#", "Faster header"), short=True),
    Line("read the first one", ("It was slow.", "fast → main")),
    Line("what changed in it?", ("ana/site#", "Faster header")),
    Line("approve it saying nice work", ("Waiting for your OK", "Nice work"), holds=lambda at: at.reviews() == []),
    Line(
        edit="change the text to: Nice work, ship it", says=("Nice work, ship it",), holds=lambda at: at.reviews() == []
    ),
    Line("confirm 2", ("Approved",), holds=lambda at: at.reviews() == [("APPROVED", "Nice work, ship it")]),
    # Issues.
    Line(
        "open an issue in api: the login page is blank",
        ("Waiting for your OK",),
        holds=lambda at: "The login page is blank" not in at.issues(),
    ),
    Line("confirm", ("Opened kofi/api#",), holds=lambda at: "The login page is blank" in at.issues()),
    Line("assign it to me and label it as urgent", ("Change",)),
    Line(
        "yes to both",
        ("is open",),
        holds=lambda at: [one["name"] for one in at.issues()["The login page is blank"]["labels"]] == ["urgent"],
    ),
    # Tickets.
    Line("which tickets are mine?", ("PROJ-1 Slow export", "PROJ-2")),
    Line("show me PROJ-1", ("Slow export", "To Do")),
    Line(
        "comment on it that it is slow in Safari only",
        ("Comment on", "Safari"),
        holds=lambda at: "Safari" not in at.remarks("PROJ-1"),
    ),
    Line("ok", ("Commented on PROJ-1",), holds=lambda at: "Safari" in at.remarks("PROJ-1")),
    Line("create a bug in project x: export loses umlauts", ("Severity (Low, High)",)),
    Line("high", ("Create a ticket", "Severity: High")),
    Line("no, leave it", holds=lambda at: len(at.titles()) == 2, never=("Created",)),
    Line("create a task in project x: write the release notes", ("Severity (Low, High)",)),
    Line("low please", ("Create a ticket", "Severity: Low")),
    Line("yes", ("Created PROJ-3",), holds=lambda at: "Write the release notes" in at.titles()),
    # The team's chat.
    Line("what's new in #garden?", ("When is the release?",)),
    Line("reply that it's on Thursday", ("Reply on Slack",), holds=lambda at: at.replies() == []),
    Line("yes", ("Replied in #garden",), holds=lambda at: at.replies() == ["It's on Thursday"]),
    Line("post in #garden that the hall is booked", ("Write on Slack", "The hall is booked")),
    Line("don't send it", holds=lambda at: "The hall is booked" not in at.posted()),
    # Files.
    Line("find the contract in nextcloud", ("Contract Ama.txt", "Contract Kofi.txt")),
    Line("read the Contract Ama file", ("The rent is 480",)),
    Line("create a file called plan.txt in nextcloud saying ship on Thursday", ("Save the file",)),
    Line(
        "yes",
        ("Saved plan.txt",),
        holds=lambda at: (at.files.folder / "plan.txt").read_bytes().lower() == b"ship on thursday",
    ),
    Line("share plan.txt with kofi@acme.example", ("plan.txt",)),
    Line("yes", ("no links by WebDAV",)),
    # A meeting that is over.
    Line("what came of this meeting?", ("ship on Thursday", "call the bank"), file=TRANSCRIPT),
    Line("add my to-dos from the meeting to my list", ("bank",)),
    Line("what's on my to-do list?", ("Call the bank",)),
    # Over several services.
    Line(
        "find the contract in nextcloud, mail it to Ama and add a task to follow up on Friday",
        ("2 files fit", "Nothing has been done yet"),
        short=True,
    ),
    Line(
        "the Ama one",
        ("ama@example.org", "Contract Ama.txt", "Follow up"),
        holds=lambda at: at.sent() == [],
        short=True,
    ),
    Line("yes", ("On its way to ama@example.org", "Follow up"), short=True),
    Line(
        "move PROJ-1 to in progress and tell #garden",
        ("PROJ-1 is now In Progress.",),
        holds=lambda at: (
            at.sent() == [(("ama@example.org",), "Contract Ama.txt", ["Contract Ama.txt"])]
            and at.ticket("PROJ-1")["status"]["name"] == "To Do"
        ),
        short=True,
    ),
    Line(
        "go ahead",
        ("PROJ-1 is In Progress now", "Posted in #garden"),
        holds=lambda at: at.posted().count("PROJ-1 is now In Progress.") == 1,
        short=True,
    ),
    Line(
        "undo",
        ("Deleted what I wrote in #garden", "PROJ-1 is To Do again"),
        holds=lambda at: "PROJ-1 is now In Progress." not in at.posted(),
        short=True,
    ),
    # What is waited for.
    Line("tell me when the build of site fails", ("Set an alert",)),
    Line("yes", ("I'll tell you",)),
    Line("tell me when PROJ-2 moves", ("PROJ-2",), short=True),
    Line("sure", ("I'll tell you", "PROJ-2"), short=True),
    Line(first=lambda at: at.build_fails(), minutes=15, alert="lint"),
    Line(first=lambda at: at.moves("PROJ-2", "In Progress"), minutes=15, alert="PROJ-2", short=True),
    # Mail and calendar.
    Line("what's new in my mail?", ("The hall",)),
    Line("read it", ("confirm the hall by Friday",)),
    Line("reply that the hall is booked", ("kofi@acme.example",)),
    Line("yes", ("On its way to kofi@acme.example",)),
    Line("undo", ("Not sent",), minutes=0),
    Line("put a review with Ama in my calendar tomorrow at 3", ("15:00",), holds=lambda at: "T150000" in at.events()),
    Line("move it to 4", ("16:00",), holds=lambda at: "T160000" in at.events()),
    Line("undo", holds=lambda at: "T150000" in at.events() and len(at.sent()) == 1),
    Line("what did you do today?", ("PROJ-1", "Contract Ama.txt"), minutes=5, short=True),
)
