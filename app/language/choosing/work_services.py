"""The services of work as their sentences know them: THE table of which file, which tools and which names are whose. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

# What begins a line of ours before the name of a thing: a row of a list, or what was done to it. Words of others never begin one (`cards/quoting.py`).
_OURS = r"(?m)^(?:- (?:[a-z][a-z ]{0,40} )?|[A-Z][a-z]{2,12}(?: [a-z]{2,10}){0,4} )?"
_ITEM = r"[A-Za-z0-9][\w.-]{0,99}/[\w.-]{1,100}#\d{1,9}"
_KEY, _MESSAGE = r"[A-Z][A-Z0-9]{1,9}-\d{1,7}", r"#[\w.-]{1,80}/\d{1,12}\.\d{1,6}"
# A row ends with what we say of its thing, between brackets in which others' words have none.
_ROW = re.compile(r"(?m)^- (?P<name>[^\n]{1,300}?) \((?:[^()\n]|\([^()\n]{0,80}\)){0,600}\)$")


@dataclass(frozen=True, slots=True)
class Service:
    """`reads` is a tool that is there where the service is connected; `thing` the argument that names one of its things, which all tools but `about_all`
    need, `named` how one stands in what somebody writes, `row` where it stands in an answer of its tools; `called` are words that only it is meant
    by, so that somebody without it hears how it is connected; `several` the arguments that take more than one value, `people` those of them in
    which the user stands for "@me". `by_words`: its things have no names but their titles; `written` is how one is known in a message all the
    same ("notes.txt"). `lists` are the tools whose rows are its things,
    where not all of its tools' are.`at`: which account names mean ("on codeberg"), where several services are one for us. `newest_last`:
    what is shown of it stands in the order in which it was said, so that "it" is the last of it. `kinds`: words for a thing of it that are a part of its
    title as well: "the kickoff"."""

    file: str
    reads: str
    thing: str
    about_all: frozenset[str]
    named: re.Pattern[str]
    row: re.Pattern[str]
    called: re.Pattern[str]
    several: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    by_words: bool = False
    written: re.Pattern[str] | None = None
    at: Mapping[str, str] = field(default_factory=dict)
    lists: frozenset[str] = frozenset()
    newest_last: bool = False
    kinds: re.Pattern[str] | None = None


SERVICES = (
    Service(
        "github",
        reads="search_github",
        thing="item",
        about_all=frozenset(
            (
                *("search_github", "github_notifications", "github_repository", "github_builds", "github_releases"),
                "create_github_issue",
            )
        ),
        named=re.compile(_ITEM),
        row=re.compile(_OURS + rf"(?P<name>{_ITEM})(?![\w#-])"),
        called=re.compile(
            r"\b(?:github|gitea|forgejo|codeberg|pull[- ]requests?|prs?|repos?|repository|repositories|my review)\b",
            re.IGNORECASE,
        ),
        several=frozenset(("add_labels", "assign", "ask_review")),
        people=frozenset(("assign",)),
        at={"codeberg": "codeberg", "gitea": "gitea", "forgejo": "gitea"},
    ),
    Service(
        "jira",
        reads="jira_search",
        thing="ticket",
        about_all=frozenset(("jira_search", "jira_create", "jira_board")),
        named=re.compile(rf"\b{_KEY}\b"),
        row=re.compile(_OURS + rf"(?P<name>{_KEY})(?![\w-])"),
        called=re.compile(
            r"\b(?:create|file|open|report|log|raise) an? (?:new )?(?:bug|story|epic|task) (?:in|on|for) (?:the )?project\b|(?-i:\b(?:[Pp]roject|[Pp]rojet) [A-Z][A-Z0-9]{1,9}\b)|\b(?:jira|tickets?|sprint|backlog|scrum|kanban)\b|(?-i:\b[A-Z]{2,9}\b)(?=.{0,20}\b(?:board|bugs?|stor(?:y|ies)|tasks?)\b)|\b(?:bugs?|stor(?:y|ies)|tasks?|tableau)\b(?=.{0,20}(?-i:\b[A-Z]{2,9}\b))",
            re.IGNORECASE,
        ),
        several=frozenset(("add_labels",)),
        people=frozenset(("assignee",)),
    ),
    Service(
        "drive",
        reads="search_files",
        thing="file",
        about_all=frozenset(("search_files", "list_recent_files", "save_file")),
        named=_ROW,
        row=_ROW,
        lists=frozenset(("search_files", "list_recent_files", "read_file")),
        called=re.compile(
            r"\b(?:(?:one)?drive|nextcloud|files?|documents?|docs?|sheets?|spreadsheets?|slides|presentation|deck|pdfs?|fichiers?|tableur)\b",
            re.IGNORECASE,
        ),
        by_words=True,
        at={"onedrive": "onedrive", "nextcloud": "nextcloud"},
        written=re.compile(
            r"\b[\w-]{1,80}\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|txt|md|csv|key|numbers|pages)\b", re.IGNORECASE
        ),
    ),
    Service(
        "meetings",
        reads="get_meeting_insights",
        thing="meeting",
        about_all=frozenset(
            ("list_recent_meetings", "get_meeting_insights", "add_meeting_tasks", "add_meeting_tickets")
        ),
        named=_ROW,
        row=_ROW,
        lists=frozenset(("list_recent_meetings",)),
        called=re.compile(r"\b(?:transcripts?|meeting notes|recap|minutes of|comptes? rendus?)\b", re.IGNORECASE),
        by_words=True,
        kinds=re.compile(
            r"\b(?:all[- ]hands|demo|planning|interview|comité|atelier|stand-?up|sync|retro|retrospective|kick-?off|workshop)\b",
            re.IGNORECASE,
        ),
    ),
    Service(
        "slack",
        reads="slack_read",
        thing="message",
        about_all=frozenset(
            (
                "slack_read",
                "slack_search",
                "slack_channels",
                "slack_people",
                "slack_post",
                "slack_files",
                "read_slack_file",
            )
        ),
        named=re.compile(_MESSAGE),
        row=re.compile(rf"(?m)\[(?P<name>{_MESSAGE})\]$"),
        newest_last=True,
        called=re.compile(
            r"\bslack\b|(?<!\w)#[a-z][\w-]{1,80}\b(?!/)|\b(?:in|on|from|to) (?:the|our) [\w-]{2,80} channel\b|\b(?:dans|sur) le canal [\w-]{2,80}",
            re.IGNORECASE,
        ),
    ),
)
# What is asked back where none of a service's things is named.
WHICH = {
    "github": "Which issue or pull request? Name it as acme/site#12, or ask me what waits for your review first.",
    "jira": "Which ticket? Name it as PROJ-12, or ask me for your tickets first.",
    "slack": "Which message? Ask me what was written in its channel first, then say which one.",
    "drive": "Which file? Say its name, or ask me to find it first.",
}
