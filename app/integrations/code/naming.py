"""How items of a code host are named in writing: "acme/site#12", "#12", "12 in acme/site", or the address of its page. Pure."""

import re

from app.language.code_items import item_in_words

_OWNER = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,99})"
_NAMED = re.compile(
    rf"\s*(?:(?P<repo>{_OWNER}/[A-Za-z0-9._-]{{1,100}}|[A-Za-z0-9._-]{{1,100}})?\s*#|#?)(?P<number>\d{{1,9}})\s*\Z"
)
_PAGE = re.compile(
    rf"https?://[^\s/]{{1,200}}/(?P<repo>{_OWNER}/[A-Za-z0-9._-]{{1,100}})/(?:issues|pull|pulls|-/issues|-/merge_requests)/(?P<number>\d{{1,9}})"
)
_REPO = re.compile(rf"\A{_OWNER}/[A-Za-z0-9._-]{{1,100}}\Z")
_REPO_PAGE = re.compile(rf"\Ahttps?://[^\s/]{{1,200}}/(?P<repo>{_OWNER}/[A-Za-z0-9._-]{{1,100}})(?:/|\Z)")


def named_item(text: str) -> tuple[str, int] | None:
    """The repository ("" where it isn't said) and the number; None for other words."""
    found = _PAGE.search(text[:400]) or _NAMED.match(text[:300])
    if found is None:
        return item_in_words(text)
    return (found["repo"] or "").removesuffix(".git"), int(found["number"])


def page_item(url: str) -> str:
    """ "acme/site#12" of the address of its page; "" for any other."""
    found = _PAGE.match(url[:400])
    return f"{found['repo']}#{found['number']}" if found else ""


def named_repository(text: str) -> str:
    """ "owner/name" of a text that is one, or the address of its page; "" for other words."""
    said = text.strip()[:400]
    if page := _REPO_PAGE.match(said):
        return page["repo"].removesuffix(".git")
    return said if _REPO.match(said) else ""
