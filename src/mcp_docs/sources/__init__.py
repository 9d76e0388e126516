"""The shell: files, git repositories and servers, turned into values for the core."""
