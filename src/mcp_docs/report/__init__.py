"""What a command found, and the shapes in which it tells: text, JSON, Markdown, SARIF, JUnit, GitHub."""
