"""What a proof is made of: a statement about a release, an envelope that is signed, keys and commitments."""
