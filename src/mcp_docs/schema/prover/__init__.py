"""Emptiness of a conjunction of formulas: a value that satisfies all of them, or proof of none."""
