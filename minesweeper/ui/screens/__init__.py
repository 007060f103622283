"""The screens, one file each: what keys and clicks do there, and how it is drawn."""
