"""Telegram's Bot API for one bot, on 127.0.0.1: in a test's own process or as one that outlives the bot's.

    async with bot_api() as api:                      # or bot_api_process()
        sam = api.person(7, first_name="Sam")
        await sam.says("what is due today?")          # sends, taps, edits, forwards, blocks ...
        answer = await api.until_said(7, "Nothing")   # what the chat shows, with every earlier version
        await api.order("drop_after", "sendMessage")  # see `faults.Fault`

A bot is given `api.token`, `api.base_url` and `api.base_file_url` (python-telegram-bot), or `api.url`. Other verbs are in
`controls.Controls` and `people.People`, for `api.do("verb", ...)`; over HTTP they are at `/_test/<verb>`.

What it checks, as Telegram does and in Telegram's words:
- the token (401, also when it is revoked while a poll waits), the method's name (404), JSON, form and multipart bodies;
- getUpdates: offset, limit, timeout, allowed_updates; an update comes until it is acknowledged; 409 for the poll that
  another one or a webhook ends (a second 409 within three seconds comes three seconds late);
- setWebhook: https (or loopback), the secret's alphabet; delivery with the secret, again until 2xx, in order in a chat;
- texts: the HTML parser of the Bot API rule by rule, at most 4,096 characters of what is shown (counted in UTF-16 units,
  the stricter reading) and 1,024 of a caption, nothing that shows nothing, edits that change nothing, entities trimmed,
  cut and found as Telegram does;
- keyboards: 1 to 64 bytes of data, texts, links, at most 100 buttons; a tap is answered once and not too late;
- chats that were not begun, bots that were blocked, messages to edit, delete or reply to that are gone or another's;
- files: 20 MB down, 50 MB up (10 for a photo), unknown ids and paths; commands' names and lengths; chat actions;
- when switched on: a message a second in a chat after a burst, thirty a second overall, 429 with `retry_after`.

What it does not:
- other methods, parameters, parse modes, kinds of buttons: a call with one is answered 501 (or 404) and fails the test
  at its end, so that none rests on something that was passed over;
- forums, channels, inline mode, payments, business accounts, stories, several bots, rights in groups;
- growing old: Telegram forgets an update after a day and a tap after 150 seconds, answers no tap after some minutes;
- phone numbers, cashtags and bank cards in texts; durations and sizes of media, which are what the sender says;
- Telegram's real limits, which it does not publish; its latency; the order of two refusals of one request.

Held to what others wrote in `tests/fakes/test_bot_api_types.py`: the published types of the Bot API, and
python-telegram-bot's own parsing of all that is said here.
"""

from tests.fakes.bot_api.running import bot_api, bot_api_process
from tests.fakes.bot_api.tester import Person, Shown, Tester
from tests.fakes.bot_api.world import BOT, TOKEN

__all__ = ["BOT", "TOKEN", "Person", "Shown", "Tester", "bot_api", "bot_api_process"]
