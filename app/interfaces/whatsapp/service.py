"""WhatsApp as a channel of this process, by Meta's Cloud API."""

import asyncio
from datetime import datetime

from app.interfaces.pushed.calls import Answer, Call, CallRefused, CallsOff, Take, read_object
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.parts import Speak
from app.interfaces.pushed.service import ChannelService, Hand, Raw, Tell
from app.interfaces.pushed.services import ChannelServices
from app.interfaces.pushed.status import State
from app.interfaces.whatsapp.client import GraphApi, graph_api
from app.interfaces.whatsapp.content import CHANNEL
from app.interfaces.whatsapp.courier import WhatsAppCourier
from app.interfaces.whatsapp.graph_errors import GraphProblem, Refused, TokenRefused
from app.interfaces.whatsapp.reception import Calls, WhatsAppFront
from app.interfaces.whatsapp.screen import WhatsAppScreen
from app.interfaces.whatsapp.signature import HEADER, challenge, is_signed
from app.interfaces.whatsapp.status import DEAF, LISTENING, OUTAGE, REFUSED, UNNUMBERED


class WhatsAppDriver:
    """How WhatsApp is reached: we call Meta, and Meta calls us."""

    channel = CHANNEL
    refused = REFUSED

    def __init__(self, services: ChannelServices, api: GraphApi, speak: Speak | None) -> None:
        """Calls nothing yet."""
        settings, store = services.settings, services.store
        self._api = api
        self._store = store
        self._settings = settings
        self.front = WhatsAppFront(api)
        self.screen = WhatsAppScreen(api)
        self.courier = WhatsAppCourier(
            api,
            store,
            services.clock,
            self._heard,
            template=settings.whatsapp_template,
            language=settings.whatsapp_template_language,
            speak=speak,
            allowed=services.conversation.mailroom.allowed,
        )
        self._calls = Calls(services, self.screen)

    async def connect(self) -> State | None:
        """See that Meta knows our number."""
        if not self._settings.whatsapp_phone_number_id:
            return UNNUMBERED
        try:
            await self._api.number()
        except (TokenRefused, Refused) as problem:
            return REFUSED if isinstance(problem, TokenRefused) or problem.code == 100 else OUTAGE
        except GraphProblem:
            return OUTAGE
        return None

    async def take(self, raw: Raw, hand: Hand) -> None:
        """One call, which may hold many messages."""
        await self._calls.take(raw, hand)

    async def called(self, call: Call, take: Take) -> Answer:
        """Meta's check of our address, or a call that it signed."""
        settings = self._settings
        secret, word = settings.whatsapp_app_secret, settings.whatsapp_verify_token
        if secret is None or word is None:
            raise CallsOff
        if call.method == "GET":
            known = challenge(word.get_secret_value(), call.query)
            if known is None:
                raise CallRefused
            return Answer(known)
        if not is_signed(secret.get_secret_value(), call.body, call.headers.get(HEADER)):
            raise CallRefused
        await take(await read_object(call.body))
        return Answer()

    async def listen(self, take: Take, tell: Tell) -> None:
        """Meta calls us."""
        settings = self._settings
        await tell(LISTENING if settings.whatsapp_app_secret and settings.whatsapp_verify_token else DEAF)
        await asyncio.Event().wait()

    async def prepare(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Let go of the connections."""
        await self._api.close()

    async def _heard(self, address: str) -> datetime | None:
        """When whoever is at an address last wrote."""
        user = await self._store.users.find(CHANNEL, address)
        return await self._store.last_heard.at(user.id, CHANNEL, address) if user else None


def whatsapp_service(services: ChannelServices, *, holder: str, speak: Speak | None = None) -> ChannelService:
    """WhatsApp in one process, not started yet. Needs `settings.whatsapp_access_token`. `speak` turns an answer into a voice note."""
    return ChannelService(
        services, WhatsAppDriver(services, graph_api(services.settings), speak), Chats(), holder=holder
    )
