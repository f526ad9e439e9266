"""The trained reader: a message to its parts, each with an intent and the words that fill its slots."""
