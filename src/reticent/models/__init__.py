"""What is promised, and how it is reached: one module or folder a model."""
