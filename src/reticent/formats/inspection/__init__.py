"""What files carry besides their visible text, and words that somebody covered instead of removing them."""
