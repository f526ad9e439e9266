"""The vendors of the hour, one file a channel: how a person writes and taps there, and what stands in their chat."""

from scripts.prove.hour.sides.side import Opened
from scripts.prove.hour.sides.slack import slack
from scripts.prove.hour.sides.telegram import telegram
from scripts.prove.hour.sides.whatsapp import whatsapp

SIDES: dict[str, Opened] = {"telegram": telegram, "whatsapp": whatsapp, "slack": slack}
"""Each opens its vendor's servers, which live on while the program is killed."""
