"""What a reply says was done, and what its user asked for: words read into claims and requests. Knows neither tools nor what ran."""
