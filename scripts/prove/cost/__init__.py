"""The parts of `bounded_cost.py`: the readers, hard texts for them, and what a search costs."""
