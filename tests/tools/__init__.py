"""Tools for changes that must not be seen: what the screens show, recorded and compared."""
