"""Models the assistant thinks with: language models by role, encoders, speech and sight."""
