-- Where an item stands in a list that its user put in order; without one it stands behind those, by when it is due.
ALTER TABLE tasks ADD COLUMN place INTEGER;
