"""Rules and moments, as pure functions: RFC 5545 and cron to times, zones, quiet hours, the dates of holidays.

Invariant: nothing here reads a clock, a file of ours or the environment; "now" is always an argument.
It knows no language, users, reminders or storage.
"""
