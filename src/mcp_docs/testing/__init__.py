"""For the tests of consumers: an interface that checks calls and results, and records a contract."""
