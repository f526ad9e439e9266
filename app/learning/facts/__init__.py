"""What people say about themselves: what a statement is about, how it is said back, and how it is found in their words. Pure."""
