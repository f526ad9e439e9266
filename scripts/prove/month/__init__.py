"""A simulated month of three people in three zones: what they ask for, how it is played, how it is drawn."""
