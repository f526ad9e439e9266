"""Where a team talks: one port, and who offers it."""
