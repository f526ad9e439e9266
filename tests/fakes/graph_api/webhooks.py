"""Webhook calls as Meta makes them: several messages in a payload, each person with a contact, signed with the app's secret."""

import hashlib
import hmac
import json
from typing import Any

import httpx

from tests.fakes.graph_api.people import Person
from tests.fakes.graph_api.world import World

_TITLES = {131047: "Re-engagement message", 131026: "Message undeliverable", 131053: "Media upload error"}


class Webhooks:
    """Makes payloads, and posts them to `url` where a test sets one."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.url = ""

    def payload(self, *messages: dict[str, Any], number_id: str = "") -> dict[str, Any]:
        """Messages of people in one call, in this order."""
        by_id = {each.user_id: each for each in self.world.people}
        senders = [by_id[each["from_user_id"]] for each in messages if each.get("from_user_id") in by_id]
        contacts = [each.contact for each in dict.fromkeys(senders)]
        return self.change({"contacts": contacts, "messages": list(messages)}, number_id=number_id)

    def status(self, person: Person, wamid: str, state: str, *, code: int = 0) -> dict[str, Any]:
        """What became of a message of ours."""
        told: dict[str, Any] = {
            "id": wamid,
            "status": state,
            "timestamp": str(int(self.world.now().timestamp())),
            **({"recipient_id": person.number} if person.number else {}),
            "recipient_user_id": person.user_id,
        }
        if code:
            title = _TITLES.get(code, "Failed")
            told["errors"] = [{"code": code, "title": title, "message": title, "error_data": {"details": title}}]
        return self.change({"contacts": [person.contact], "statuses": [told]})

    def moved(self, person: Person, number: str) -> dict[str, Any]:
        """Somebody has another number."""
        system = {"body": f"{person.name} changed", "wa_id": number, "type": "user_changed_number"}
        message = {**person.message("system", system)}
        person.number = number
        return self.change({"messages": [message]})

    def change(self, value: dict[str, Any], field: str = "messages", *, number_id: str = "") -> dict[str, Any]:
        """One change in one entry."""
        metadata = {"display_phone_number": self.world.display, "phone_number_id": number_id or self.world.number_id}
        whole = {"messaging_product": "whatsapp", "metadata": metadata, **value}
        entry = {"id": self.world.account, "changes": [{"value": whole, "field": field}]}
        return {"object": "whatsapp_business_account", "entry": [entry]}

    def signed(self, payload: object) -> tuple[bytes, dict[str, str]]:
        """The call's body and headers."""
        body = json.dumps(payload).encode()
        mark = hmac.new(self.world.app_secret.encode(), body, hashlib.sha256).hexdigest()
        return body, {"content-type": "application/json", "x-hub-signature-256": f"sha256={mark}"}

    async def post(self, payload: object) -> int:
        """Call `url`; the status it answers."""
        body, headers = self.signed(payload)
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            return (await client.post(self.url, content=body, headers=headers)).status_code

    async def deliver(self, *messages: dict[str, Any]) -> int:
        """Call `url` with messages of people."""
        return await self.post(self.payload(*messages))

    async def tell(self, person: Person, wamid: str, state: str, *, code: int = 0) -> int:
        """Call `url` with a status."""
        return await self.post(self.status(person, wamid, state, code=code))

    async def verify(self, challenge: str) -> str:
        """Meta's check of the address; what it answered, "" where it refused."""
        asked = {"hub.mode": "subscribe", "hub.verify_token": self.world.verify_token, "hub.challenge": challenge}
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            answer = await client.get(self.url, params=asked)
        return answer.text if answer.status_code == 200 else ""
