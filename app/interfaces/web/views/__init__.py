"""What each page shows: a file a page, which looks things up and hands plain values to its template."""
