"""A small neural network that reads along with the name tagger, where a policy asks for it."""
