"""Measures `samestep index` and `dedup` on corpora that it makes, beside semhash and text-dedup, and prints a table as Markdown.

    cargo build --release -p samestep-cli
    python bench/corpus.py --ours target/release/samestep --data ../shared/data --work /tmp/corpus-bench
    PYTHON_WITH_PEERS bench/corpus.py … --peers          (an environment with `pip install semhash text-dedup`)

A corpus is made by drawing steps of MyFixit manuals until a document has 250 words; for one document in fifty a copy is hidden that has
lost 40 % of its words and whose steps stand in another order. Everything random has a seed. Times are wall-clock seconds of the whole
program, memory is the largest resident set that the system reports for it.
"""
import argparse, gzip, json, os, platform, random, shutil, subprocess, sys, time

WORDS = 250
COPIES = 50
DROPPED = 0.4
TEXT_DEDUP = """[input]
input_type = "local_files"
file_type = "json"
[input.read_arguments]
path = "json"
data_files = {inputs}
split = "train"
[algorithm]
algorithm_name = "minhash"
text_column = "text"
threshold = 0.3
num_perm = 128
ngram_size = 2
num_proc = 2
[output]
output_dir = {out}
skip_filtering = true
keep_cluster_column = true
[debug]
"""
LABELLED = ["appliance", "computer-hardware", "game-console-rebuilt"]


def steps_of(data):
    found = []
    folder = os.path.join(data, "myfixit")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl.gz"):
            with gzip.open(os.path.join(folder, name), "rt") as lines:
                for line in lines:
                    for step in json.loads(line)["Steps"]:
                        text = step.get("Text_raw") or ""
                        if len(text.split()) > 3:
                            found.append(text)
    return found


def noised(steps, dice):
    kept = [" ".join(word for word in step.split() if dice.random() >= DROPPED) for step in steps]
    kept = [step for step in kept if step]
    for _ in range(max(1, len(kept) // 2)):
        step = kept.pop(dice.randrange(len(kept)))
        kept.insert(dice.randrange(len(kept) + 1), step)
    return kept


def make(steps, count, path, seed=1):
    """Writes documents; returns the ids of those that belong together."""
    dice = random.Random(seed)
    rows, planted = [], []
    while len(rows) < count:
        document, words = [], 0
        while words < WORDS:
            document.append(dice.choice(steps))
            words += len(document[-1].split())
        name = f"d{len(rows):07}"
        rows.append({"id": name, "steps": document})
        if len(rows) % COPIES == 0 and len(rows) < count:
            copy = f"d{len(rows):07}"
            rows.append({"id": copy, "steps": noised(document, dice)})
            planted.append((name, copy))
    dice.shuffle(rows)
    with open(path, "w") as out:
        for row in rows:
            out.write(json.dumps(row) + "\n")
    return planted


def run(command):
    """Seconds, megabytes and standard output."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    told = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{command}: exit {child.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024, told.decode()


def size(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names) / 1e6


def pairs_of(path):
    found = set()
    with open(path) as lines:
        for line in lines:
            row = json.loads(line)
            found.add(frozenset(row[side].rsplit("#", 1)[-1] for side in ("left", "right")))
    return found


def recall(wanted, found):
    return sum(frozenset(pair) in found for pair in wanted) / max(1, len(wanted))


def corpus(options, steps, count):
    work = os.path.join(options.work, str(count))
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    documents, index = os.path.join(work, "documents.jsonl"), os.path.join(work, "index")
    planted = make(steps, count, documents)
    row = {"documents": count, "planted": len(planted)}
    threads = ["--threads", str(options.threads)]
    row["index s"], row["index MB"], _ = run([options.ours, "index", documents, "--to", index, "-q", *threads])
    row["disk MB"] = size(index)
    pairs, candidates = os.path.join(work, "pairs.jsonl"), os.path.join(work, "candidates.jsonl")
    row["dedup s"], row["dedup MB"], told = run([options.ours, "dedup", index, "-o", pairs, "--json", "-q", *threads])
    row["compared"] = json.loads(told)["candidates"]
    row["pair recall"] = recall(planted, pairs_of(pairs))
    run([options.ours, "dedup", index, "--candidates-to", candidates, "--json", "-q", *threads])
    row["candidate recall"] = recall(planted, pairs_of(candidates))
    with open(documents, "a") as out:
        dice = random.Random(2)
        for at in range(100):
            out.write(json.dumps({"id": f"new{at}", "steps": [dice.choice(steps) for _ in range(8)]}) + "\n")
    row["add 100 s"], _, _ = run([options.ours, "index", documents, "--to", index, "-q", *threads])
    row["find s"], _, _ = run([options.ours, "find", documents + "#new7", "--in", index, "--json", *threads])
    if options.peers:
        peers(documents, planted, row, work)
    shutil.rmtree(index)
    return row


def labelled(options):
    """Candidate recall of labelled pairs, three categories together; each part of the split for itself."""
    work = os.path.join(options.work, "labelled")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    documents, split, index, found = (os.path.join(work, name) for name in ("documents.jsonl", "pairs", "index", "candidates.jsonl"))
    files = [os.path.join(options.data, "myfixit", name + ".jsonl.gz") for name in LABELLED]
    run([options.ours, "import", "myfixit", *files, "-o", documents, "-q"])
    run([options.ours, "pairs", documents, "--protocol", "hard", "-o", split, "-q"])
    run([options.ours, "index", documents, "--to", index, "-q"])
    run([options.ours, "dedup", index, "--candidates", "50", "--candidates-to", found, "--json", "-q"])
    found, rows = pairs_of(found), {}
    for part in ("train", "valid", "test"):
        with open(os.path.join(split, part + ".jsonl")) as lines:
            records = [json.loads(line) for line in lines]
        same = [(row["left"]["id"], row["right"]["id"]) for row in records if row["label"] == 1]
        rows[part] = (len(same), recall(same, found))
    return rows


def kills(options, steps, count):
    """Kills index, update and dedup at random moments, lets them end, and compares all answers with those of runs that nobody killed."""
    work = os.path.join(options.work, "kills")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    dice = random.Random(7)
    documents = os.path.join(work, "documents.jsonl")
    whole, killed, done = os.path.join(work, "whole"), os.path.join(work, "killed"), 0

    def until_done(command, kills):
        nonlocal done
        start = time.perf_counter()
        run([word.replace(killed, whole) for word in command])
        takes = time.perf_counter() - start
        for _ in range(kills):
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0.02, max(0.1, takes * 0.2)))
            done += child.poll() is None
            child.kill()
            child.wait()
        run(command)

    def same():
        told = []
        for index in (whole, killed):
            pairs, clusters = os.path.join(work, "pairs"), os.path.join(work, "clusters")
            told.append(run([options.ours, "dedup", index, "-o", pairs, "--clusters", clusters, "--json", "-q"])[2].encode())
            told[-1] += open(pairs, "rb").read() + open(clusters, "rb").read()
            told[-1] += run([options.ours, "find", documents + "#d0000007", "--in", index, "--json"])[2].encode()
        return told[0] == told[1] and len(told[0]) > 1000

    index = [options.ours, "index", documents, "--to", killed, "-q", "--batch", "50"]
    make(steps, 1200, documents)
    until_done(index, count // 3)
    fine = same()
    make(steps, 1500, documents, seed=3)
    with open(documents) as lines:
        rows = lines.readlines()
    with open(documents, "w") as out:
        out.writelines(row for at, row in enumerate(rows) if at % 5 or '"d0000007"' in row)
    until_done(index, count // 3)
    until_done([options.ours, "dedup", killed, "-q", "--json", "--block", "100"], count - 2 * (count // 3))
    return done, fine and same()


def peers(documents, planted, row, work):
    """semhash and text-dedup on the same documents; what is not installed is left out."""
    with open(documents) as lines:
        records = [json.loads(line) for line in lines]
    records = [{"id": record["id"], "text": "\n".join(record["steps"])} for record in records if not record["id"].startswith("new")]
    try:
        from semhash import SemHash
    except ImportError:
        print("semhash is not installed", file=sys.stderr)
    else:
        try:
            start = time.perf_counter()
            hashed = SemHash.from_records(records=records, columns=["text"])
            result = hashed.self_deduplicate()
            row["semhash s"] = time.perf_counter() - start
            found = set()
            for item in result.filtered:
                found.update(frozenset((item.record["id"], other[0]["id"])) for other in item.duplicates)
            row["semhash recall"] = recall(planted, found)
        except Exception as error:  # its model comes from a server that may be out of reach
            print(f"semhash: {str(error)[:200]}", file=sys.stderr)
    try:
        from datasets import load_from_disk
        import text_dedup.minhash
    except ImportError:
        print("text-dedup is not installed", file=sys.stderr)
        return
    inputs, config, out = (os.path.join(work, name) for name in ("peers.jsonl", "config.toml", "text-dedup"))
    with open(inputs, "w") as lines:
        lines.writelines(json.dumps(record) + "\n" for record in records)
    with open(config, "w") as lines:
        lines.write(TEXT_DEDUP.format(inputs=json.dumps(inputs), out=json.dumps(out)))
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "text_dedup.minhash"], cwd=work, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"text-dedup: {done.stderr[-500:]}", file=sys.stderr)
        return
    row["text-dedup s"] = time.perf_counter() - start
    clusters = {record["id"]: record["__CLUSTER__"] for record in load_from_disk(out)}
    row["text-dedup recall"] = sum(clusters[a] == clusters[b] for a, b in planted) / max(1, len(planted))
    row["text-dedup clustered"] = len(clusters) - len(set(clusters.values()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--sizes", type=int, nargs="*", default=[5000, 20000, 40000])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--peers", action="store_true")
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, {options.threads} threads\n")
    for part, (pairs, share) in labelled(options).items():
        print(f"labelled pairs, {part}: {pairs} the same, candidate recall {share:.4f}")
    steps = steps_of(options.data)
    if options.kills:
        done, fine = kills(options, steps, options.kills)
        print(f"{done} of {options.kills} kills hit a run; answers {'the same' if fine else 'DIFFER'}")
    rows = []
    for count in options.sizes:
        rows.append(corpus(options, steps, count))
        print(json.dumps(rows[-1]), file=sys.stderr)
    if rows:
        names = list(rows[0])
        print("\n| " + " | ".join(names) + " |\n|" + " --- |" * len(names))
        for row in rows:
            cells = [row.get(name, "") for name in names]
            print("| " + " | ".join(f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in cells) + " |")


main()
