"""The twelve domains: THE table that routing, agents and the connections page read.

Invariant: a row here is all a domain needs to exist; its words lie in `phrases/<name>.toml` (read when first asked
for), its tools in `app/tools/`, its prompt in `app/prompts/sections/`. Every domain ends up with the utility toolset.
Knows nothing of agents, encoders or whether an integration is connected.
"""

from dataclasses import dataclass

from app.routing.keywords import Phrases, read_phrases

UTILITY = "utility"


@dataclass(frozen=True, slots=True)
class Domain:
    """One field of work: `toolsets` are file names in `app/tools`, `integration` is what must be connected first."""

    name: str
    about: str
    toolsets: tuple[str, ...]
    prompt_section: str
    integration: str | None

    @property
    def phrases(self) -> Phrases:
        """Everything people say about this domain, and what sounds like it but is not."""
        return read_phrases(self.name)

    @property
    def keywords(self) -> tuple[str, ...]:
        """Phrases of the keyword stage: templates (`language/templates.py`)."""
        return self.phrases.keywords

    @property
    def anchors(self) -> tuple[str, ...]:
        """Example utterances of the embedding stage; some hold choices (`keywords.expand`)."""
        return self.phrases.anchors


def _domain(name: str, about: str, *, integration: str | None, beside: tuple[str, ...] = ()) -> Domain:
    """A row: own tools first, then those of `beside`, then those of utility."""
    toolsets = tuple(dict.fromkeys((name, *beside, UTILITY)))
    return Domain(name, about, toolsets, prompt_section=f"domain_{name}", integration=integration)


DOMAINS: tuple[Domain, ...] = (
    _domain(
        "utility",
        "weather, time, dates, sums, conversions, words, web pages, getting around",
        integration=None,
        beside=("web", "maps", "browser", "connections"),
    ),
    _domain(
        "memory",
        "notes, tasks, lists, reminders, schedules, facts about you, journal, read-later",
        integration=None,
        beside=("clock", "lists", "todo", "contacts"),
    ),
    _domain(
        "email",
        "reading, searching, drafting and sending mail; contacts",
        integration="mail",
        beside=("contacts", "connections", "invitations"),
    ),
    _domain(
        "calendar",
        "events, appointments, free time, holidays",
        integration="calendar",
        beside=("clock", "connections", "invitations"),
    ),
    _domain("github", "repositories, pull requests, issues, builds", integration="github", beside=("connections",)),
    _domain("news", "headlines and stories on topics you follow", integration=None, beside=("web", "clock")),
    _domain("slack", "channels, threads and messages of your team", integration="slack", beside=("connections",)),
    _domain("jira", "tickets, sprints and projects", integration="jira", beside=("connections",)),
    _domain("drive", "documents, sheets and files", integration="drive", beside=("connections",)),
    _domain(
        "meetings",
        "what was said and decided in past meetings",
        integration="meetings",
        beside=("drive", "calendar", "invitations", "connections"),
    ),
    _domain(
        "diagnostics", "what the assistant itself did, its errors, speed, cost and background work", integration=None
    ),
    _domain("health", "sleep, heart rate, steps and other readings of your watch", integration=None),
)

DOMAIN_NAMES: frozenset[str] = frozenset(domain.name for domain in DOMAINS)
