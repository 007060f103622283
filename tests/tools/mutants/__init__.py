"""Ways to break the program, each with the tests that must notice it."""
