"""What people say about themselves: found in their words by sentence templates, with what it is about. Pure; no model, no storage."""
