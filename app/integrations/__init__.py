"""What connects accounts elsewhere. So far the vault, where what opens them is kept."""
