"""One turn of PyTorch for `npm run bench -- ddp`: python3 ddp-rival.py MODEL STEPS PORT.

Two processes of one thread each train the shape MODEL (mlp, cnn, gpt) with AdamW on random data, with
DistributedDataParallel over gloo. Prints a JSON array: the time of each step, in ms.
"""

import json
import os
import sys
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel

CLASSES = 10
VOCABULARY = 65
CONTEXT, CHANNELS, HEADS, LAYERS = 128, 128, 4, 4


def mlp():
    layers = [nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, CLASSES)]
    return nn.Sequential(*layers), torch.randn(128, 784), torch.randint(CLASSES, (128,))


def cnn():
    convolution = [nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
    convolution += [nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten()]
    dense = [nn.Linear(32 * 7 * 7, 128), nn.ReLU(), nn.Linear(128, CLASSES)]
    return nn.Sequential(*convolution, *dense), torch.randn(64, 1, 28, 28), torch.randint(CLASSES, (64,))


def attend(q, k, v):
    """Causal attention; PyTorch before 2.0 has no operator for it."""
    if hasattr(nn.functional, "scaled_dot_product_attention"):
        return nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    later = torch.ones(CONTEXT, CONTEXT, dtype=torch.bool).triu(1)
    return scores.masked_fill(later, float("-inf")).softmax(-1) @ v


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(CHANNELS), nn.LayerNorm(CHANNELS)
        self.qkv, self.out = nn.Linear(CHANNELS, 3 * CHANNELS), nn.Linear(CHANNELS, CHANNELS)
        wide = 4 * CHANNELS
        self.dense = nn.Sequential(nn.Linear(CHANNELS, wide), nn.GELU(approximate="tanh"), nn.Linear(wide, CHANNELS))

    def forward(self, x):
        rows, length, _ = x.shape
        split = lambda part: part.view(rows, length, HEADS, -1).transpose(1, 2)
        q, k, v = map(split, self.qkv(self.norm1(x)).chunk(3, dim=-1))
        mixed = attend(q, k, v)
        x = x + self.out(mixed.transpose(1, 2).reshape(rows, length, CHANNELS))
        return x + self.dense(self.norm2(x))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(VOCABULARY, CHANNELS), nn.Embedding(CONTEXT, CHANNELS)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.norm, self.head = nn.LayerNorm(CHANNELS), nn.Linear(CHANNELS, VOCABULARY, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens) + self.places(torch.arange(CONTEXT))
        return self.head(self.norm(self.blocks(x))).flatten(0, 1)


def gpt():
    tokens = torch.randint(VOCABULARY, (8, CONTEXT))
    return Gpt(), tokens, torch.randint(VOCABULARY, (8 * CONTEXT,))


def train(rank, name, steps, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")
    torch.set_num_threads(1)
    torch.manual_seed(rank)
    dist.init_process_group("gloo", rank=rank, world_size=2)
    model, inputs, labels = {"mlp": mlp, "cnn": cnn, "gpt": gpt}[name]()
    model = DistributedDataParallel(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.001)
    times = []
    for _ in range(steps):
        began = time.perf_counter()
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(inputs), labels).backward()
        optimizer.step()
        times.append(1000 * (time.perf_counter() - began))
    if rank == 0:
        print(json.dumps(times))
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.spawn(train, args=(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), nprocs=2)
