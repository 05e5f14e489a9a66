"""Trains the paper's network in PyTorch and ours on the same prepared graphs, and prints seconds an epoch side by side.

  cargo build --release -p samestep --example learning_times
  PYTHON bench/learning.py --pairs PAIRS --ours target/release/examples/learning_times

PAIRS is a folder as `samestep pairs` writes it. Batches are made once, outside the clock, and a batch is one block-diagonal graph: the layout
that suits PyTorch best. The loss of the untrained network must agree, so that both are the same network.
"""
import argparse, json, os, subprocess, tempfile, time, warnings

parser = argparse.ArgumentParser()
parser.add_argument("--pairs", required=True)
parser.add_argument("--ours", required=True)
parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
options = parser.parse_args()

import torch
from torch import nn

warnings.filterwarnings("ignore", category=UserWarning)

BATCH, EPOCHS, RATE = 32, 5, 0.0005


def ours(threads, dump=None):
    command = [options.ours, options.pairs] + ([dump] if dump else [])
    run = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "RAYON_NUM_THREADS": str(threads)})
    return json.loads(run.stdout)


class Batch:
    """Sentences of all pairs in one list, vertices of all pairs in one list, one sparse matrix of who hears whom."""

    def __init__(self, samples, mean):
        self.labels = torch.tensor([float(s["label"]) for s in samples])
        self.terms = torch.tensor([t for s in samples for t in s["terms"]])
        self.sides = [self.side(samples, side, mean) for side in (0, 1)]
        owner, rows, columns, shares, start = [], [], [], [], 0
        for number, sample in enumerate(samples):
            n = len(sample["terms"])
            owner += [number] * n
            heard = [(v, v, 1.0) for v in range(n)] + [e for a, b, w in sample["arcs"] for e in ((a, b, w), (b, a, w))]
            sums = [0.0] * n
            for v, _, w in heard:
                sums[v] += w
            rows += [start + v for v, _, _ in heard]
            columns += [start + o for _, o, _ in heard]
            shares += [w / sums[v] for v, _, w in heard]
            start += n
        self.owner = torch.tensor(owner)
        self.sizes = torch.bincount(self.owner, minlength=len(samples)).clamp(min=1).unsqueeze(1)
        self.hears = torch.sparse_coo_tensor(torch.tensor([rows, columns]), torch.tensor(shares), (start, start)).coalesce().to_sparse_csr()
        self.count = len(samples)

    @staticmethod
    def side(samples, side, mean):
        words, sentence_of, sentence_ids, vertex_of, sentences, vertices = [], [], [], [], 0, 0
        empty = None
        for sample in samples:
            first = sentences
            for sentence in sample["sentences"][side]:
                words += sentence or [mean]
                sentence_of += [sentences] * max(len(sentence), 1)
                sentences += 1
            for own in sample["vertices"][side]:
                if not own:
                    if empty is None:
                        words.append(mean)
                        sentence_of.append(sentences)
                        empty, sentences = sentences, sentences + 1
                    own_ids = [empty]
                else:
                    own_ids = [first + s for s in own]
                sentence_ids += own_ids
                vertex_of += [vertices] * len(own_ids)
                vertices += 1
        return [torch.tensor(x) for x in (words, sentence_of, sentence_ids, vertex_of)] + [sentences, vertices]


class Net(nn.Module):
    def __init__(self, parameters, vectors):
        super().__init__()
        self.vectors = vectors
        for name, rows in parameters.items():
            self.register_parameter(name.replace(".", "_"), nn.Parameter(torch.tensor(rows)))

    def context(self, side):
        words, sentence_of, sentence_ids, vertex_of, sentences, vertices = side
        encoded = torch.relu(self.vectors[words] @ self.encoder_weight + self.encoder_bias)
        filters = encoded.shape[1]
        pooled = torch.zeros(sentences, filters).scatter_reduce(0, sentence_of.unsqueeze(1).expand(-1, filters), encoded, "amax", include_self=False)
        chosen = pooled[sentence_ids]
        return torch.zeros(vertices, filters).scatter_reduce(0, vertex_of.unsqueeze(1).expand(-1, filters), chosen, "amax", include_self=False)

    def forward(self, batch):
        left, right = (self.context(side) for side in batch.sides)
        state = torch.cat([(left - right).abs(), left * right, batch.terms], 1)
        for layer in range(3):
            weight, bias = getattr(self, f"gcn_{layer}_weight"), getattr(self, f"gcn_{layer}_bias")
            state = torch.relu((batch.hears @ state) @ weight + bias)
        mean = torch.zeros(batch.count, state.shape[1]).index_add(0, batch.owner, state) / batch.sizes
        hidden = torch.relu(mean @ self.mlp_0_weight + self.mlp_0_bias)
        return (hidden @ self.mlp_1_weight + self.mlp_1_bias).squeeze(1)


def torch_run(data, threads):
    torch.set_num_threads(threads)
    vectors = torch.tensor(data["vectors"]).reshape(-1, data["dimensions"])
    mean = len(vectors)
    vectors = torch.cat([vectors, vectors.mean(0, keepdim=True)])
    net = Net(data["parameters"], vectors)
    batches = [Batch(data["samples"][at : at + BATCH], mean) for at in range(0, len(data["samples"]), BATCH)]
    loss_of = nn.BCEWithLogitsLoss()
    with torch.no_grad():
        first = sum(loss_of(net(b), b.labels).item() * b.count for b in batches) / len(data["samples"])
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.01)
    best = float("inf")
    for _ in range(EPOCHS):
        start = time.perf_counter()
        for batch in batches:
            optimizer.zero_grad()
            loss_of(net(batch), batch.labels).backward()
            optimizer.step()
        best = min(best, time.perf_counter() - start)
    return best, first


with tempfile.TemporaryDirectory() as folder:
    dump = os.path.join(folder, "dump.json")
    ours(1, dump)
    data = json.load(open(dump))
    print(f"{len(data['samples'])} pairs, batches of {BATCH}, PyTorch {torch.__version__}\n")
    print("| threads | PyTorch, s an epoch | ours, s an epoch | times faster | prepared pairs scored a second | pairs of prepared documents a second |")
    print("| --- | --- | --- | --- | --- | --- |")
    for threads in options.threads:
        theirs, first = torch_run(data, threads)
        own = ours(threads)
        assert abs(first - own["first loss"]) < 1e-5, (first, own["first loss"])
        print(f"| {threads} | {theirs:.3f} | {own['seconds an epoch']:.3f} | {theirs / own['seconds an epoch']:.1f} | {own['prepared pairs a second']:.0f} | {own['pairs of prepared documents a second']:.0f} |")
    print(f"\nmean loss of the untrained network: PyTorch {first:.7f}, ours {own['first loss']:.7f}")
