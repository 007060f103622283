"""Holds the parts that every screen imports: the model, jobs, actions and keys."""
