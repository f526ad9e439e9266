"""Forgetting for good: what is meant, what that comes to, and taking it away."""
