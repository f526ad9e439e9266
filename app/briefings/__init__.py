"""Briefings: what a day or a week holds, from what is stored, in plain words; a model may word it, and need not."""
