"""Neighbours of words as gensim's word2vec finds them, beside ours: do we agree with gensim as two of its seeds agree?

usage: vectors.py SAMESTEP MANUALS.jsonl SENTENCES.txt
       SAMESTEP: our program (a release build); MANUALS.jsonl: what `samestep import myfixit` wrote of all five files;
       SENTENCES.txt: what the example corpus_sentences wrote of them
       prints the rows of docs/results/vectors.md

Both sides see the same sentences and the same settings, on one thread. For each of the 500 most frequent words that
are no stop words, the ten nearest words are compared: the overlap is the share of them that two models have in common.
"""

import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

import itertools
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import numpy
from gensim.models import KeyedVectors, Word2Vec
from gensim.parsing.preprocessing import STOPWORDS

EPOCHS = 20
WORDS = 500
NEAREST = 10
SEEDS = (1, 2)


def timed(run):
    """The value and the processor time that this process and its children took: others may be using the machine."""
    clock = lambda: sum(os.times()[:4])
    start = clock()
    value = run()
    return value, clock() - start


def gensim_vectors(sentences, model, dim, seed):
    settings = dict(sg=int(model == "skipgram"), vector_size=dim, window=5, min_count=5, negative=5, sample=1e-3)
    return Word2Vec(sentences, epochs=EPOCHS, workers=1, seed=seed, **settings).wv


def our_vectors(program, manuals, model, dim, seed):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "vectors.bin"
        options = ["--model", model, "--dim", dim, "--seed", seed, "--epochs", EPOCHS, "--quiet"]
        subprocess.run([program, "vectors", manuals, "-o", out, *map(str, options)], check=True)
        return KeyedVectors.load_word2vec_format(str(out), binary=True)


def nearest(vectors, words):
    matrix = vectors.vectors / numpy.linalg.norm(vectors.vectors, axis=1, keepdims=True)
    rows = [vectors.key_to_index[word] for word in words]
    cosines = matrix[rows] @ matrix.T
    cosines[numpy.arange(len(rows)), rows] = -numpy.inf
    found = numpy.argsort(-cosines, axis=1, kind="stable")[:, :NEAREST]
    return [{vectors.index_to_key[at] for at in row} for row in found]


def overlap(left, right):
    return sum(len(a & b) for a, b in zip(left, right)) / (NEAREST * len(left))


def mean_overlap(pairs):
    overlaps = [overlap(left, right) for left, right in pairs]
    return sum(overlaps) / len(overlaps)


def row(program, manuals, sentences, words, model, dim):
    theirs, their_time = timed(lambda: [gensim_vectors(sentences, model, dim, seed) for seed in SEEDS])
    ours, our_time = timed(lambda: [our_vectors(program, manuals, model, dim, seed) for seed in SEEDS])
    assert set(theirs[0].key_to_index) == set(ours[0].key_to_index), "the same vocabulary"
    theirs, ours = ([nearest(vectors, words) for vectors in side] for side in (theirs, ours))
    within, own = (mean_overlap(itertools.combinations(side, 2)) for side in (theirs, ours))
    across = mean_overlap(itertools.product(ours, theirs))
    times = f"{their_time / len(SEEDS):.1f} s | {our_time / len(SEEDS):.1f} s"
    print(f"| {model} | {dim} | {within:.3f} | {across:.3f} | {own:.3f} | {times} |", flush=True)


def main():
    program, manuals, path = sys.argv[1:]
    sentences = [line.split(" ") for line in Path(path).read_text(encoding="utf-8").splitlines()]
    frequent = Word2Vec(sentences, min_count=5, epochs=1, vector_size=1).wv.index_to_key
    words = [word for word in frequent if word not in STOPWORDS and word.isalpha()][:WORDS]
    total = sum(map(len, sentences))
    print(f"gensim {version('gensim')}: {total} words in {len(sentences)} sentences, {len(frequent)} with a vector\n")
    print("| model | dimensions | gensim, gensim | ours, gensim | ours, ours | time of gensim | our time |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for model in ("skipgram", "cbow"):
        for dim in (100, 200):
            row(program, manuals, sentences, words, model, dim)


if __name__ == "__main__":
    main()
