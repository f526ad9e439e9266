"""A fortnight of one person's chat, played on a clock that is moved: what is recalled, corrected and forgotten."""
