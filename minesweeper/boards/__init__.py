"""Where the mines are: boards made, measured and written."""
