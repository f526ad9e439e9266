"""What looking back says of notes, the journal, talk and alerts: their titles, never their contents."""

from collections import Counter

from app.briefings.occasion import WEEK, Occasion
from app.briefings.section import Item, Section
from app.learning.sessions import TAG

_NOTES = 50
_SESSIONS = 20
_ENTRIES = 100
_TOPICS = 4


async def noted(occasion: Occasion) -> list[Section]:
    """Notes that were written or changed in the day or the week, without the summaries of talk."""
    since = occasion.midnight(_back(occasion))
    notes = await occasion.store.notes.list(occasion.user.id, limit=_NOTES)
    mine = [note for note in notes if note.updated_at >= since and TAG not in note.tags]
    items = tuple(Item(note.title or note.content, taint=tuple(note.taint)) for note in mine)
    return [Section("Notes", items, (5,), "You wrote one note: {}.")] if items else []


async def journalled(occasion: Occasion) -> list[Section]:
    """How often the journal was written in, and in what mood."""
    since = occasion.midnight(_back(occasion)).date().isoformat()
    today = occasion.today.isoformat()
    entries = await occasion.store.journal.list(occasion.user.id, since=since, until=today, limit=_ENTRIES)
    if not entries:
        return []
    days = len({entry.entry_date for entry in entries})
    moods = moods_of([entry.mood for entry in entries])
    taint = tuple(dict.fromkeys(source for entry in entries for source in entry.taint))
    written = "today" if occasion.routine == "evening recap" else "on one day" if days == 1 else f"on {days} days"
    item = Item(f"written {written}", aside=moods, taint=taint)
    return [Section("Journal", (item,), (6,), "Your journal: {}.")]


async def talked(occasion: Occasion) -> list[Section]:
    """What the longer conversations of the week were about, as far as a model could say and nobody has forgotten it."""
    since, items = occasion.midnight(1 - WEEK), []
    sessions = await occasion.store.sessions.recent(occasion.user.id, _SESSIONS)
    for session in sessions:
        if session.ended_at < since or session.note_id is None:
            continue
        note = await occasion.store.notes.get(occasion.user.id, session.note_id)
        if note is not None and note.deleted_at is None and not is_by_rules(note.content):
            items.append(Item(session.topic, taint=tuple(note.taint)))
    return [Section("We talked about", tuple(items[:_TOPICS][::-1]), (7,), "We talked about {}.")] if items else []


async def alerted(occasion: Occasion) -> list[Section]:
    """Alerts that went off in the week, by the names their user gave them."""
    since = occasion.midnight(1 - WEEK)
    rules = await occasion.store.alert_rules.everything(occasion.user.id)
    items = [Item(rule.name, taint=tuple(rule.taint)) for rule in rules if rule.fired_at and rule.fired_at >= since]
    return [Section("Alerts that went off", tuple(items), (8,), "One alert went off: {}.")] if items else []


def _back(occasion: Occasion) -> int:
    """The day it looks back to, counted from today."""
    return 0 if occasion.routine == "evening recap" else 1 - WEEK


def moods_of(moods: list[str]) -> str:
    """ "mostly calm", "calm and tired", or nothing."""
    counts = Counter(mood.strip().casefold() for mood in moods if mood.strip())
    if not counts:
        return ""
    (first, most), *others = counts.most_common(2)
    if len(counts) == 1:
        return first
    return f"mostly {first}" if most > others[0][1] else f"{first} and {others[0][0]}"


def is_by_rules(summary: str) -> bool:
    """Whether a summary of talk was put together without a model: its topic is words that were used, and no topic."""
    return summary.startswith(("You said: ", "Done: ")) or summary.endswith(" messages.")
