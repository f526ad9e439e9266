"""Calendars, tasks and contacts at any server that speaks CalDAV and CardDAV."""
