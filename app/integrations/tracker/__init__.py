"""Where work is kept track of: one port, and who offers it."""
