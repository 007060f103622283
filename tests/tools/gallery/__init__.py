"""The pictures of the README, drawn by the program itself: ``python -m tests.tools.gallery`` draws them again."""
