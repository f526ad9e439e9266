"""News: feeds read, stories told apart, nothing told twice."""
