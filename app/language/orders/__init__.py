"""What the trained reader's parts are orders for: tools and their arguments by one table, and one choice between it and the rows."""
