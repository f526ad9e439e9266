"""What was answered last to a reading request, by its entity tag: asked again, an unchanged answer costs a host nothing of its limits.

In memory, bounded, and apart for each account. A host that sends no tag is simply asked.
"""

from collections import OrderedDict
from collections.abc import Mapping

from app.integrations.calls import Calls, Reply

_MOST_KEPT = 500
_LONGEST_TAG = 1_000  # characters
_MOST_BYTES = 200_000  # of one answer; what is longer is asked for anew
_kept: OrderedDict[tuple[int, str, str], Reply] = OrderedDict()


async def get(
    calls: Calls,
    account: int,
    path: str,
    *,
    params: Mapping[str, str | int | bool | list[str]] | None = None,
    headers: Mapping[str, str] | None = None,
    may: tuple[int, ...] = (),
) -> Reply:
    """As `Calls.call` of a GET. `account` is its number, 0 for one that isn't kept yet, of which nothing is remembered."""
    sent = dict(headers or {})
    key = (account, calls.url(path), repr(sorted((params or {}).items())) + sent.get("accept", ""))
    before = _kept.get(key) if account else None
    if before is not None:
        sent["if-none-match"] = before.headers["etag"]
    reply = await calls.call("GET", path, params=params, headers=sent, may=(*may, *((304,) if before else ())))
    if reply.status == 304 and before is not None:
        _kept.move_to_end(key)
        return before
    if account and reply.status == 200 and _sendable(reply.headers.get("etag", "")) and len(reply.body) <= _MOST_BYTES:
        _kept[key] = reply
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return reply


def _sendable(tag: str) -> bool:
    """Whether a tag can be sent back as it came."""
    return 0 < len(tag) <= _LONGEST_TAG and tag.isascii() and tag.isprintable()
