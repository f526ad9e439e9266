"""Mail. So far how a message is read: bytes as they came, to a letter without vendor types."""
