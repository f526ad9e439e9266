"""Dates, times and repetition, as pure functions: phrase to time, phrase to rule, rule to dates, dates to words.

Invariant: nothing here reads a clock, a file of ours or the environment; "now" is always an argument.
It does not know users, reminders or storage.
"""
