"""The nightly reflection's two ends: what the model is shown, and what of its answer is taken."""
