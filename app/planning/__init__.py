"""Requests of several steps: when to plan, the plan, and how it runs."""
