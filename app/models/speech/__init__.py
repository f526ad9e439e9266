"""Hearing and speaking: engines behind two small ports, chosen by setting, each with the next one to fall back on."""
