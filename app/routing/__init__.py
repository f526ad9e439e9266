"""Which of the twelve domains a message is about, and the agent that serves it."""
