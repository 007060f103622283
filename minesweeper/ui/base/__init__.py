"""What every screen imports: the model, work, actions and keys."""
