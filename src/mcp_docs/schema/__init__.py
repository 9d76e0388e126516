"""The schema core: containment of JSON Schemas, validity, validation and examples.

``containment.decide`` answers whether every value that one schema accepts is accepted by another,
with a proof, a witness, or the reason why neither was found. Nothing is imported here: who only
reads a schema does not load the prover.
"""
