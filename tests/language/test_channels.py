"""The channel a reminder is wanted on, told from the task's own words; and where somebody wants to be told things first."""

import pytest

from app.conversation.outbox import CHANNELS
from app.language import channels
from app.language.choosing.understand import understand
from app.language.orders.plan import Exchange
from tests.language.orders.suite import EVERY_TOOL, NOW

REMINDERS = [
    ("remind me on WhatsApp to call Ama at 5", "whatsapp", "call Ama"),
    ("on Slack, remind me tomorrow at 9 to send the invoice", "slack", "send the invoice"),
    ("rappelle-moi sur WhatsApp de payer le loyer demain à 9h", "whatsapp", "payer le loyer"),
    ("send me a reminder on Telegram to take the bread out in 20 minutes", "telegram", "take the bread out"),
    ("remind me via slack to submit the timesheet on Friday at 4pm", "slack", "submit the timesheet"),
    ("remind me by WhatsApp at 7pm to water the plants", "whatsapp", "water the plants"),
    ("remind me tomorrow at 8 on Slack to review the budget", "slack", "review the budget"),
    ("remind me at 6pm on whatsapp to pick up the kids", "whatsapp", "pick up the kids"),
    ("remind me through Telegram to renew my passport on Monday at 10", "telegram", "renew my passport"),
    ("remind me on whats app to buy stamps tomorrow at noon", "whatsapp", "buy stamps"),
    ("can you remind me on WhatsApp at 9 tomorrow to phone the bank", "whatsapp", "phone the bank"),
    ("please remind me over Slack to stretch every day at 11", "slack", "stretch"),
    ("via WhatsApp, remind me to lock the shop at 22:00", "whatsapp", "lock the shop"),
    ("rappelle-moi par WhatsApp d'appeler Ama à 17h", "whatsapp", "appeler Ama"),
    ("rappelle-moi sur Slack demain à 8h d'envoyer le rapport", "slack", "envoyer le rapport"),
    ("sur Telegram, rappelle-moi à 18h de sortir le pain", "telegram", "sortir le pain"),
    ("rappelle-moi demain à 9h sur Telegram d'acheter du riz", "telegram", "acheter du riz"),
    ("set a reminder on WhatsApp for 5pm to feed the cat", "whatsapp", "feed the cat"),
    ("set a Slack reminder to call Kofi at 3pm", "slack", "call Kofi"),
    ("a WhatsApp reminder at 4pm to book the tickets", "whatsapp", "book the tickets"),
    ("remind me on Slack in an hour to check the oven", "slack", "check the oven"),
    ("ping me on Slack at 5 to leave", "slack", "leave"),
    ("mets un rappel sur WhatsApp à 18h pour nourrir le chat", "whatsapp", "nourrir le chat"),
    ("remind me on my WhatsApp to pay the rent on the 1st at 9", "whatsapp", "pay the rent"),
    ("WhatsApp me a reminder at 5pm to call mum", "whatsapp", "call mum"),
    ("remind me to post on Slack at 5", "", "post on Slack"),
    ("remind me to message Ama on WhatsApp at 5", "", "message Ama on WhatsApp"),
    ("remind me at 5 to call Ama on WhatsApp", "", "call Ama on WhatsApp"),
    ("remind me tomorrow at 9 to reply on Telegram", "", "reply on Telegram"),
    ("remind me to check Slack at 5", "", "check Slack"),
    ("remind me to check WhatsApp at 8pm", "", "check WhatsApp"),
    ("remind me to install WhatsApp on Friday at 3", "", "install WhatsApp"),
    ("remind me to join the call on Slack tomorrow at 10", "", "join the call on Slack"),
    ("remind me to send the photos via WhatsApp at 6pm", "", "send the photos via WhatsApp"),
    ("remind me to look at what Kofi posted on Telegram at noon", "", "look at what Kofi posted on Telegram"),
    ("remind me about the Slack outage at 4pm", "", "the Slack outage"),
    ("remind me to cancel my Slack subscription on Friday at 9", "", "cancel my Slack subscription"),
    ("remind me to cut the slack rope at 5", "", "cut the slack rope"),
    ("rappelle-moi de poster sur Slack à 17h", "", "poster sur Slack"),
    ("rappelle-moi d'écrire à Ama sur WhatsApp à 17h", "", "écrire à Ama sur WhatsApp"),
    ("rappelle-moi demain à 9h de répondre sur Telegram", "", "répondre sur Telegram"),
    ("rappelle-moi de vérifier WhatsApp à 20h", "", "vérifier WhatsApp"),
    ("rappelle-moi d'envoyer les photos par WhatsApp à 18h", "", "envoyer les photos par WhatsApp"),
    ("remind me on Friday at 9 to update the WhatsApp group", "", "update the WhatsApp group"),
    ("remind me at 5 to ask on Slack about the release", "", "ask on Slack about the release"),
    ("every Monday at 9 remind me to post the standup on Slack", "", "post the standup on Slack"),
    ("remind me on Slack at 5 to message Ama on WhatsApp", "slack", "message Ama on WhatsApp"),
    ("rappelle-moi sur WhatsApp à 17h de poster sur Slack", "whatsapp", "poster sur Slack"),
    ("remind me to call mum at 5", "", "call mum"),
    ("remind me on Tuesday at 9 to call mum", "", "call mum"),
    ("remind me to get the kids off WhatsApp at 9pm", "", "get the kids off WhatsApp"),
    ("could you remind me on Slack this evening at 8 to back up the laptop", "slack", "back up the laptop"),
    ("remind me using WhatsApp to take my pills at 9pm", "whatsapp", "take my pills"),
    ("hey kwasi, on telegram remind me to stretch in 30 minutes", "telegram", "stretch"),
    ("Remind me on Telegram about the dentist tomorrow at 8", "telegram", "the dentist"),
    ("remind me at quarter to five on Slack to leave", "slack", "leave"),
    ("remind me, on WhatsApp, to turn off the stove at 6", "whatsapp", "turn off the stove"),
    ("remind me every weekday at 9 on Slack to fill in the log", "slack", "fill in the log"),
    ("I need a reminder on WhatsApp at 3 to sign the form", "whatsapp", "sign the form"),
    ("rappelle moi sur whatsapp à 8h de prendre mes médicaments", "whatsapp", "prendre mes médicaments"),
    ("peux-tu me rappeler sur Slack de relire le contrat demain à 10h", "slack", "relire le contrat"),
    ("envoie-moi un rappel sur Telegram à 19h pour appeler papa", "telegram", "appeler papa"),
    ("ajoute un rappel WhatsApp demain à 9h pour payer l'eau", "whatsapp", "payer l'eau"),
    ("remind me that the Slack trial ends on Friday at 9", "", "the Slack trial ends"),
    ("don't let me forget to answer Esi on WhatsApp at 6pm", "", "answer Esi on WhatsApp"),
    ("remind me to back up WhatsApp every Sunday at 8pm", "", "back up WhatsApp"),
    ("remind me at 9 tomorrow to look for Ama's message in Slack", "", "look for Ama's message in Slack"),
    ("set a reminder at 5 to post in the Slack channel", "", "post in the Slack channel"),
    ("set a reminder to text Yaw on WhatsApp at 7pm", "", "text Yaw on WhatsApp"),
    ("rappelle-moi de supprimer Telegram vendredi à 9h", "", "supprimer Telegram"),
    ("mets un rappel à 18h pour publier sur Slack", "", "publier sur Slack"),
    ("rappelle-moi à 10h d'appeler Esi avec WhatsApp", "", "appeler Esi avec WhatsApp"),
    ("remind me of the Telegram call at 4", "", "the Telegram call"),
]
FIRST = [
    ("send my reminders on WhatsApp", "whatsapp"),
    ("talk to me on Slack from now on", "slack"),
    ("use Telegram for reminders", "telegram"),
    ("please send all my reminders to Slack", "slack"),
    ("from now on, write to me on WhatsApp", "whatsapp"),
    ("use WhatsApp to reach me", "whatsapp"),
    ("I prefer reminders on Telegram", "telegram"),
    ("I'd rather have my reminders on Slack", "slack"),
    ("make WhatsApp my default channel", "whatsapp"),
    ("remind me on Slack from now on", "slack"),
    ("could you use Slack for my briefings please", "slack"),
    ("move my notifications to Telegram", "telegram"),
    ("switch my channel to telegram", "telegram"),
    ("envoie mes rappels sur WhatsApp", "whatsapp"),
    ("parle-moi sur Slack", "slack"),
    ("utilise Telegram pour mes rappels", "telegram"),
    ("désormais, écris-moi sur WhatsApp", "whatsapp"),
    ("je préfère recevoir mes rappels sur Telegram", "telegram"),
    ("envoie-moi tous mes rappels sur Slack désormais", "slack"),
    ("on which channel do you send my reminders?", "STATE"),
    ("send a message to Ama on WhatsApp", None),
    ("what did I post on Slack", None),
    ("connect Slack", None),
    ("message Ama on Slack", None),
    ("send Kofi my notes on WhatsApp", None),
    ("remind me to use Telegram for the group", None),
    ("do I have reminders about Slack?", None),
    ("add Telegram to my list", None),
    ("what's new on Slack", None),
    ("note that Ama prefers WhatsApp", None),
    ("I prefer Telegram", None),
    ("envoie un message à Ama sur WhatsApp", None),
    ("utilise Slack", None),
    ("send my reminders by email", None),
]


@pytest.mark.parametrize(("said", "channel", "text"), REMINDERS)
def test_the_channel_is_told_from_the_task(said: str, channel: str, text: str) -> None:
    [call] = understand(said, NOW, EVERY_TOOL).calls
    assert call.tool == "set_reminder"
    assert (str(call.arguments["text"]).casefold(), call.arguments.get("channel", "")) == (text.casefold(), channel)


@pytest.mark.parametrize(("said", "channel"), FIRST)
def test_where_things_are_wanted_first(said: str, channel: str | None) -> None:
    chosen = [call.arguments for call in understand(said, NOW, EVERY_TOOL).calls if call.tool == "set_channel"]
    wanted = {None: [], "STATE": [{}]}.get(channel, [{"channel": channel}])
    assert chosen == wanted


def test_the_channel_outlives_the_question_for_a_time() -> None:
    first = understand("remind me on WhatsApp to call Ama", NOW, EVERY_TOOL)
    assert first.pending is not None
    before = Exchange("remind me on WhatsApp to call Ama", first.question or "", NOW, asked=(first.pending,))
    [call] = understand("at 5", NOW, EVERY_TOOL, before).calls
    assert dict(call.arguments) == {"text": "call Ama", "channel": "whatsapp", "when": "at 5"}


def test_channels_are_those_that_are_there_and_called_as_there() -> None:
    assert {row.name: row.title for row in CHANNELS.values() if row.pushed} == channels.TITLES


@pytest.mark.parametrize(
    ("said", "name"), [("WhatsApp", "whatsapp"), ("what's app", "whatsapp"), ("slacking", ""), ("", "")]
)
def test_a_name_alone(said: str, name: str) -> None:
    assert channels.named(said) == name
