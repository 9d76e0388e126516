"""The published site: the record's pages, rendered by our templates inside an MkDocs shell.

``pages`` (pure) says what stands on which page, ``render`` and ``text`` turn it into HTML, ``shell``
and ``plugin`` put it into MkDocs, ``build`` writes a whole site or nothing.
"""
