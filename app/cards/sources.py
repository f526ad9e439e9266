"""How whose words were read is written down by name, and said on a card: one line for each kind of source, both ways.

Invariant: what a name's makers put into it comes out of it again, whatever others chose for a subject, a title or a file: no part holds a
curly quote, and a file that was attached stands between two. So a subject can't say that another mail or file was read.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.cards.literal import one_line, unquoted
from app.language.saying import worded

_LONGEST = 80  # characters of a title in a name
_LONGEST_WHOLE = 160
_ATTACHED = "{mail}, attached “{file}”"


@dataclass(frozen=True, slots=True)
class _Kind:
    """`name` as it is written, `pattern` as it is read again, `phrase` as it is said."""

    name: str
    pattern: re.Pattern[str]
    phrase: str


_KINDS = (
    _Kind(
        _ATTACHED.replace("{mail}", "mail from {who}: {what}"),
        re.compile(r"mail from (?P<who>\S+@\S+): (?P<what>[^“”]*), attached “(?P<file>[^“”]+)”"),
        "“{file}” in {who}'s mail “{what}”",
    ),
    _Kind(
        "mail from {who}: {what}",
        re.compile(r"mail from (?P<who>\S+@\S+): (?P<what>.*)"),
        "{who}'s mail “{what}”",
    ),
    _Kind(
        "invitation from {who}: {what}",
        re.compile(r"invitation from (?P<who>\S+@\S+): (?P<what>.*)"),
        "{who}'s invitation “{what}”",
    ),
    _Kind("calendar {what}", re.compile(r"calendar (?P<what>.+)"), "the calendar “{what}”"),
    _Kind("site {what}", re.compile(r"site (?P<what>\S+)"), "{what}"),
    _Kind("channel {what}", re.compile(r"channel (?P<what>.+)"), "the channel “{what}”"),
    _Kind(
        "repository {what} at {who}",
        re.compile(r"repository (?P<what>\S+) at (?P<who>\S+)"),
        "the repository “{what}” at {who}",
    ),
    _Kind("repository {what}", re.compile(r"repository (?P<what>\S+)"), "the repository “{what}”"),
    _Kind(
        "project {what} at {who}",
        re.compile(r"project (?P<what>\S+) at (?P<who>\S+)"),
        "the project “{what}” at {who}",
    ),
    _Kind(
        "stored file {what} at {who}",
        re.compile(r"stored file (?P<what>.+) at (?P<who>\S+)"),
        "the file “{what}” at {who}",
    ),
    _Kind("file {what}", re.compile(r"file (?P<what>.+)", re.DOTALL), "the file “{what}”"),
    _Kind(
        "to-do list {what} at {who}",
        re.compile(r"to-do list (?P<what>.+) at (?P<who>\S+)"),
        "the list “{what}” at {who}",
    ),
)
FILE_NAMES = "names of files"
_FIXED = {
    **dict.fromkeys(("search_mail", "read_mail", "read_thread", "read_attachment"), "your mail"),
    **dict.fromkeys(
        (
            *("github_notifications", "search_github", "read_github_item", "read_github_diff"),
            *("github_repository", "github_releases", "github_builds"),
        ),
        "GitHub",
    ),
    **dict.fromkeys(("slack_channels", "slack_read", "slack_thread", "slack_search", "slack_people"), "Slack"),
    **dict.fromkeys(("search_files", "list_recent_files", "read_file"), "your files"),
    **dict.fromkeys(("list_recent_meetings", "get_meeting_insights"), "what was said in meetings"),
    FILE_NAMES: "the names of files",
    "list_todo": "lists elsewhere",
    **dict.fromkeys(("jira_search", "jira_get", "jira_board"), "tickets in Jira"),
    "address book": "your address book",
    "names of calendars": "the names of your calendars",
    "names of lists": "the names of lists",
    "logfire": "traces in Logfire",
    "earlier deeds": "what I did earlier",
}


def kinds(named: Iterable[str]) -> list[str]:
    """What kinds of sources these are, each once, without whose and what: "mail", "file", "site"."""
    return sorted({_kind_of(name) for name in named})


def _kind_of(name: str) -> str:
    return name if name in _FIXED else name.partition(" ")[0]


def mail(sender: str, subject: str) -> str:
    """A mail."""
    return f"mail from {_address(sender) or 'nobody'}: {_title(subject)}"


def attached(source: str, file: str) -> str:
    """A file in the mail of that name."""
    return _ATTACHED.format(mail=source, file=_clean(file))


def invitation(host: str, title: str) -> str:
    """An event that somebody invited to."""
    return f"invitation from {_address(host)}: {_title(title)}"


def event(creator: str, title: str) -> str:
    """An event that somebody else put in."""
    return f"event by {_title(creator)}: {_title(title)}"


def calendar(name: str) -> str:
    """A calendar that others write into."""
    return f"calendar {_title(name)}"


def site(host: str) -> str:
    """What a host on the web serves, or a service there answers."""
    return f"site {_address(host)}"


def channel(name: str) -> str:
    """What a team writes in a channel, or in a talk with somebody."""
    return f"channel {_title(name)}"


def repository(name: str, at: str = "") -> str:
    """What people write in a repository, by its owner and name; `at` is the host, "" for GitHub: the same name is another's there."""
    return f"repository {_address(name)} at {_address(at)}" if at else f"repository {_address(name)}"


def project(key: str, host: str) -> str:
    """What people write in the tickets of a project, by its key and the host it is at."""
    return f"project {_address(key)} at {_address(host)}"


def file(name: str) -> str:
    """A file, by the name it is trusted under."""
    return f"file {name}"


def stored_file(name: str, account: str) -> str:
    """A file of an account."""
    return f"stored file {_title(name)} at {_address(account)}"


def todo_list(name: str, account: str) -> str:
    """A list of an account."""
    return f"to-do list {_title(name)} at {account}"


def shown(name: str) -> str:
    """A name as a card keeps it: each of its parts literal, and none in the place of another."""
    for kind in _KINDS:
        if found := kind.pattern.fullmatch(name):
            return kind.name.format_map({part: one_line(unquoted(text)) for part, text in found.groupdict().items()})
    return one_line(unquoted(name), _LONGEST_WHOLE)


def said(name: str, language: str, most: int | None = None) -> str:
    """A name that a card keeps, in words; of what others chose no more than `most` characters each. It stands in quotes that it doesn't close."""
    if name in _FIXED:
        return worded(_FIXED[name], language)
    for kind in _KINDS:
        if found := kind.pattern.fullmatch(name):
            parts = {part: one_line(unquoted(text), most or len(name)) for part, text in found.groupdict().items()}
            return worded(kind.phrase, language).format_map(parts)
    return f"“{one_line(unquoted(name), 2 * most if most else len(name))}”"


def _title(text: str) -> str:
    return _clean(text)[:_LONGEST]


def _address(text: str) -> str:
    return "".join(_clean(text).split())


def _clean(text: str) -> str:
    return " ".join(unquoted(text).split())
