"""The name tagger: people, places, organizations and other names in English text.

Rules and their numbers were made after a look at errors that `experiments/names.py` counts; where one was chosen by another
experiment, it says so.
"""

from reticent.detection.names.names import Names, names

__all__ = ["Names", "names"]
