"""The pictures of the README, drawn by the program itself: ``python -m tests.gallery`` writes them anew."""
