#!/usr/bin/env bash
# How time and memory of `samestep graph` grow with the length of a document, compared with itself.
#   cargo build --release -p samestep-cli && bench/growth.sh target/release/samestep ../shared/data
# The documents are the steps of the MyFixit manuals, one a line, as many as make up the words.
set -euo pipefail
program=$1 data=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
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
  best=""
  for _ in 1 2 3; do
    /usr/bin/time -f "%e %M" -o "$work/time" "$program" graph "$work/document.txt" "$work/document.txt" -o "$work/graph.json"
    best=$(printf '%s\n%s\n' "$best" "$(cat "$work/time")" | grep . | sort -n | head -1)
  done
  echo "$best" | awk -v words="$words" '{ printf "| %d | %.2f | %.0f | %.1f |\n", words, $1, $2 / 1024, $1 * 1e6 / words }'
done
