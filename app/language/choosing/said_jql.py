"""JQL that somebody wrote for a search, and where a message goes on with another order. Pure, bounded."""

import re

from app.language.orders.plan import Call

THEN = re.compile(r",? (?:and then|then|et puis|puis) |; ", re.IGNORECASE)
_JQL_TOOL = "jira_search"
_JQL = re.compile(r"\bjql\b\W{0,3}(?P<jql>\S[^\0]{4,1500})", re.IGNORECASE)
_COMPARES = re.compile(r"[=~<>]|\bin ?\(|\b(?:is (?:not )?(?:empty|null)|was|order by)\b", re.IGNORECASE)
# What stands before JQL where it is to be searched with.
_LOOKS = re.compile(
    r"\W*(?:(?:please|pls|hey|hi|ok|kwasi|can you|could you|now|and|just)\W+)*"
    r"(?:(?:search|find|show|list|run|get|look|give|use|query|execute|try|pull|fetch|jira|tickets?|issues?|with|by|cherche|trouve|montre|liste|lance|exécute|donne|utilise|avec)\b[^.;:!?]{0,80})?(?::\s*)?",
    re.IGNORECASE,
)


def own_jql(text: str, tools: frozenset[str]) -> Call | None:
    """The search by JQL that a message is and nothing else: a note or a reminder may hold the word too, and what is ordered behind it isn't JQL."""
    found = _JQL.search(text) if _JQL_TOOL in tools else None
    if found is None or not _LOOKS.fullmatch(text[: found.start()]):
        return None
    own = found["jql"].strip(' "“”`')
    return Call(_JQL_TOOL, {"jql": own}) if _COMPARES.search(own) and not THEN.search(own) else None
