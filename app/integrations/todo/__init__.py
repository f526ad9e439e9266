"""A list of ours and a list elsewhere, kept the same: how two versions are merged (`merging`), and both sides brought there (`syncing`)."""
