"""Regular expressions as ECMA-262 has them, decided by automata."""
