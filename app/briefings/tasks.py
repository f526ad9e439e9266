"""What tasks bring to a briefing: what is due, what is overdue, what was done, and what waits for a day."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from app.briefings.days import AHEAD, OPEN, OVERDUE, SOMEDAY, TODAY, TOMORROW, day_section, plain_section
from app.briefings.occasion import WEEK, Occasion
from app.briefings.section import Item, Section, hour_of
from app.language.time.wording import full_date
from app.memory.records import Task

TODO = "todo"
_SOMEDAY_SHOWN = 3
_DONE_RANK = (0,)
_MOMENT = timedelta(seconds=1)  # what was ticked off in this very turn was done too


async def due(occasion: Occasion) -> list[Section]:
    """What is due on the days that the occasion reaches over, and what was due before them."""
    ahead = occasion.routine == "weekly prep"
    days = WEEK + 1 if ahead else 2 if occasion.looks_on else 1
    tasks = await occasion.store.tasks.due_before(occasion.user.id, occasion.midnight(days))
    over = [task for task in tasks if task.due_at and task.due_at < occasion.midnight()]
    # What was missed last stands first, so that it isn't always the same old ones that are shown.
    missed = [] if occasion.routine == "evening recap" else [_missed(task, occasion) for task in reversed(over)]
    return [*(_of(task, occasion) for task in tasks[len(over) :]), *missed]


def _missed(task: Task, occasion: Occasion) -> Section:
    day = occasion.on_clock(task.due_at or occasion.now).date()
    since = "yesterday" if (occasion.today - day).days == 1 else full_date(day, occasion.local)
    return plain_section(OVERDUE, _item(task, aside=f"since {since}"))


def _of(task: Task, occasion: Occasion) -> Section:
    """The section of one task."""
    local = occasion.on_clock(task.due_at or occasion.now)
    days = (local.date() - occasion.today).days
    item = _item(task, local if task.due_has_time else None)
    if occasion.routine == "weekly prep":
        return day_section(AHEAD, local.date(), item, occasion)
    if days > 0:
        return plain_section(TOMORROW, item)
    return plain_section(OPEN if occasion.routine == "evening recap" else TODAY, item)


def _item(task: Task, local: datetime | None = None, aside: str = "") -> Item:
    return Item(_title(task), hour_of(local) if local else None, aside, tuple(task.taint))


def _title(task: Task) -> str:
    return task.title if task.list_name == TODO else f"{task.title} ({task.list_name} list)"


async def someday(occasion: Occasion) -> list[Section]:
    """The first of the to-do list that no day was set for, in the order in which they were written."""
    tasks = await occasion.store.tasks.list(occasion.user.id, list_name=TODO)
    undated = [task for task in tasks if task.due_at is None]
    if not undated:
        return []
    items = tuple(_item(task) for task in undated[:_SOMEDAY_SHOWN])
    return [Section(SOMEDAY.title, items, SOMEDAY.rank, SOMEDAY.alone, more=len(undated) - len(items))]


async def done(occasion: Occasion) -> list[Section]:
    """What was ticked off: to-dos by name, other lists by number."""
    week = occasion.routine == "weekly recap"
    since = occasion.midnight(1 - WEEK if week else 0)
    tasks = await occasion.store.tasks.done_between(occasion.user.id, since, occasion.now + _MOMENT)
    items = [_item(task) for task in tasks if task.list_name == TODO]
    items += _by_list(task for task in tasks if task.list_name != TODO)
    title, alone = ("Done this week", "Done this week: {}.") if week else ("Done today", "Done today: {}.")
    return [Section(title, tuple(items), _DONE_RANK, alone)] if items else []


def _by_list(tasks: Iterable[Task]) -> list[Item]:
    """ "4 things off your shopping list"."""
    kept = list(tasks)
    counts = Counter(task.list_name for task in kept)
    taint = {name: tuple(dict.fromkeys(s for t in kept if t.list_name == name for s in t.taint)) for name in counts}
    return [
        Item(f"{f'{count} things' if count > 1 else 'one thing'} off your {name} list", taint=taint[name])
        for name, count in counts.items()
    ]
