"""RAKE's top phrases as rake-nltk finds them, on our sentences and with our (NLTK's) stop words.

usage: rake.py INPUT.json    (INPUT.json: what `cargo run -p samestep --example reference_manuals -- sentences` prints)
"""

import json
import sys
from importlib.metadata import version

from manuals import write
from rake_nltk import Rake

TOP = 10


def top(sentences, stop_words):
    rake = Rake(stopwords=set(stop_words), sentence_tokenizer=lambda text: sentences)
    rake.extract_keywords_from_text("")
    # rake-nltk lists a phrase once per occurrence; the ranking is of distinct phrases.
    best = {}
    for score, phrase in rake.get_ranked_phrases_with_scores():
        best.setdefault(phrase, score)
    return [[phrase, score] for phrase, score in list(best.items())[:TOP]]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        given = json.load(file)
    guides = [
        {"guide": manual["guide"], "keywords": top(manual["sentences"], given["stop_words"])}
        for manual in given["manuals"]
    ]
    write("rake.json", {"rake-nltk": version("rake-nltk"), "nltk": version("nltk")}, guides)


if __name__ == "__main__":
    main()
