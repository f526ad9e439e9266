"""What a held call is, in a person's words: a title, names for its values, and all of it on one line. One row a tool; pure.

A value that stands in a title is made literal and quoted, so that it can't pass for ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from app.cards.literal import one_line, unquoted
from app.language.saying import worded

_IN_TITLE, _IN_LINE = 40, 120
_NOTHING = ("", None, [], (), {})
_LISTED = ", "


@dataclass(frozen=True, slots=True)
class Wording:
    """One row. `title` may name one argument, `plain` is the title where that is empty. `labels` name the arguments; an empty one lets
    the value stand by itself under the title. `told`: what only points at what the tool's own sentence tells. `final`: what
    destroys for good says so on its button."""

    title: str
    plain: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    final: str = ""

    @property
    def slot(self) -> str:
        """The argument that stands in the title; "" where there is none."""
        return next((name for _, name, _, _ in Formatter().parse(self.title) if name), "")


_PINS = frozenset(("place", "person", "items"))  # ids that a call was pinned to, which the words beside them name
_WHEN = {"when": "When", "repeat": "Repeats"}
WORDINGS: dict[str, Wording] = {
    "save_note": Wording("Keep a note: {title}", "Keep a note", {"content": "", "tags": "Tags"}),
    "edit_note": Wording("Change a note", labels={"note": "", "content": "New text"}, told=("note",)),
    "delete_note": Wording("Throw away a note", labels={"note": ""}, told=("note",)),
    "add_tasks": Wording("Add to {list_name}", "Add to your to-dos", {"titles": "", "due": "Due"}),
    "complete_tasks": Wording("Tick off", labels={"tasks": "", "list_name": "List"}, told=("tasks", "list_name")),
    "edit_task": Wording(
        "Change a task", labels={"task": "", "title": "New name", "due": "Due", "list_name": "List"}, told=("task",)
    ),
    "move_task": Wording("Move on its list", labels={"task": "", "to": "To"}, told=("task",)),
    "delete_tasks": Wording("Remove", labels={"tasks": "", "list_name": "List"}, told=("tasks", "list_name")),
    "clear_list": Wording("Clear", labels={"list_name": ""}, told=("list_name",)),
    "rename_list": Wording("Rename {list_name}", "Rename a list", {"new_name": "New name"}),
    "set_reminder": Wording("Remind you", labels={"text": "", **_WHEN, "channel": "On"}),
    "set_leave_reminder": Wording(
        "Remind you when to leave",
        labels={"destination": "To", "arrive_by": "There at", "origin": "From", "mode": "How"},
    ),
    "change_reminder": Wording(
        "Change a reminder", labels={"reminder": "", "text": "New text", **_WHEN}, told=("reminder",)
    ),
    "cancel_reminder": Wording("Cancel a reminder", labels={"reminder": ""}, told=("reminder",)),
    "slack_post": Wording(
        "Write on Slack: {channel}", "Write on Slack", {"text": "", "account": "Account"}, ("place",)
    ),
    "slack_reply": Wording(
        "Reply on Slack: {message}", "Reply on Slack", {"text": "", "account": "Account"}, ("place",)
    ),
    "slack_react": Wording(
        "React on Slack: {message}", "React on Slack", {"emoji": "Emoji", "account": "Account"}, ("place",)
    ),
    "create_github_issue": Wording(
        "Open an issue in {repo}",
        labels={"title": "", "text": "", "labels": "Labels", "assign": "For", "account": "Account"},
    ),
    "comment_on_github": Wording("Comment on {item}", labels={"text": "", "account": "Account"}),
    "change_github_item": Wording(
        "Change {item}",
        labels={
            "state": "State",
            "add_labels": "Add labels",
            "remove_labels": "Take labels off",
            "assign": "Assign to",
            "unassign": "No longer for",
            "ask_review": "Ask for a review",
            "account": "Account",
        },
    ),
    "review_pull_request": Wording(
        "Review {item}", labels={"verdict": "Verdict", "text": "", "head": "At commit", "account": "Account"}
    ),
    "merge_pull_request": Wording(
        "Merge {item}",
        labels={"method": "How", "head": "At commit", "account": "Account"},
        told=("into",),
        final="Merge",
    ),
    "jira_create": Wording(
        "Create a ticket in {project}",
        labels={
            "summary": "",
            "description": "",
            "kind": "Kind",
            "priority": "Priority",
            "assignee": "For",
            "labels": "Labels",
            "due": "Due",
            "parent": "Part of",
            "fields": "Fields",
            "account": "Account",
        },
        told=("person",),
    ),
    "jira_update": Wording(
        "Change {ticket}",
        labels={
            "summary": "New title",
            "description": "New text",
            "priority": "Priority",
            "assignee": "Assign to",
            "add_labels": "Add labels",
            "remove_labels": "Take labels off",
            "due": "Due",
            "fields": "Fields",
            "account": "Account",
        },
        told=("person",),
    ),
    "jira_transition": Wording("Move {ticket}", labels={"to": "To", "fields": "Fields", "account": "Account"}),
    "jira_comment": Wording("Comment on {ticket}", labels={"text": "", "account": "Account"}),
    "summarize_url": Wording("Open a page", labels={"url": "", "part": "Part", "about": "About"}),
    "remember_fact": Wording("Remember", labels={"statement": "", "key": "About"}),
    "confirm_fact": Wording("What I know", labels={"fact": "Fact", "yes": "Keep it"}, told=("fact", "yes")),
    "forget_fact": Wording(
        "Forget", labels={"what": "What", "since": "From", "until": "Until"}, told=("what",), final="Forget for good"
    ),
    "save_journal_entry": Wording("Write in your journal", labels={"content": "", "mood": "Mood", "day": "Day"}),
    "save_to_read_later": Wording("Keep to read later: {title}", "Keep to read later", {"url": "", "tags": "Tags"}),
    "open_read_later": Wording("Open a page to read later", labels={"item": "", "part": "Part", "about": "About"}),
    "mark_read": Wording("Mark as read", labels={"item": ""}, told=("item",)),
    "delete_read_later": Wording("Take off your reading list", labels={"item": ""}, told=("item",)),
    "undo": Wording("Take back", labels={"change": "Change"}, told=("change", "last_step")),
    "empty_trash": Wording(
        "Empty the trash", labels={"before": "From before"}, told=("before",), final="Delete for good"
    ),
    "set_time_zone": Wording("Set your time zone to {place}", "Set your time zone"),
    "schedule_task": Wording("Schedule", labels={"instruction": "What", "when": "When"}, told=("when",)),
    "change_schedule": Wording(
        "Change a schedule",
        labels={"schedule": "", "when": "When", "instruction": "What", "state": "State"},
        told=("schedule",),
    ),
    "delete_schedule": Wording("End a schedule", labels={"schedule": ""}, told=("schedule",)),
    "set_channel": Wording("Tell you things on {channel}", "Say where you are told things"),
    "set_quiet_hours": Wording("Set quiet hours", labels={"hours": "Hours", "most_a_day": "Unasked messages a day"}),
    "set_alert": Wording("Set an alert", labels={"when": "", "cooldown": "At most every", "until": "Until"}),
    "change_alert": Wording(
        "Change an alert",
        labels={"alert": "", "when": "When", "state": "State", "cooldown": "At most every"},
        told=("alert",),
    ),
    "follow_news": Wording("Follow in the news", labels={"topic": ""}),
    "unfollow_news": Wording("Follow no longer", labels={"topic": ""}, told=("topic",)),
    "delete_alert": Wording("End an alert", labels={"alert": ""}, told=("alert",)),
    "invoke_worker_agent": Wording(
        "Set {name} to work", "Set an assistant to work", {"message": "", "purpose": "What for"}
    ),
    "dismiss_worker": Wording("Dismiss {worker}", "Dismiss an assistant", final="Dismiss for good"),
    "wake_me": Wording(
        "Wake {worker} later", "Wake an assistant later", {"instruction": "What", "when": "When"}, told=("when",)
    ),
    "cancel_wake_up": Wording("Cancel a wake-up", labels={"wake_up": ""}, told=("wake_up",)),
    "follow_guideline": Wording("Go by this from now on", labels={"guideline": "", "number": "In /learnings"}),
    "send_mail": Wording(
        "Send mail",
        labels={
            "to": "To",
            "cc": "Copy to",
            "subject": "Subject",
            "body": "Text",
            "files": "Attached",
            "account": "From",
        },
        told=("files",),
    ),
    "reply_to_mail": Wording("Reply", labels={"body": "", "everyone": "To all"}, told=("mail", "everyone")),
    "forward_mail": Wording("Forward a mail", labels={"body": "With", "to": "To"}, told=("mail", "to")),
    "save_draft": Wording(
        "Write a draft: {subject}",
        "Write a draft",
        {"to": "To", "subject": "Subject", "body": "Text", "account": "From"},
    ),
    "move_mail": Wording("Move a mail", told=("mail", "folder")),
    "mark_mail": Wording("Mark a mail", told=("mail", "unread")),
    "add_event": Wording(
        "Put into your calendar: {title}",
        "Put into your calendar",
        {"guests": "Guests", "place": "Place", "notes": "Notes", "remind": "Reminder before", "calendar": "Calendar"},
        told=("when", "length", "repeat", "account", "guests"),
    ),
    "change_event": Wording(
        "Change an event",
        labels={"title": "New title", "place": "New place", "notes": "New notes", "add_guests": "New guests"},
        told=("event", "when", "length", "scope", "add_guests"),
    ),
    "delete_event": Wording("Take an event out of your calendar", told=("event", "scope")),
    "answer_invitation": Wording("Answer an invitation", told=("event", "answer")),
    "import_events": Wording(
        "Put events of a file into your calendar", labels={"calendar": "Calendar"}, told=("file", "mail", "account")
    ),
    "sync_list": Wording(
        "Keep two lists the same", labels={"list_name": "", "account": "At", "their_list": "There"}, told=("list_name",)
    ),
    "stop_syncing": Wording("Stop syncing", labels={"list_name": ""}, told=("list_name",)),
    "delete_mail": Wording("Put a mail into the trash", labels={"mail": ""}, told=("mail",)),
    "save_file": Wording(
        "Save the file {name}",
        "Save a file",
        {"text": "Text", "folder": "Folder", "account": "At"},
        told=("place", "sent", "new_version"),
    ),
    "share_file": Wording("Share a file", labels={"with_whom": "With"}, told=("file", "may_change", "account")),
    "save_meeting_notes": Wording("Keep what came of a meeting as a note", labels={"meeting": ""}),
    "add_meeting_tickets": Wording(
        "Create tickets from a meeting",
        labels={"meeting": "", "project": "In", "account": "Account"},
        told=("everyone", "items"),
    ),
    "add_meeting_tasks": Wording("Add the to-dos of a meeting", labels={"meeting": "", "everyone": "Of all"}),
    "browse_web": Wording("Open a page in the browser", labels={"url": ""}),
    "browser_follow": Wording("Follow a link in the browser", labels={"link": "Number"}),
    "browser_fill": Wording("Fill in a form in the browser", labels={"fields": "", "url": "At"}),
    "browser_submit_form": Wording(
        "Send a form",
        labels={"fields": "Fields", "sends_to": "Goes to", "url": "At", "form": "Form"},
        told=("form", "url"),
    ),
    "run_plan": Wording("Carry out a plan", labels={"steps": "Steps", "plan": "Plan"}, told=("plan", "calls")),
}
_UNKNOWN = Wording("")
_BESIDE = ("account", "head")
_LEFT_OUT = frozenset((*_BESIDE, *_PINS))
_THINGS = frozenset(("item", "ticket", "repo", "project", "channel", "message"))  # of services of work, in a title


def title_of(tool: str, arguments: Mapping[str, Any], language: str = "") -> str:
    """What the call is, such as: Add to “packing”; in a language, where that has words for it."""
    row = WORDINGS.get(tool)
    if row is None:
        return tool.replace("_", " ").strip().capitalize() or "Something"
    value = one_line(unquoted(str(arguments.get(row.slot) or "")), _IN_TITLE)
    said = worded(row.title if value or not row.slot else row.plain, language)
    return said.format_map({row.slot: f"“{value}”"}) if value else said


def final_of(tool: str) -> str:
    """The words on the button of what can't be taken back; "" for anything else."""
    row = WORDINGS.get(tool)
    return row.final if row else ""


def fields_of(tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The values that its title doesn't tell whole, by the names of their arguments, in the order of their labels."""
    row = WORDINGS.get(tool, _UNKNOWN)
    order = {name: at for at, name in enumerate(row.labels)}
    told = sorted(arguments.items(), key=lambda given: order.get(given[0], len(order)))
    given = {name: value for name, value in told if value not in _NOTHING}
    titled = given.get(row.slot)
    if isinstance(titled, str) and one_line(unquoted(titled), _IN_TITLE) == titled:
        del given[row.slot]
    return given


def label_of(tool: str, argument: str, language: str = "") -> str:
    """What a value is called; "" where it stands by itself."""
    labels = WORDINGS.get(tool, _UNKNOWN).labels
    said = labels[argument] if argument in labels else argument.replace("_", " ").strip().capitalize()
    return worded(said, language)


def in_words(tool: str, arguments: Mapping[str, Any]) -> str:
    """The whole call on one line: Add to “packing”: passport, charger. Its values are cut; a card shows them."""
    title = title_of(tool, arguments)
    given = ((name, value) for name, value in fields_of(tool, arguments).items() if name not in _PINS)
    values = [_valued(label_of(tool, name), value) for name, value in given]
    return f"{title}: {'; '.join(values)}" if values else title


def in_short(tool: str, arguments: Mapping[str, Any], sentence: str) -> str:
    """The first line of a tool's own sentence for a list of several calls. At the services of work that sentence names a thing, so what would be done to
    it and the values stand with it: Change “PROJ-1” “Slow export”: Priority: high."""
    slot = WORDINGS.get(tool, _UNKNOWN).slot
    said, name = sentence.partition("\n")[0].rstrip(":"), str(arguments.get(slot) or "")
    if slot not in _THINGS or not name:
        return said
    if said.startswith(name):
        said = title_of(tool, arguments) + said[len(name) :]
    given = (
        (label_of(tool, name), value) for name, value in fields_of(tool, arguments).items() if name not in _LEFT_OUT
    )
    values = "; ".join(_valued(label, value) for label, value in given)
    return f"{said}: {values}" if values else said


def _valued(label: str, value: Any) -> str:
    several = isinstance(value, list | tuple)
    shown = _LISTED.join(one_line(str(item)) for item in value) if several else one_line(str(value))
    return f"{label}: {one_line(shown, _IN_LINE)}" if label else one_line(shown, _IN_LINE)
