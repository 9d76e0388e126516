"""Projections of the one record: changelog, log and the JSON shapes that the feed shares.

A view computes no change of its own; what it counts is the length of what it lists.
"""
