"""The manuals that the keyword references are computed on."""

import gzip
import json
import sys
from pathlib import Path

COUNT = 100
STEPS = 3
FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "reference"


def first_manuals(data):
    """The first 100 Appliance manuals by guide id with at least three non-blank steps, as (guide id, text)."""
    found = []
    with gzip.open(Path(data) / "myfixit" / "appliance.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            steps = [step["Text_raw"] for step in record["Steps"] if step["Text_raw"].strip()]
            if len(steps) >= STEPS:
                found.append((record["Guidid"], "\n".join(steps)))
    return sorted(found)[:COUNT]


def write(name, made_with, guides):
    """Writes a fixture, a guide a line: keyword lists and scores, never text of the manuals."""
    rows = [json.dumps(guide, ensure_ascii=False, separators=(",", ":")) for guide in guides]
    head = json.dumps(made_with)
    body = ",\n".join(rows)
    path = FIXTURES / name
    path.write_text(f'{{"made_with":{head},"guides":[\n{body}\n]}}\n', encoding="utf-8")
    print(f"{path}: {len(rows)} guides, {path.stat().st_size} bytes", file=sys.stderr)


def leave_script_folder():
    """Scripts here are named after the packages that they call: keep those from being imported instead."""
    here = str(Path(__file__).resolve().parent)
    sys.path[:] = [path for path in sys.path if path not in ("", here)]
