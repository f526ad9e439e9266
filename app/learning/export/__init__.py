"""Everything of one person, handed out: as data, and to be read."""
