"""In how many originals of a collection each run of words stands, and in which of them each rare word does, as hashes alone.

A file of runs holds no text, and where in the originals the longest counted runs stand that several of them share; but whoever has
it can ask whether a run that they think of stands in the collection: it is kept like the originals. Originals about one
subject count as one, and so do originals with the same words and, unless something else is said, near copies.
"""

from reticent.knowledge.runs.counting import LONGEST, RAREST, count_runs
from reticent.knowledge.runs.counts import RunCounts, is_runs_file, open_runs
from reticent.knowledge.runs.words import Word, read_words

__all__ = ["LONGEST", "RAREST", "RunCounts", "Word", "count_runs", "is_runs_file", "open_runs", "read_words"]
