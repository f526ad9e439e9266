"""Google Tasks' half of the fake: days without times, done ones hidden, names and versions that Google gives."""

from typing import TYPE_CHECKING, Any

from tests.fakes.vendors.google_api.refusal import Refused

if TYPE_CHECKING:
    from tests.fakes.vendors.google_api.server import Asked

Json = dict[str, Any]


class Tasks:
    """One account's lists; `page` is the most of a page."""

    def __init__(self) -> None:
        self.lists: dict[str, str] = {"other": "Other", "main": "My Tasks"}
        self.kept: dict[str, dict[str, Json]] = {"main": {}, "other": {}}
        self.page = 100
        self._number = 0

    def tasks_tasklists_list(self, asked: "Asked") -> Json:
        return self._page("tasks#taskLists", [self._list(id_) for id_ in self.lists], asked)

    def tasks_tasklists_get(self, asked: "Asked") -> Json:
        return self._list("main" if asked.path["tasklist"] == "@default" else asked.path["tasklist"])

    def tasks_tasks_list(self, asked: "Asked") -> Json:
        done, hidden = asked.one("showCompleted", "true") == "true", asked.one("showHidden") == "true"
        found = [
            one
            for one in self._tasks(asked).values()
            if (done or one["status"] != "completed") and (hidden or not one.get("hidden"))
        ]
        return self._page("tasks#tasks", found, asked)

    def tasks_tasks_insert(self, asked: "Asked") -> Json:
        self._number += 1
        id_ = f"task-{self._number}"
        self._tasks(asked)[id_] = {"kind": "tasks#task", "id": id_, "title": "", "status": "needsAction"}
        return self._written(self._tasks(asked)[id_], asked.body)

    def tasks_tasks_get(self, asked: "Asked") -> Json:
        return self._task(asked)

    def tasks_tasks_patch(self, asked: "Asked") -> Json:
        task = self._task(asked)
        if asked.headers.get("if-match", task["etag"]) != task["etag"]:
            raise Refused(412, "conditionNotMet")
        return self._written(task, asked.body)

    def tasks_tasks_delete(self, asked: "Asked") -> None:
        self._task(asked)
        del self._tasks(asked)[asked.path["task"]]

    def _written(self, task: Json, body: Json) -> Json:
        self._number += 1
        task |= {**body, "etag": f'"{self._number}"', "updated": "2026-05-04T12:00:00.000Z"}
        for name in [name for name, value in task.items() if value is None]:
            del task[name]
        if task.get("due"):
            task["due"] = f"{task['due'][:10]}T00:00:00.000Z"  # only the day is kept
        task["hidden"] = task["status"] == "completed"  # as its own programs hide what is done
        return task

    def _list(self, id_: str) -> Json:
        if id_ not in self.lists:
            raise Refused(404, "notFound")
        return {"kind": "tasks#taskList", "id": id_, "title": self.lists[id_], "etag": f'"{id_}"'}

    def _tasks(self, asked: "Asked") -> dict[str, Json]:
        self._list(asked.path["tasklist"])
        return self.kept[asked.path["tasklist"]]

    def _task(self, asked: "Asked") -> Json:
        found = self._tasks(asked).get(asked.path["task"])
        if found is None:
            raise Refused(404, "notFound")
        return found

    def _page(self, kind: str, found: list[Json], asked: "Asked") -> Json:
        size, first = min(int(asked.one("maxResults", "20")), self.page), int(asked.one("pageToken", "0"))
        more = {"nextPageToken": str(first + size)} if len(found) > first + size else {}
        return {"kind": kind, "etag": '"x"', "items": found[first : first + size], **more}
