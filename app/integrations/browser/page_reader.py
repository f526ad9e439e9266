"""What a page shows, read through the browser's own tools: its accessibility tree, and functions in a world of their own (page.js), which
the page's scripts can't reach. Part of the child process; asks for nothing outside.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Error

_PAGE_JS = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
_MOST_TEXT = 8_000  # characters
_LARGE = 12_000  # elements: the tree of more takes seconds
_MOST_NODES, _MOST_CONTROLS, _MOST_LINKS = 400, 150, 150
_ROLES = frozenset(
    "link button tab menuitem menuitemcheckbox menuitemradio switch textbox searchbox combobox listbox checkbox radio spinbutton slider"
    " ComboBoxSelect ComboBoxMenuButton TextFieldWithComboBox Date DateTime InputTime ColorWell DisclosureTriangle".split()
)


class Refused(Exception):
    """What can't be done, as a word of the parent's table, and whom it is about."""

    def __init__(self, reason: str, host: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.host = host


class PageReader:
    """Of one page, whatever it shows."""

    def __init__(self, cdp: CDPSession) -> None:
        """`cdp` is a session with the page."""
        self._cdp = cdp
        self._handles: list[dict[str, Any]] = []
        self._world_of_large: int | None = None  # where what was found is kept, of a page without a tree

    async def read(self) -> dict[str, Any]:
        """{title, text, cut, controls, forms}: controls are links, buttons and fields in the page's order, numbered from 1."""
        world = await self._world()
        said = await self.evaluated(f"__page.read({_MOST_TEXT})", world)
        forms = await self.evaluated("__page.outline()", world)
        self._world_of_large = world if await self.evaluated(f"__page.isLarge({_LARGE})", world) else None
        if self._world_of_large is None:
            found = await self._of_tree(world)
        else:
            written = await self.evaluated(f"__page.controls({_MOST_CONTROLS + _MOST_LINKS})", world)
            found = [{**one, "object": at} for at, one in enumerate(written)]
        links = [one for one in found if one["kind"] == "link"][:_MOST_LINKS]
        others = [one for one in found if one["kind"] != "link"][:_MOST_CONTROLS]
        self._handles = links + others
        controls = [
            {name: value for name, value in one.items() if name != "object"} | {"number": number}
            for number, one in enumerate(self._handles, 1)
        ]
        return {**said, "controls": controls, "forms": forms}

    async def _of_tree(self, world: int) -> list[dict[str, Any]]:
        """The controls of the accessibility tree, in the page's order."""
        tree = await self._cdp.send("Accessibility.getFullAXTree")
        nodes = [one for one in _in_order(tree["nodes"]) if _can_be_used(one)][:_MOST_NODES]
        return [one for one in await asyncio.gather(*(self._control(node, world) for node in nodes)) if one]

    async def _control(self, node: dict[str, Any], world: int) -> dict[str, Any] | None:
        """One link, button or field with its name, and how it is reached."""
        label = str(node.get("name", {}).get("value", ""))[:300]
        if url := _link(node):
            return {"kind": "link", "url": url, "label": label, "object": ""}
        asked = {"backendNodeId": node["backendDOMNodeId"], "executionContextId": world}
        try:
            handle = (await self._cdp.send("DOM.resolveNode", asked))["object"]["objectId"]
            said = await self._called(handle, "describe")
        except Error:  # gone meanwhile
            return None
        return {**said, "label": label, "object": handle}

    async def _world(self) -> int:
        """A world of our own in the page as it is now, with page.js in it."""
        frame = (await self._cdp.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        made = await self._cdp.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "kwasi"})
        await self.evaluated(_PAGE_JS, made["executionContextId"])
        return made["executionContextId"]

    async def evaluated(self, expression: str, world: int | None = None) -> Any:
        where = await self._world() if world is None else world
        asked = {"expression": expression, "contextId": where, "returnByValue": True}
        return _value(await self._cdp.send("Runtime.evaluate", asked))

    async def called(self, number: int, function: str, *arguments: Any) -> Any:
        """What a function of page.js gives for the control of that number. Raises Refused where there is none."""
        if not 1 <= number <= len(self._handles):
            raise Refused("no_item")
        handle = self._handles[number - 1]["object"]
        if self._world_of_large is not None:
            call = f"__page.call({handle}, {json.dumps(function)}, {json.dumps(arguments)})"
            return await self.evaluated(call, self._world_of_large)
        if not handle:
            raise Refused("no_item")
        return await self._called(handle, function, *arguments)

    async def _called(self, handle: str, function: str, *arguments: Any) -> Any:
        asked = {
            "objectId": handle,
            "functionDeclaration": f"function(...told) {{ return __page.{function}.apply(this, told) }}",
            "arguments": [{"value": one} for one in arguments],
            "returnByValue": True,
        }
        return _value(await self._cdp.send("Runtime.callFunctionOn", asked))


def _in_order(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """An accessibility tree as it is read: each node before what lies in it."""
    by_id = {one["nodeId"]: one for one in nodes}
    waiting, found = [one["nodeId"] for one in reversed(nodes) if one.get("parentId") not in by_id], []
    while waiting:
        node = by_id.pop(waiting.pop(), None)
        if node is not None:
            found.append(node)
            waiting.extend(reversed(node.get("childIds", ())))
    return found


def _link(node: dict[str, Any]) -> str:
    """Where a link leads; "" for what is none, or leads nowhere."""
    said = next((one["value"].get("value", "") for one in node.get("properties", ()) if one["name"] == "url"), "")
    return str(said)[:4_000] if node["role"]["value"] == "link" else ""


def _can_be_used(node: dict[str, Any]) -> bool:
    return not node.get("ignored") and node.get("role", {}).get("value") in _ROLES and "backendDOMNodeId" in node


def _value(answer: dict[str, Any]) -> Any:
    """What a function in the page gave back. Raises Refused where it threw."""
    if "exceptionDetails" in answer:
        raise Refused("unreadable")
    return answer["result"].get("value")
