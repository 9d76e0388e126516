"""Many servers at once: what their published feeds say of each, merged into one catalogue."""
