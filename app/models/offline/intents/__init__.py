"""The tables of intents, one file per noun."""
