"""``python -m mcp_docs``."""

from mcp_docs.cli import main

if __name__ == "__main__":
    main()
