"""Servers that stand in for other people's: written by us, held to what those people published."""
