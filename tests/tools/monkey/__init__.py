"""A monkey at the keyboard: random keys, clicks, pastes, sizes and signals on every screen, with checks after them."""
