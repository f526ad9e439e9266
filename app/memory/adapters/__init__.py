"""The storage port on its two engines. Only the composition root imports from here."""
