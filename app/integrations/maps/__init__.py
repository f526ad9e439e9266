"""Maps: places found by name, and ways between them."""
