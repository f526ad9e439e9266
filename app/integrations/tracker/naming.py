"""How tickets are named in writing: "PROJ-12", or the address of a page about one. Pure."""

import re

_KEY = r"[A-Za-z][A-Za-z0-9_]{1,30}-[1-9]\d{0,8}"
_NAMED = re.compile(rf"\A\W{{0,3}}(?P<key>{_KEY})\W{{0,3}}\Z")
_PAGE = re.compile(rf"https?://[^\s/]{{1,200}}/\S{{0,300}}?(?:browse/|selectedIssue=|issues/)(?P<key>{_KEY})(?![\w-])")
_PROJECT = re.compile(r"\A[A-Z][A-Z0-9_]{1,30}\Z")


def named_ticket(text: str) -> str:
    """Its key; "" for other words."""
    found = _PAGE.search(text[:700]) or _NAMED.match(text[:80])
    return found["key"].upper() if found else ""


def page_ticket(url: str) -> str:
    """Its key, of the address of its page; "" for any other."""
    found = _PAGE.match(url[:700])
    return found["key"].upper() if found else ""


def is_project_key(text: str) -> bool:
    """Whether that is written as a project's key is."""
    return _PROJECT.match(text) is not None
