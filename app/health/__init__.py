"""Health: what a wearable measured, from the wire to the answer."""
