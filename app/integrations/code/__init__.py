"""Where code lives: one port, and who offers it."""
