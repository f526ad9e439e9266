"""A model's Markdown as runs of formatted text, and that text in parts a chat takes. Each channel writes the runs in its own marks."""
