"""A PDF made anew from keep-lists: pages, and nothing else."""
