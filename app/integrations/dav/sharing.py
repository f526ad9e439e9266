"""Links to files at Nextcloud and its kin, by their own interface beside WebDAV (OCS, https://docs.nextcloud.com/server/latest/developer_manual)."""

from collections.abc import Mapping
from typing import Any

from app.errors import ToolProblem
from app.integrations.calls import Calls
from app.integrations.files.port import FileInfo

_MARK = "/remote.php/"
_SHARES = "ocs/v2.php/apps/files_sharing/api/v1/shares"
_HEADERS = {"ocs-apirequest": "true", "accept": "application/json"}
_LINK, _MAIL = 3, 4  # kinds of shares
_READ, _WRITE = 1, 3  # what they let somebody do
_NONE = "That server gives out no links by WebDAV. Share it on its own page, or tell me to send the file."
_NOT_SHARED = "That server didn't share it. Share it on its own page."


async def shared_link(
    calls: Calls, base: str, info: FileInfo, *, address: str, may_write: bool, makes: bool = True
) -> str:
    """The link that lets people see a file: the one there is, else (`makes`) a new one; "" without. Raises ToolProblem where the server has
    no links."""
    site, mark, _ = base.partition(_MARK)
    if not mark:
        raise ToolProblem(_NONE)
    kind, rights = _MAIL if address else _LINK, _WRITE if may_write else _READ
    url, path = f"{site}/{_SHARES}", f"/{info.id}"
    there = _data((await calls.call("GET", url, params={"path": path, "format": "json"}, headers=_HEADERS)).json())
    for one in there if isinstance(there, list) else []:
        if _is_so(one, kind, address, rights):
            return str(one.get("url") or "")
    if not makes:
        return ""
    body = {"path": path, "shareType": kind, "permissions": rights, **({"shareWith": address} if address else {})}
    reply = await calls.call("POST", url, params={"format": "json"}, headers=_HEADERS, body=body)
    made = _data(reply.json())
    link = str(made.get("url") or "") if isinstance(made, Mapping) else ""
    if not link.startswith(("https://", "http://")):
        raise ToolProblem(_NOT_SHARED)
    return link


def _data(answer: object) -> Any:
    inner = answer.get("ocs") if isinstance(answer, Mapping) else None
    return inner.get("data") if isinstance(inner, Mapping) else None


def _is_so(one: object, kind: int, address: str, rights: int) -> bool:
    if not isinstance(one, Mapping) or one.get("share_type") != kind:
        return False
    given = one.get("permissions")
    is_enough = isinstance(given, int) and given & rights == rights
    return is_enough and (not address or str(one.get("share_with", "")).casefold() == address.casefold())
