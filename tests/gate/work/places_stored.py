"""Where a stranger's words stand in files, in what was said at meetings and in the calendar."""

from app.messages import Attachment
from tests.fakes.vendors.google_api.drive import DOCUMENT, FOLDER
from tests.gate.work.office import Office
from tests.gate.work.planting import Place, Planted, fresh, fresh_number
from tests.house import calls
from tests.models.reading.samples import pdf
from tests.models.reading.test_office import docx
from tests.models.reading.test_sheets import book, sheet

SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def _drive(office: Office, name: str, data: bytes = b"x", kind: str = "text/plain", **more: str) -> str:
    return f"id:{office.servers.google.drive.add(name, data, kind, **more)}"


def _read(file: str, account: str = "drive") -> Planted:
    return Planted(calls("read_file", file=file, account=account))


_RECENT = calls("list_recent_files", account="drive")


def _in_folder(office: Office, words: str) -> Planted:
    number = office.servers.google.drive.add(words, b"", FOLDER)
    office.servers.google.drive.add(f"{fresh()}.txt", b"x", parent=number)
    return _read(f"id:{number}")


def _drive_name(office: Office, words: str, **more: str) -> Planted:
    _drive(office, words, **more)
    return Planted(_RECENT)


def _sheet(words: str) -> bytes:
    """A workbook with a cell of these."""
    return book(sheet(f'<c t="inlineStr"><is><t>{escaped(words)}</t></is></c>'))


def _cloud(office: Office, name: str, data: bytes = b"x") -> None:
    office.servers.cloud.put(name, data)


def _cloud_name(office: Office, words: str) -> Planted:
    _cloud(office, f"{path_part(words)}.txt")
    return Planted(calls("list_recent_files", account="cloud"))


def path_part(words: str) -> str:
    """Words as a file may be called on a disk: all but the stroke and the null."""
    return words.replace("/", "∕").replace("\0", "")[:60]


def _cloud_folder(office: Office, words: str) -> Planted:
    _cloud(office, f"{path_part(words)}/{fresh()}.txt")
    return Planted(calls("list_recent_files", account="cloud"))


def _cloud_text(office: Office, words: str) -> Planted:
    name = f"{fresh()}.txt"
    _cloud(office, name, words.encode("utf-8", "replace"))
    return _read(name, "cloud")


def _desk_text(office: Office, words: str) -> Planted:
    name = f"{fresh()}.txt"
    (office.desk / name).write_bytes(words.encode("utf-8", "replace"))
    return _read(name, "desk")


def _desk_name(office: Office, words: str) -> Planted:
    (office.desk / f"{path_part(words)}.txt").write_bytes(b"x")
    return Planted(calls("list_recent_files", account="desk"))


# --- meetings, and the calendar ---


def vtt(said: str, who: str = "Kofi", extra: str = "") -> bytes:
    """Captions of one who says one thing, and our user's promise."""
    return f"WEBVTT\n\n{extra}00:01.000 --> 00:03.000\n<v {who}>{said}\n\n00:04.000 --> 00:06.000\n<v Ana>I'll call the bank tomorrow.\n".encode()


def _meeting(office: Office, data: bytes, name: str = "") -> Planted:
    called = name or f"standup {fresh()}"
    _cloud(office, f"{called}.vtt", data)
    return Planted(calls("get_meeting_insights", meeting=called))


def _sent(office: Office, words: str) -> Planted:
    called = f"standup {fresh()}"
    return Planted(
        calls("get_meeting_insights", meeting=called), (Attachment(f"{called}.vtt", "text/vtt", vtt(words)),)
    )


def _titled(office: Office, words: str) -> Planted:
    _cloud(office, f"{path_part(words)} transcript.vtt", vtt("hello"))
    return Planted(calls("list_recent_meetings"))


def _entry(office: Office, title: str, guest: str = "Kofi") -> Planted:
    now = office.services.clock.now()
    start, end = (
        moment.isoformat()
        for moment in (now.replace(hour=max(now.hour - 2, 0)), now.replace(hour=max(now.hour - 1, 0)))
    )
    office.servers.google.calendars.holds(
        "ana@example.org",
        {"id": f"ev{fresh_number():05}", "summary": title, "start": {"dateTime": start}, "end": {"dateTime": end},
         "organizer": {"email": "mallory@evil.example"}, "creator": {"email": "mallory@evil.example"},
         "attendees": [{"email": "ana@example.org", "self": True}, {"email": "kofi@example.org", "displayName": guest}]},
    )  # fmt: skip
    return Planted(calls("list_recent_meetings"))


def escaped(words: str) -> str:
    """Words as XML takes them."""
    kept = "".join(one for one in words if one in "\t\n" or one >= " ")
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


PLACES = (
    Place("file name", _drive_name, "names of files", line=True),
    Place("folder name", _in_folder, "names of files", line=True),
    Place("file owner", lambda o, w: _drive_name(o, "Plan.txt", by=w), "names of files", line=True),
    Place("text file", lambda o, w: _read(_drive(o, "Plan.txt", w.encode("utf-8", "replace"))), "stored file"),
    Place("google document", lambda o, w: _read(_drive(o, "Plan", w.encode("utf-8", "replace"), DOCUMENT)), "stored file"),
    Place("pdf", lambda o, w: _read(_drive(o, "Plan.pdf", pdf(w.encode("cp1252", "replace").decode("cp1252")), "application/pdf")), "stored file", line=True),
    Place("word file", lambda o, w: _read(_drive(o, "Plan.docx", docx(f"<w:p><w:r><w:t>{escaped(w)}</w:t></w:r></w:p>"), WORD)), "stored file", line=True),
    Place("sheet", lambda o, w: _read(_drive(o, "Plan.xlsx", _sheet(w), SHEET)), "stored file", line=True),
    Place("webdav name", _cloud_name, "names of files", line=True),
    Place("webdav folder", _cloud_folder, "names of files", line=True),
    Place("webdav text", _cloud_text, "stored file"),
    Place("name on the desk", _desk_name, "names of files", line=True),
    Place("text on the desk", _desk_text, "stored file"),
    Place("cue", lambda o, w: _meeting(o, vtt(w)), "stored file"),
    Place("speaker", lambda o, w: _meeting(o, vtt("hello", who=" ".join(w.replace(">", "").split()[:4]))), "stored file", line=True),
    Place("decision in a meeting", lambda o, w: _meeting(o, vtt(f"We've decided to {w}")), "stored file", line=True),
    Place("transcript sent here", _sent, "file"),
    Place("meeting title", _titled, "names of files", line=True),
    Place("calendar title", lambda o, w: _entry(o, w), "", line=True),
    Place("guest", lambda o, w: _entry(o, "Sync", guest=w), "", line=True),
)  # fmt: skip
