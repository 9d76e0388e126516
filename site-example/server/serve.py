"""Run the example server: over stdio, or with --http PORT over Streamable HTTP at /mcp."""
# ruff: noqa: INP001 - a script beside the package, not a part of it

from __future__ import annotations

import argparse

from harbour.app import build


def main() -> None:
    """Read the command line and serve until the client leaves or the process is stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--http", type=int, metavar="PORT", help="serve on 127.0.0.1:PORT instead of stdio")
    arguments = parser.parse_args()
    server = build()
    if arguments.http is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=arguments.http)


if __name__ == "__main__":
    main()
