"""Microsoft Graph v1.0: Outlook's mail, calendars and contacts, and Microsoft To Do, behind the ports."""
