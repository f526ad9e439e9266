"""The parts of `channel_hour.py`: a scripted hour of chat with the real program, and what must be true after it."""
