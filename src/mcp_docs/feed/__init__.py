"""The machine-readable feed: static JSON with published schemas, Atom and JSON Feed.

A pure function of the record: the same record gives the same bytes.
"""
