"""Makes, measures and writes boards. Knows where the mines are, so no solver may import this folder."""
