"""What waits for its user's OK, as data: the call's own words made literal, beside ours."""
