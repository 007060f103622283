"""A monkey at the keyboard: seeded keys, clicks, pastes, sizes and signals over every screen, and what must hold."""
