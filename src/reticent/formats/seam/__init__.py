"""What every format keeps to: bytes to documents and back, options, records, and how a written file is checked."""
