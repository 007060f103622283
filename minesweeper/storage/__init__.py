"""What is kept on the disk, and what is read from it."""
