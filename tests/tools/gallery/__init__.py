"""The pictures of the README, drawn by the program itself: ``python -m tests.tools.gallery`` writes them anew."""
