"""Keywords and scores as summa finds them, as it ships and with its PageRank made well defined.

usage: summa.py DATA SUMMA    (SUMMA: the unpacked source of summa 1.2, see README.md)
       prints the time that summa took, text to keywords, on one thread

summa takes the first eigenvector that LAPACK happens to list for PageRank's (the one of the largest eigenvalue), and
lets rounding errors decide between words of equal score. "shipped" holds what it then says on one machine. "keywords"
holds what the same code says when the eigenvector is that of the largest eigenvalue and scores are rounded to nine
decimals, so that the first word wins a tie. The variable OPENBLAS_CORETYPE (Haswell, Nehalem, Prescott) makes "shipped"
differ, "keywords" not.
"""

import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

import sys
import time
import warnings
from importlib.metadata import version

from manuals import first_manuals, leave_script_folder, write

leave_script_folder()
sys.path.insert(0, sys.argv[2])
warnings.filterwarnings("ignore", category=SyntaxWarning)
import numpy  # noqa: E402
from scipy.linalg import eig  # noqa: E402
from summa import keywords as summa  # noqa: E402
from summa.pagerank_weighted import build_adjacency_matrix, build_probability_matrix  # noqa: E402

DECIMALS = 1e9


def settled_pagerank(graph, damping=0.85):
    walk = damping * build_adjacency_matrix(graph).todense() + (1 - damping) * build_probability_matrix(graph)
    values, vectors = eig(walk, left=True, right=False)
    scores = numpy.abs(vectors[:, numpy.argmax(values.real)])
    scores = numpy.floor(scores * DECIMALS + 0.5) / DECIMALS
    return dict(zip(graph.nodes(), scores.tolist()))


def run(manuals):
    return [summa.keywords(text, split=True, scores=True) for _, text in manuals]


def main():
    manuals = first_manuals(sys.argv[1])
    run(manuals[:1])
    start = time.process_time()
    shipped = run(manuals)
    seconds = time.process_time() - start
    summa._pagerank = settled_pagerank
    settled = run(manuals)
    guides = [
        {
            "guide": guide,
            "keywords": [[word, round(float(score), 9)] for word, score in words],
            "shipped": [word for word, _ in found],
        }
        for (guide, _), words, found in zip(manuals, settled, shipped)
    ]
    made_with = {"summa": "1.2.0", "scipy": version("scipy"), "numpy": version("numpy")}
    write("summa.json", made_with, guides)
    print(f"{len(manuals)} manuals in {seconds:.3f} s of processor time", file=sys.stderr)


if __name__ == "__main__":
    main()
