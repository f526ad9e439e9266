"""Weather: what it was asked for, where, and who says it."""
