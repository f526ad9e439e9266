"""Telegram: the bot in a chat, and nothing else. The only room that imports `telegram`, and it is entered when a token is set.

Importing this package imports nothing: each module is asked for by name, so a house without Telegram never pays for it.
"""
