"""One turn of PyTorch for `npm run bench -- finetune`: python3 finetune-rival.py SHAPE THREADS STEPS, with SHAPE as JSON.

Trains adapters of rank 8 on every matrix of a GPT-2 with random weights by AdamW. Prints JSON: the ms of each step, the loss of
the last one, the number of the adapters' parameters, the process's peak memory in bytes.
"""

import json
import resource
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

shape, threads, steps = json.loads(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
torch.set_num_threads(threads)
torch.manual_seed(1)
CHANNELS, HEADS, CONTEXT = shape["channels"], shape["heads"], shape["context"]


class Adapted(nn.Module):
    """A frozen linear layer, and what is trained in its place."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.whole = nn.Linear(inputs, outputs)
        self.a = nn.Parameter(torch.randn(shape["rank"], inputs) / (3 * inputs) ** 0.5)
        self.b = nn.Parameter(torch.zeros(outputs, shape["rank"]))

    def forward(self, x):
        return self.whole(x) + F.linear(F.linear(x, self.a), self.b) * (shape["alpha"] / shape["rank"])


def attend(q, k, v):
    """Causal attention; PyTorch before 2.0 has no operator for it."""
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    later = torch.ones(CONTEXT, CONTEXT, dtype=torch.bool).triu(1)
    return scores.masked_fill(later, float("-inf")).softmax(-1) @ v


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(CHANNELS), nn.LayerNorm(CHANNELS)
        self.qkv, self.out = Adapted(CHANNELS, 3 * CHANNELS), Adapted(CHANNELS, CHANNELS)
        self.wide, self.narrow = Adapted(CHANNELS, 4 * CHANNELS), Adapted(4 * CHANNELS, CHANNELS)

    def forward(self, x):
        rows, length, _ = x.shape
        split = lambda part: part.view(rows, length, HEADS, -1).transpose(1, 2)
        q, k, v = map(split, self.qkv(self.norm1(x)).chunk(3, dim=-1))
        x = x + self.out(attend(q, k, v).transpose(1, 2).reshape(rows, length, CHANNELS))
        return x + self.narrow(F.gelu(self.wide(self.norm2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(shape["vocabulary"], CHANNELS), nn.Embedding(CONTEXT, CHANNELS)
        for table in (self.tokens, self.places):
            nn.init.normal_(table.weight, std=0.02)
        self.blocks = nn.Sequential(*[Block() for _ in range(shape["layers"])])
        self.norm = nn.LayerNorm(CHANNELS)

    def forward(self, tokens):
        x = self.blocks(self.tokens(tokens) + self.places(torch.arange(CONTEXT)))
        return F.linear(self.norm(x), self.tokens.weight).flatten(0, 1)


model = Gpt()
for name, parameter in model.named_parameters():
    parameter.requires_grad_(name.endswith((".a", ".b")))
trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
optimizer = torch.optim.AdamW(trained, lr=0.001, weight_decay=0.01)
tokens = torch.randint(shape["vocabulary"], (shape["rows"], CONTEXT))
labels = torch.randint(shape["vocabulary"], (shape["rows"] * CONTEXT,))
times = []
for _ in range(steps):
    began = time.perf_counter()
    optimizer.zero_grad()
    loss = F.cross_entropy(model(tokens), labels)
    loss.backward()
    optimizer.step()
    times.append(1000 * (time.perf_counter() - began))
peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
adapters = sum(parameter.numel() for parameter in trained)
print(json.dumps({"ms": times, "loss": loss.item(), "adapters": adapters, "peakBytes": peak}))
