"""Model vendors on loopback, ours and not theirs: what goes in and what comes out is held to the vendors' own SDK types."""
