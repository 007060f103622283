"""What every screen of the full-screen game imports: the model, actions with their keys, and immutable values."""
