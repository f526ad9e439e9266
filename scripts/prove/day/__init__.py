"""One working day over all services of work."""
