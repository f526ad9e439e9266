"""One list of ours and one elsewhere, brought to hold the same: read, decided by `merging`, carried out.

Invariant: run again after whatever it broke off in, it makes nothing twice and loses nothing. What changes here is written together with what
is known of it; what changes there is written there first, under an id of ours where the service lets one choose, and known as done only then.
Nothing here is thrown away because of an answer that fails. Text that comes from there carries whose words it is.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from app.cards import sources
from app.errors import ChangedElsewhere, NotFound, ToolProblem
from app.integrations.calendar.todo import Todo
from app.integrations.mail.characters import one_line
from app.integrations.ports import TaskList
from app.integrations.todo.merging import Base, Move, Side, decide, is_emptied, pairs
from app.memory.ports import Database
from app.memory.records import SyncedList, SyncedTask, Task
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)

MOST = 5_000  # open tasks of a list
_MOST_TITLE = 500
_MORNING = time(9)  # when a task without an hour stands in our lists
_LOST = "“{here}” on your {name} list was changed here and at {label}. I kept what stands here; there it said “{there}”{due}."
_EMPTIED = (
    "{gone} tasks vanished at once from “{title}” at {label}. I left your {name} list as it is, and no longer keep the two the same. "
    "If that is what you want, say so: sync my {name} list."
)
_OTHERS = "What others' words had a part in stays here."
_TWICE = "There is one just like it on the list already."
Tell = Callable[[str, str], Awaitable[None]]


@dataclass(slots=True)
class Counts:
    """What a run came to: how many tasks were added, changed or taken away on each side, and how many nobody could bring over."""

    here: int = 0
    there: int = 0
    left: int = 0


@dataclass(slots=True)
class Syncing:
    """One run over one list, which it follows where it was renamed. `tell` takes a key and a sentence for its user, inside the transaction of what it is about; `zone` is the
    user's, `at` is aware."""

    store: Repositories
    database: Database
    remote: TaskList
    listed: SyncedList
    label: str
    zone: ZoneInfo
    at: datetime
    tell: Tell
    counts: Counts = field(default_factory=Counts)

    @property
    def source(self) -> str:
        """Whose words come from there."""
        return sources.todo_list(self.listed.title, self.label)

    async def run(self) -> Counts:
        """Bring both sides to hold the same. Raises AccountError where the account can't be used, NotFound where its list is gone,
        Emptied where too much vanished there; then nothing was thrown away here."""
        items = await self.remote.items(self.listed.list_id, zone=self.zone)
        there = {one.uid: one for one in items}
        links = await self._links()
        await self._refuse_emptied(links, there)
        followed = {one.id: one for one in await self.store.synced_lists.followed(self.listed.user_id, self.listed.id)}
        await self._follow_renaming(followed)
        for link in links:
            await self._one(link, followed.get(link.task_id), there.pop(link.uid, None))
        ours = await self.store.tasks.list(self.listed.user_id, list_name=self.listed.list_name, limit=MOST)
        known = {link.task_id for link in await self._links()}
        await self._unknown([one for one in ours if one.id not in known], there)
        return self.counts

    async def _links(self) -> list[SyncedTask]:
        return await self.store.synced_lists.tasks(self.listed.user_id, self.listed.id)

    async def _refuse_emptied(self, links: Sequence[SyncedTask], there: dict[str, Todo]) -> None:
        before = [one for one in links if not one.is_done]
        gone = sum(one.uid not in there for one in before)
        if is_emptied(len(before), gone):
            listed = self.listed
            raise Emptied(
                _EMPTIED.format(gone=gone, title=listed.title, label=self.label, name=_name(listed.list_name))
            )

    async def _follow_renaming(self, followed: dict[int, Task]) -> None:
        """Where all that was on our list is on one other now, that is our list under another name."""
        names = {one.list_name for one in followed.values()}
        if len(names) != 1 or self.listed.list_name in names:
            return
        name = names.pop()
        is_left = await self.store.tasks.list(self.listed.user_id, list_name=self.listed.list_name, limit=1)
        if is_left or await self.store.synced_lists.named(self.listed.user_id, name) is not None:
            return
        await self.store.synced_lists.rename(self.listed.user_id, self.listed.id, name)
        self.listed = replace(self.listed, list_name=name)

    async def _one(self, link: SyncedTask, task: Task | None, todo: Todo | None) -> None:
        """One that is followed; what can't be done to it now is left for the next run."""
        task = task if task is not None and task.list_name == self.listed.list_name else None
        here, there = self._ours(task) if task else None, self._theirs(todo) if todo else None
        move = decide(Base(link.here, link.there, link.is_done), here, there)
        try:
            await self._carry_out(move, link, task, todo)
        except (ChangedElsewhere, NotFound) as problem:
            log.info("task left", extra={"event": "todo.later", "problem": type(problem).__name__})
        except ToolProblem as problem:
            self.counts.left += 1
            log.warning("task not taken", extra={"event": "todo.refused", "problem": type(problem).__name__})

    async def _carry_out(self, move: Move, link: SyncedTask, task: Task | None, todo: Todo | None) -> None:
        if move.what == "match" and task is not None and todo is not None:
            await self._match(move, link, task, todo)
        elif move.what == "add there" and task is not None:
            await self._add_there(task)
        elif move.what == "add here" and todo is not None:
            await self._add_here(todo, instead_of=link.task_id)
        elif move.what == "delete here" and task is not None:
            await self._delete_here(link, task)
        else:
            if move.what == "delete there" and todo is not None:
                await self.remote.delete(self.listed.list_id, todo)
                self.counts.there += 1
            await self.store.synced_lists.unfollow(self.listed.user_id, self.listed.id, link.task_id)

    async def _match(self, move: Move, link: SyncedTask, task: Task, todo: Todo) -> None:
        here, there = self._ours(task), self._theirs(todo)
        written = self._for_there(here, todo) if move.winner == "here" else todo
        if written.done_at is None if move.is_done else written.done_at is not None:
            written = replace(written, done_at=(task.done_at or self.at) if move.is_done else None)
        if (written.title, written.due, written.done_at) != (todo.title, todo.due, todo.done_at):
            self._check_own(task)
            todo = await self.remote.change(self.listed.list_id, written, at=self.at)
            self.counts.there += 1
        async with self.database.transaction():
            now = await self.store.tasks.get(self.listed.user_id, task.id)
            if now is None or now.deleted_at is not None or self._ours(now) != here:
                return  # changed while we were at it: the next run sees both
            if move.winner == "there" and there != here:
                now = await self._take(now, todo)
            if move.is_done != (now.done_at is not None):
                now = await self._tick(now, is_done=move.is_done)
            await self._follow(now, todo, uid=link.uid)
            if move.is_lost:
                await self._say_lost(task, there)

    async def _take(self, task: Task, todo: Todo) -> Task:
        """Their text and due time; an hour that is known only here stays, on the same day."""
        there, here = self._theirs(todo), self._ours(task)
        keeps_hour = there.moment is None and there.day is not None and there.day == here.day
        due_at, has_time = (task.due_at, task.due_has_time) if keeps_hour else self._due(there)
        changed = await self.store.tasks.update(
            self.listed.user_id,
            task.id,
            title=there.title,
            list_name=task.list_name,
            due_at=due_at,
            due_has_time=has_time,
            priority=task.priority,
            taint=list(dict.fromkeys((*task.taint, self.source))),
            at=self.at,
        )
        self.counts.here += 1
        return changed or task

    async def _tick(self, task: Task, *, is_done: bool) -> Task:
        tasks, user_id = self.store.tasks, self.listed.user_id
        ticked = await (tasks.complete(user_id, task.id, self.at) if is_done else tasks.reopen(user_id, task.id))
        self.counts.here += 1
        return ticked or task

    async def _add_there(self, task: Task) -> str:
        """Its id there. Raises ToolProblem where the service takes it for one that another task of ours is already, and for words that others
        have a part in: what they made nobody sends out."""
        self._check_own(task)
        here = self._ours(task)
        todo = self._for_there(here, Todo(f"{self.listed.key}-{task.id}", here.title))
        made = await self.remote.add(self.listed.list_id, todo, at=self.at)
        if any(one.uid == made.uid and one.task_id != task.id for one in await self._links()):
            raise ToolProblem(_TWICE)
        there = self._theirs(made)
        # Where one of before came back, which may say something else, the next run brings it to say what ours says.
        is_as_given = (there.title, there.day, there.is_done) == (here.title, here.day, False)
        await self._follow(task, made, uid=made.uid, here=here.mark if is_as_given else "")
        self.counts.there += 1
        return made.uid

    def _check_own(self, task: Task) -> None:
        if any(one != self.source for one in task.taint):
            raise ToolProblem(_OTHERS)

    async def _add_here(self, todo: Todo, *, instead_of: int | None = None) -> None:
        there = self._theirs(todo)
        due_at, has_time = self._due(there)
        async with self.database.transaction():
            task = await self.store.tasks.add(
                self.listed.user_id,
                list_name=self.listed.list_name,
                title=there.title,
                due_at=due_at,
                due_has_time=has_time,
                priority=0,
                turn_id=None,
                taint=[self.source],
                at=self.at,
            )
            if instead_of is not None:
                await self.store.synced_lists.unfollow(self.listed.user_id, self.listed.id, instead_of)
            await self._follow(task, todo, uid=todo.uid)
        self.counts.here += 1

    async def _delete_here(self, link: SyncedTask, task: Task) -> None:
        async with self.database.transaction():
            now = await self.store.tasks.get(self.listed.user_id, task.id)
            if now is None or self._ours(now) != self._ours(task):
                return
            await self.store.tasks.delete(self.listed.user_id, task.id, self.at)
            await self.store.synced_lists.unfollow(self.listed.user_id, self.listed.id, link.task_id)
        self.counts.here += 1

    async def _unknown(self, ours: Sequence[Task], there: dict[str, Todo]) -> None:
        """Open ones that nobody followed so far: those that mean one thing are one, each other is brought to the other side."""
        own = {f"{self.listed.key}-{one.id}": one for one in ours}
        broken_off = [(own[uid], todo) for uid, todo in there.items() if uid in own]
        for task, todo in broken_off:
            await self._follow(task, todo, uid=todo.uid, here="")
        left = {uid: one for uid, one in there.items() if uid not in own and not one.done_at and one.title.strip()}
        mine = [one for uid, one in own.items() if uid not in there]
        same = pairs([(one, self._ours(one)) for one in mine], [(one, self._theirs(one)) for one in left.values()])
        for task, todo, base in same:
            await self.store.synced_lists.follow(
                self.listed.user_id,
                self.listed.id,
                task.id,
                uid=todo.uid,
                here=base.here,
                there=base.there,
                is_done=False,
            )
        paired = {task.id for task, _, _ in same}
        added = {await self._taken(self._add_there(one)) for one in mine if one.id not in paired}
        for todo in left.values():
            if todo.uid not in {other.uid for _, other, _ in same} | added:
                await self._taken(self._add_here(todo))
        fresh = [*((one, todo) for one, todo in broken_off), *((one, todo) for one, todo, _ in same)]
        await self._settle(fresh)

    async def _settle(self, fresh: Sequence[tuple[Task, Todo]]) -> None:
        """Those that were just found to be one are made the same at once."""
        links = {one.task_id: one for one in await self._links()}
        for task, todo in fresh:
            await self._one(links[task.id], task, todo)

    async def _taken(self, adding: Awaitable[str | None]) -> str | None:
        """What one adding gives; None where it is refused, which leaves the others."""
        try:
            return await adding
        except ToolProblem as problem:
            self.counts.left += 1
            log.warning("task not taken", extra={"event": "todo.refused", "problem": type(problem).__name__})
            return None

    async def _follow(self, task: Task, todo: Todo, *, uid: str, here: str | None = None) -> None:
        await self.store.synced_lists.follow(
            self.listed.user_id,
            self.listed.id,
            task.id,
            uid=uid,
            here=self._ours(task).mark if here is None else here,
            there=self._theirs(todo).mark,
            is_done=task.done_at is not None,
        )

    async def _say_lost(self, task: Task, there: Side) -> None:
        due = f", due {there.moment.astimezone(self.zone):%A %d %B %H:%M}" if there.moment else ""
        due = due or (f", due {there.day:%A %d %B}" if there.day else "")
        name = _name(self.listed.list_name)
        text = _LOST.format(here=task.title, name=name, label=self.label, there=there.title, due=due)
        await self.tell(f"todo:{self.listed.id}:{task.id}:{there.mark}", text)

    def _ours(self, task: Task) -> Side:
        local = task.due_at.astimezone(self.zone) if task.due_at else None
        moment = task.due_at if task.due_has_time else None
        return Side(task.title, local.date() if local else None, moment, task.done_at is not None)

    def _theirs(self, todo: Todo) -> Side:
        due, is_done = todo.due, todo.done_at is not None
        title = one_line(todo.title, _MOST_TITLE)
        if isinstance(due, datetime):
            return Side(title, due.astimezone(self.zone).date(), due.astimezone(UTC), is_done)
        return Side(title, due, None, is_done)

    def _for_there(self, here: Side, todo: Todo) -> Todo:
        """A task of theirs with our text and due time; an hour that is known only there stays, on the same day."""
        keeps_hour = here.moment is None and here.day is not None and here.day == self._theirs(todo).day
        due: datetime | date | None = here.moment.astimezone(self.zone) if here.moment else here.day
        return replace(todo, title=here.title, due=todo.due if keeps_hour else due)

    def _due(self, there: Side) -> tuple[datetime | None, bool]:
        """As our lists keep it: a day without an hour stands at its morning."""
        if there.moment is not None:
            return there.moment, True
        if there.day is None:
            return None, False
        return datetime.combine(there.day, _MORNING, tzinfo=self.zone).astimezone(UTC), False


class Emptied(NotFound):
    """So much vanished from a list elsewhere at once that nothing was thrown away here."""


def _name(list_name: str) -> str:
    return "to-do" if list_name == "todo" else list_name
