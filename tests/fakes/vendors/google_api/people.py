"""People's half of the fake: a search that finds beginnings of words, once it was asked for nothing; all of them by pages."""

import re
from typing import TYPE_CHECKING, Any

from tests.fakes.vendors.google_api.refusal import Refused

if TYPE_CHECKING:
    from tests.fakes.vendors.google_api.server import Asked

Json = dict[str, Any]
_MOST = 30


class People:
    """One account's contacts; `page` is the most of a page."""

    def __init__(self) -> None:
        self.kept: list[Json] = []
        self.page = 1000
        self.is_warm = False

    def add(self, name: str, *addresses: str, **rest: Any) -> None:
        """One more; the last address is the preferred."""
        emails = [{"value": one, "metadata": {"primary": one == addresses[-1]}} for one in addresses]
        self.kept.append(
            {
                "resourceName": f"people/c{len(self.kept) + 1}",
                "etag": "%x",
                "names": [{"displayName": name, "metadata": {"primary": True}}],
                **({"emailAddresses": emails} if emails else {}),
                **rest,
            }
        )

    def people_people_search_contacts(self, asked: "Asked") -> Json:
        query, most = asked.one("query").lower(), min(int(asked.one("pageSize", "10")), _MOST)
        if not query:
            self.is_warm = True
            return {}
        found = [one for one in self.kept if self.is_warm and re.search(rf"(?<!\w){re.escape(query)}", _said(one))]
        return {"results": [{"person": _masked(one, asked.one("readMask"))} for one in found[:most]]} if found else {}

    def people_people_connections_list(self, asked: "Asked") -> Json:
        if asked.path["peopleId"] != "me":
            raise Refused(400, "invalidArgument")
        size, first = min(int(asked.one("pageSize", "100")), self.page), int(asked.one("pageToken", "0"))
        ordered = sorted(self.kept, key=lambda one: one["names"][0]["displayName"])
        shown = [_masked(one, asked.one("personFields")) for one in ordered[first : first + size]]
        more = {"nextPageToken": str(first + size)} if len(ordered) > first + size else {}
        return {**({"connections": shown} if shown else {}), "totalItems": len(ordered), **more}


def _masked(one: Json, mask: str) -> Json:
    return {name: value for name, value in one.items() if name in ("resourceName", "etag", *mask.split(","))}


def _said(one: Json) -> str:
    parts = [entry["displayName"] for entry in one["names"]]
    for name in ("emailAddresses", "nicknames", "phoneNumbers"):
        parts += [entry["value"] for entry in one.get(name, [])]
    parts += [entry["name"] for entry in one.get("organizations", [])]
    return "\n".join(parts).lower()
