"""The assistants behind the assistant: named, each with its own conversation, purpose and tools."""
