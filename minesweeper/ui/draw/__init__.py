"""Pure pictures: what a screen is made of, without a state of its own and without a terminal."""
