"""What learns to tell sensitive words from others."""
