"""Commands that measure; every figure in the README comes from one of them."""
