#!/usr/bin/env bash
# How time and memory of `samestep graph` grow with the length of a document, compared with itself.
#   cargo build --release -p samestep-cli && bench/growth.sh target/release/samestep ../shared/data
# The first documents are the steps of the MyFixit manuals, one a line, as many as make up the words. In the others every step names a new
# thing: with a verb and an adverb that all steps share, with one of 20 verbs, or with a new verb each.
set -euo pipefail
program=$1 data=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure FILE: prints the seconds and kilobytes of the fastest of five runs.
measure() {
  for _ in 1 2 3 4 5; do
    /usr/bin/time -f "%e %M" "$program" graph "$1" "$1" -o "$work/graph.json" 2>&1
  done | sort -n | head -1
}

for category in apparel appliance computer-hardware game-console-rebuilt skills; do
  "$program" import myfixit "$data/myfixit/$category.jsonl.gz" -o "$work/$category.jsonl" --quiet
done
cat "$work"/*.jsonl | python3 -c '
import json, sys
for line in sys.stdin:
    for step in json.loads(line)["steps"]:
        print(" ".join(step.split()))' > "$work/all.txt"
echo "| words | seconds | MB | microseconds a word |"
echo "| --- | --- | --- | --- |"
for words in 12500 25000 50000 100000 200000 400000; do
  awk -v most="$words" '{ print; seen += NF; if (seen >= most) exit }' "$work/all.txt" > "$work/document.txt"
  measure "$work/document.txt" |
    awk -v words="$words" '{ printf "| %d | %.2f | %.0f | %.1f |\n", words, $1, $2 / 1024, $1 * 1e6 / words }'
done

echo
echo "| steps | one verb: seconds | MB | 20 verbs: seconds | MB | new verbs: seconds | MB |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for steps in 2500 5000 10000 20000; do
  echo -n "| $steps "
  for kind in one twenty new; do
    python3 - "$kind" "$steps" > "$work/document.txt" <<'PYTHON'
import sys

VERBS = ("remove turn lift open close push pull clean check insert unscrew disconnect replace place slide hold cut press "
         "twist detach").split()


def word(number):
    """A word of nine letters for every number below 24 million, neighbours unlike each other."""
    number, letters = number * 2654435761 % 24010000, ""
    for _ in range(4):
        number, consonant = divmod(number, 14)
        number, vowel = divmod(number, 5)
        letters += "bdfgklmnprstvz"[consonant] + "aeiou"[vowel]
    return letters + "t"


kind, steps = sys.argv[1], int(sys.argv[2])
for step in range(steps):
    if kind == "one":
        print(f"Turn the {word(step)} quickly.")
    elif kind == "twenty":
        print(f"{VERBS[step % 20].capitalize()} the {word(step)}.")
    else:
        print(f"{word(2 * step + 1).capitalize()} the {word(2 * step)}.")
PYTHON
    measure "$work/document.txt" | awk '{ printf "| %.2f | %.0f ", $1, $2 / 1024 }'
  done
  echo "|"
done
