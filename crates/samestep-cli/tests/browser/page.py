"""Opens comparison pages in headless Chromium and uses them as a reviewer would.

usage: page.py PROGRAM EXAMPLES WORK [SHOTS]

PROGRAM is samestep, EXAMPLES the folder of shipped documents, WORK a folder to write to. With SHOTS, screenshots of every page are
kept there, in both themes and two widths. Prints a line for every page and fails at the first thing that is wrong.
"""

import json
import re
import pathlib
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

PROGRAM, EXAMPLES, WORK = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
SHOTS = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
LARGEST = 1_000_000

HOSTILE = {
    "id": "<script>document.title='broken'</script>",
    "steps": [
        "</script><script>alert(1)</script> Remove the lid.",
        "<img src=x onerror=alert(2)> Pull \"the\" 'plug' & wait.",
        "\u202eReversed text\u202c and a zero\u200bwidth space.",
        "]]> --> <!-- </style><style>*{display:none}</style>",
        "javascript:alert(3) https://example.invalid/fetch.png",
    ],
}


def procedure(count, shift=0):
    parts = ["cover", "fan", "cable", "board", "screw", "bracket", "hinge", "valve", "filter", "panel", "switch", "gasket"]
    verbs = ["Remove", "Lift", "Loosen", "Unplug", "Check", "Clean", "Turn", "Mark"]
    steps = []
    for n in range(count):
        part = parts[(n * 7 + n // 12) % len(parts)]
        steps.append(f"{verbs[n % 8]} {part} number {n + 1} of section {n // 10 + 1} and put its {parts[(n * 5) % 12]} aside.")
    if shift:
        # A long run of equal steps, a change, a move, a gap.
        steps[40] = steps[40].replace("aside", "on the table")
        steps.insert(200, steps.pop(300))
        del steps[120]
    return steps


def write(name, value):
    path = WORK / name
    path.write_text(json.dumps(value) if isinstance(value, dict) else value, encoding="utf-8")
    return path


def pairs():
    yield "filter", EXAMPLES / "filter-a.md", EXAMPLES / "filter-b.txt"
    yield "tube", EXAMPLES / "tube-a.txt", EXAMPLES / "tube-b.md"
    yield "eggs", EXAMPLES / "eggs-a.zh.md", EXAMPLES / "eggs-b.zh.txt"
    yield "unrelated", EXAMPLES / "tube-a.txt", EXAMPLES / "descale.html"
    yield "empty", write("empty.txt", ""), EXAMPLES / "tube-b.md"
    yield "hostile", write("hostile.json", HOSTILE), write("plain.json", {"id": "plain", "steps": ["Remove the lid.", "Pull the plug & wait."]})
    yield "long", write("long-a.json", {"id": "long-a", "steps": procedure(500)}), write("long-b.json", {"id": "long-b", "steps": procedure(500, 1)})


def compared(left, right, *options):
    done = subprocess.run([PROGRAM, "compare", str(left), str(right), *options], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def check(condition, name, what):
    if not condition:
        sys.exit(f"page {name}: {what}")


RIBBONS = """() => {
  const box = document.querySelector(".steps").getBoundingClientRect();
  const shown = (node) => { const fold = node.closest("details.fold"); return fold && !fold.open ? fold.querySelector("summary") : node; };
  return [...document.querySelectorAll(".ribbons path")].map((path) => {
    const length = path.getTotalLength(), from = path.getPointAtLength(0), to = path.getPointAtLength(length);
    const a = shown(document.getElementById("l" + path.dataset.l)).getBoundingClientRect();
    const b = shown(document.getElementById("r" + path.dataset.r)).getBoundingClientRect();
    const lands = (point, rect, x) => Math.abs(point.x - (x - box.left)) < 1.5 && point.y >= rect.top - box.top - 1 && point.y <= rect.bottom - box.top + 1;
    return [Number(path.dataset.l), Number(path.dataset.r), path.getAttribute("class"), lands(from, a, a.right) && lands(to, b, b.left)];
  });
}"""

FOCUSABLE = """() => [...document.querySelectorAll("button, summary, [tabindex='0'], input:checked")]
  .filter((node) => node.checkVisibility()).length"""


def ribbons(page, name, value):
    drawn = page.evaluate(RIBBONS)
    expected = {}
    for row in value["alignment"]:
        if row["left"] is not None and row["right"] is not None:
            kind = "breaks" if row["breaks"] else row["kind"]
            expected[(row["left"], row["right"])] = kind
    check({(l, r): c.split()[0] for l, r, c, _ in drawn} == expected, name, "the ribbons are not those of the alignment")
    astray = [(l, r) for l, r, _, lands in drawn if not lands]
    check(not astray, name, f"ribbons miss their steps: {astray[:5]}")


def keyboard(page, name):
    count = page.evaluate(FOCUSABLE)
    page.evaluate("document.activeElement.blur(); window.getSelection().removeAllRanges(); scrollTo(0, 0)")
    reached = set()
    for _ in range(count + 5):
        page.keyboard.press("Tab")
        key = page.evaluate("""() => { const node = document.activeElement; if (!node || node === document.body) return null;
          window.seen ||= []; if (!window.seen.includes(node)) window.seen.push(node); return window.seen.indexOf(node); }""")
        if key is not None:
            reached.add(key)
    check(len(reached) >= count, name, f"the keyboard reaches {len(reached)} of {count} controls")


def partners(page, name, value):
    both = [row for row in value["alignment"] if row["left"] is not None and row["right"] is not None]
    if not both:
        return
    row = both[-1]
    left, right = page.locator(f"#l{row['left']}"), page.locator(f"#r{row['right']}")
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(f"document.querySelector('#l{row['left']}').closest('details.fold')?.setAttribute('open', '')")
    left.click()
    check("lit" in (right.get_attribute("class") or ""), name, "a press does not light the partner")
    visible = right.evaluate("node => { const r = node.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight; }")
    check(visible, name, "a press does not bring the partner into view")
    left.focus()
    page.keyboard.press("ArrowRight")
    check(page.evaluate("document.activeElement.id") == f"r{row['right']}", name, "the arrow key does not go over")
    page.keyboard.press("ArrowLeft")
    check(page.evaluate("document.activeElement.id").startswith("l"), name, "the arrow key does not come back")


def evidence(page, name, value):
    pieces = page.locator(".piece")
    # What would read as 0.00 is left out.
    shown = [piece for piece in value["evidence"] if abs(piece["weight"]) >= 0.005]
    check(pieces.count() == len(shown) + 1, name, "not every piece of evidence is shown")
    weights = [float(text) for text in page.locator(".piece .w").all_inner_texts()]
    total = sum([value["bias"]] + [piece["weight"] for piece in value["evidence"]])
    check(abs(sum(weights) - total) < 0.01 * len(weights), name, "the bars do not add up")
    for at, piece in enumerate(shown):
        if piece["steps"][0] and piece["weight"] > 0:
            pieces.nth(at + 1).hover()
            lit = page.locator(".step.lit").count()
            check(lit >= 1, name, f"pointing at \"{piece['detail']}\" lights nothing")
            break


def graphs(page, name):
    radios = page.locator("input[name=graph]")
    for at in range(radios.count()):
        radios.nth(at).check()
        shown = [page.locator(f".graph-{k}").is_visible() for k in range(radios.count())]
        check(shown == [k == at for k in range(radios.count())], name, f"variant {at} does not switch: {shown}")
    if radios.count():
        broken = page.evaluate("[...document.querySelectorAll('.graph img')].filter(i => i.complete && i.naturalWidth === 0).length")
        check(broken == 0, name, "a picture of the graph does not draw")
        radios.nth(0).check()


def hostile(page, name):
    text = page.locator(".side-left").inner_text()
    for part in ["</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "</style><style>*{display:none}</style>"]:
        check(part in page.evaluate("document.querySelector('.side-left').textContent"), name, f"{part} is not shown as text")
    check("Reversed text" in text, name, "text with direction marks is lost")
    check(page.evaluate("document.querySelectorAll('.side-left script, .side-left img, .side-left style').length") == 0, name, "text became markup")
    check(page.title() != "broken", name, "a script of the document ran")


def look(browser, path, name, value):
    for theme in ("light", "dark"):
        for width in (1280, 390):
            context = browser.new_context(color_scheme=theme, viewport={"width": width, "height": 900})
            page = context.new_page()
            trouble, asked = [], []
            page.on("console", lambda message: trouble.append(message.text) if message.type in ("error", "warning") else None)
            page.on("pageerror", lambda error: trouble.append(str(error)))
            page.on("dialog", lambda dialog: (trouble.append("a dialog opened"), dialog.dismiss()))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(path.as_uri())
            page.wait_for_timeout(50)
            ribbons(page, name, value)
            overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            check(overflow <= 0, name, f"the page is {overflow} pixels too wide at {width}")
            if SHOTS:
                page.screenshot(path=str(SHOTS / f"{name}-{theme}-{width}.png"), full_page=name != "long")
            if theme == "light" and width == 1280:
                partners(page, name, value)
                ribbons(page, name, value)
                evidence(page, name, value)
                graphs(page, name)
                keyboard(page, name)
                if name == "hostile":
                    hostile(page, name)
                printed = page.pdf(format="A4")
                check(len(printed) > 1000, name, "it does not print")
                sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
                check(name == "long" or 1 <= sheets <= 5, name, f"it prints on {sheets} pages")
                if SHOTS:
                    (SHOTS / f"{name}.pdf").write_bytes(printed)
            fetched = [url for url in asked if not url.startswith(("file://" + str(path), "data:"))]
            check(not fetched, name, f"it asks for {fetched}")
            check(not trouble, name, f"it complains: {trouble}")
            context.close()


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    if SHOTS:
        SHOTS.mkdir(parents=True, exist_ok=True)
    executable = next((found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None)
    if executable is None:
        sys.exit("no Chromium: install it (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        for name, left, right in pairs():
            path = (WORK / f"{name}.html").resolve()
            compared(left, right, "--html", str(path), "--quiet")
            size = path.stat().st_size
            check(size <= LARGEST, name, f"{size} bytes, more than {LARGEST}")
            value = json.loads(compared(left, right, "--json"))
            look(browser, path, name, value)
            print(f"page {name}: {size} bytes, sound")
        browser.close()


main()
