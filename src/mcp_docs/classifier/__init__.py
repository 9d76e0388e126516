"""Judgement: facts about two interfaces, and proofs, become classified changes."""
