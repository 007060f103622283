"""Makes, measures and writes boards. This room knows where the mines are."""
