"""Activity: what happened, turn by turn, what it cost, what runs by itself and what was changed outside. A file a section."""
