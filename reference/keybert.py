"""Keywords and cosines as KeyBERT finds them with all-MiniLM-L6-v2.

usage: keybert.py DATA ENCODER    (ENCODER: a local folder of all-MiniLM-L6-v2)
"""

import sys
from importlib.metadata import version

from manuals import first_manuals, leave_script_folder, write

leave_script_folder()
from keybert import KeyBERT  # noqa: E402
from sentence_transformers import SentenceTransformer  # noqa: E402

TOP = 10
# These many manuals are also ranked with two-word candidates, spread out and not.
VARIED = 4


def ranked(pairs):
    return [[word, float(cosine)] for word, cosine in pairs]


def main():
    encoder = SentenceTransformer(sys.argv[2], device="cpu")
    model = KeyBERT(encoder)
    guides = []
    for at, (guide, text) in enumerate(first_manuals(sys.argv[1])):
        entry = {
            "guide": guide,
            "tokens": len(encoder.tokenizer(text, truncation=False)["input_ids"]),
            "keywords": ranked(model.extract_keywords(text, top_n=TOP)),
        }
        if at < VARIED:
            phrases = {"keyphrase_ngram_range": (1, 2), "top_n": 5}
            entry["phrases"] = ranked(model.extract_keywords(text, **phrases))
            entry["mmr"] = ranked(model.extract_keywords(text, use_mmr=True, diversity=0.5, **phrases))
            entry["max_sum"] = ranked(model.extract_keywords(text, use_maxsum=True, nr_candidates=12, **phrases))
        guides.append(entry)
    names = ("keybert", "sentence-transformers", "transformers", "tokenizers", "torch", "scikit-learn")
    write("keybert.json", {name: version(name) for name in names}, guides)


if __name__ == "__main__":
    main()
