"""Random input for the whole program: keys, clicks, pastes, sizes and signals from a seed, with laws that must hold."""
