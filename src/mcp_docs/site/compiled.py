"""Templates compiled once: kept where Python keeps its compiled modules, and trusted as those are.

Never in the cache of builds: that one is restored from elsewhere, and compiled code is run unseen.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

import jinja2

from mcp_docs.sources.program import program


def compiled_templates() -> jinja2.BytecodeCache | None:
    """Return where compiled templates are kept, or ``None`` where Python keeps no compiled modules either."""
    folder = Path(cache_from_source(__file__)).parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return None
    return _Compiled(str(folder), f"%s.template.{sys.implementation.cache_tag}.pyc")


class _Compiled(jinja2.FileSystemBytecodeCache):
    """Compiled templates; those of another program, whose filters may be others, count as changed."""

    def get_source_checksum(self, source: str) -> str:
        """Return what differs whenever the compiled template could."""
        return super().get_source_checksum(f"{program()}\n{source}")

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Keep a compiled template, unless Python shall write none; a full disk does not matter."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)
