"""What a corpus says: in how many documents terms occur together."""
