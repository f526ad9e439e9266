"""Where files are kept: one port, and who offers it."""
