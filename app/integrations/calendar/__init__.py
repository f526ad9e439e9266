"""Calendars as iCalendar files (RFC 5545): read, expanded over a window, written and changed. No network, no vendor, no clock."""
