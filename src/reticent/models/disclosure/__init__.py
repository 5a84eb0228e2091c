"""What models that judge by counts of documents share: phrases, counts, generalizations, what is left over."""
