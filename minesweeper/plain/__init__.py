"""Minesweeper by typed lines and by JSON."""
