"""Signing in to accounts by their vendors' own pages (OAuth 2): asking, what was granted, and keeping it fresh."""
