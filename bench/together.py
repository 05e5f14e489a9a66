"""Many processes at once: some compare, some look into an index, one writes it; every answer is held against the one given alone.

    cargo build --release -p samestep-cli
    python bench/together.py --ours target/release/samestep --work /tmp/together [--processes 16] [--minutes 10]

Prints how many answers were given, how many were wrong or failed, and the largest resident set of the first and of the last minute.
Fails if an answer was wrong.
"""
import argparse, json, os, random, resource, shutil, subprocess, sys, threading, time

PARTS = ["battery", "fan", "screen", "hinge", "pump", "filter", "belt", "thermostat", "switch", "cable"]
DEVICES = ["kettle", "laptop", "vacuum cleaner", "dishwasher", "printer", "drill", "toaster"]
STEPS = ["Unplug the {d}.", "Remove the screws of the {d}.", "Find the {p} beside the frame.", "Free the {p} from its clips.",
         "Pull the {p} out of the {d}.", "Clean the place of the {p}.", "Put the new {p} in.", "Close the {d} and test the {p}."]


def documents(count, seed):
    dice = random.Random(seed)
    for at in range(count):
        part, device = dice.choice(PARTS), dice.choice(DEVICES)
        steps = [step.format(p=part, d=device) for step in STEPS if dice.random() < 0.9]
        yield {"id": f"d{at}", "steps": steps or [STEPS[0].format(d=device)]}


def write(path, rows):
    with open(path + ".new", "w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    os.replace(path + ".new", path)


class Measured:
    """Runs a command; keeps the largest resident set of each minute."""

    def __init__(self):
        self.begin, self.largest, self.lock = time.time(), {}, threading.Lock()

    def run(self, command):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.stdout.read(), process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        minute = int((time.time() - self.begin) / 60)
        with self.lock:
            kind = command[1]
            of_kind = self.largest.setdefault(kind, {})
            of_kind[minute] = max(of_kind.get(minute, 0), used.ru_maxrss)
        return process.returncode, out, err


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--work", required=True, help="a folder that may be made anew")
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    shutil.rmtree(options.work, ignore_errors=True)
    os.makedirs(options.work)
    source, index = os.path.join(options.work, "documents.jsonl"), os.path.join(options.work, "index")
    # The writer goes to and fro between two states of the source; what the readers ask for stands in both.
    states = [list(documents(300, 0)), list(documents(300, 0))[:150] + list(documents(400, 1))[150:]]
    write(source, states[0])
    measured = Measured()
    code, _, err = measured.run([options.ours, "index", source, "--to", index, "-q"])
    assert code == 0, err
    files = []
    for number, row in enumerate(states[0][:12]):
        files.append(os.path.join(options.work, f"{number}.txt"))
        with open(files[-1], "w") as out:
            out.writelines(f"{at}. {step}\n" for at, step in enumerate(row["steps"], 1))
    asked = [["compare", a, b, "--json", "--threads", "1"] for a, b in zip(files, files[1:])]
    alone = {tuple(args): measured.run([options.ours, *args])[:2] for args in asked}
    # An index has one of two states, so a search has one of two answers.
    searches = [["find", file, "--in", index, "--json", "--threads", "1"] for file in files[:4]]
    answers = {tuple(args): set() for args in searches}
    for state in (states[1], states[0]):
        write(source, state)
        assert measured.run([options.ours, "index", source, "--to", index, "-q"])[0] == 0
        for args in searches:
            answers[tuple(args)].add(measured.run([options.ours, *args])[:2])

    measured.begin, measured.largest = time.time(), {}
    end = measured.begin + options.minutes * 60
    counts, wrong, lock = {"compare": 0, "find": 0, "index": 0}, [], threading.Lock()

    def told(kind, fine, args, answer):
        with lock:
            counts[kind] += 1
            if not fine:
                wrong.append((args, answer))

    def read(number):
        dice = random.Random(number)
        while time.time() < end:
            if dice.random() < 0.8:
                args = dice.choice(asked)
                answer = measured.run([options.ours, *args])
                told("compare", answer[:2] == alone[tuple(args)], args, answer)
            else:
                args = dice.choice(searches)
                answer = measured.run([options.ours, *args])
                told("find", answer[:2] in answers[tuple(args)], args, answer)

    def update():
        at = 1
        while time.time() < end:
            write(source, states[at % 2])
            args = ["index", source, "--to", index, "-q"]
            answer = measured.run([options.ours, *args])
            told("index", answer[0] == 0, args, answer)
            at += 1

    threads = [threading.Thread(target=read, args=(number,)) for number in range(options.processes)] + [threading.Thread(target=update)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{options.processes} processes and one writer, {options.minutes:g} minutes: " + ", ".join(f"{n} {kind}" for kind, n in counts.items()))
    for kind, minutes in sorted(measured.largest.items()):
        first, last = minutes[min(minutes)], minutes[max(m for m in minutes if m < options.minutes or m == min(minutes))]
        print(f"{kind}: largest resident set {first / 1024:.0f} MB in the first minute, {last / 1024:.0f} MB in the last")
    print(f"wrong: {len(wrong)}")
    for args, (code, out, err) in wrong[:5]:
        print(args, code, out[:200], err[:300])
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
