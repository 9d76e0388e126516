"""From revisions and tags to releases, changes and lifecycles. Pure: no git, no files."""
