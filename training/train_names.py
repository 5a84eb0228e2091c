"""Makes `names.bin`: the parameters of the name tagger.

    OPENBLAS_NUM_THREADS=1 python -m training.train_names [--check]        writes into src/reticent/detection/names/data

It learns from the 113 court cases of the Text Anonymization Benchmark (MIT), wikigold and WNUT 2017 (CC BY 4.0), Presidio's
synthetic sentences (MIT), the English Web Treebank with names (CC BY-SA 4.0), Broad Twitter (CC BY 4.0), loan agreements
(CC BY 3.0), invented documents (CC0, and those of `training/data/invented`), and from medical transcriptions and abstracts (CC0 as claimed, CC BY 4.0) what is no name.
What scores mean is told by `python -m experiments.names`, on texts that its models have not seen. The same files give the
same bytes again.
"""

from __future__ import annotations

import numpy as np

from reticent.detection.names.word_lists import word_classes
from training import name_training, registers
from training.name_training import read_samples, train
from training.registers import read_corpora
from training.shipping import ship
from training.tagger_file import CALIBRATION, pack, read_content

NEEDS = registers.NEEDS | name_training.NEEDS


def make() -> dict[str, bytes]:
    """Train on everything."""
    corpora = read_corpora(word_classes())
    model = train(corpora.samples, read_samples(corpora.samples), corpora.all_but(()))
    print(f"{len(model.keys):,} features")
    return {"names.bin": pack(model, np.array(CALIBRATION, np.float32))}


if __name__ == "__main__":
    ship("train_names", NEEDS, "detection/names/data", make, content=read_content)
