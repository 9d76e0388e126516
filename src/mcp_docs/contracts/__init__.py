"""What consumers say they depend on, read from their files and judged against an interface."""
