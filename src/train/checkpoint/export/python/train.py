import argparse
import json
import math
import os
import struct

import torch
import torch.distributed as dist
import torch.nn.functional as F
from model import Model, read_safetensors
from torch.nn.parallel import DistributedDataParallel

MASK = 0xFFFFFFFF


def hash128(words, seed=0x9E3779B9):
    """MurmurHash3_x86_128 of 32-bit words; the names of random streams are padded to whole blocks."""
    size = 4 * len(words)
    words = words + [0] * (-len(words) % 4)
    c = (0x239B961B, 0xAB0E9789, 0x38B34AE5, 0xA1E38B93)
    lanes = [seed] * 4
    added = (0x561CCD1B, 0x0BCAA747, 0x96CD1C35, 0x32AC3B17)

    def turn(x, bits):
        return ((x << bits) | (x >> (32 - bits))) & MASK

    def mixed(lane, word):
        return turn(word * c[lane] & MASK, 15 + lane) * c[(lane + 1) % 4] & MASK

    whole = size // 16
    for block in range(len(words) // 4):
        for lane in range(4):
            lanes[lane] ^= mixed(lane, words[4 * block + lane])
            if block < whole:
                turned = turn(lanes[lane], (19, 17, 15, 13)[lane]) + lanes[(lane + 1) % 4]
                lanes[lane] = (turned * 5 + added[lane]) & MASK
    lanes = [lane ^ size for lane in lanes]

    def spread():
        lanes[0] = sum(lanes) & MASK
        for lane in (1, 2, 3):
            lanes[lane] = (lanes[lane] + lanes[0]) & MASK

    def avalanche(h):
        h = (h ^ (h >> 16)) * 0x85EBCA6B & MASK
        h = (h ^ (h >> 13)) * 0xC2B2AE35 & MASK
        return h ^ (h >> 16)

    spread()
    lanes = [avalanche(lane) for lane in lanes]
    spread()
    return lanes


def random_words(*name):
    """The 32-bit numbers of the stream with this name: xoshiro128**."""
    words = []
    for part in name:
        if isinstance(part, str):
            codes = [ord(letter) for letter in part]
            words += [2, len(codes)]
            words += [codes[i] | (codes[i + 1] << 16 if i + 1 < len(codes) else 0) for i in range(0, len(codes), 2)]
        else:
            words += [1, *struct.unpack(">II", struct.pack(">d", part))]
    a, b, c, d = hash128(words)
    if a == b == c == d == 0:
        a = 1
    while True:
        turned = b * 5 & MASK
        turned = ((turned << 7) | (turned >> 25)) & MASK
        yield turned * 9 & MASK
        third, fourth = c ^ a, d ^ b
        second = b
        b = second ^ third
        a ^= fourth
        c = (third ^ (second << 9)) & MASK
        d = ((fourth << 11) | (fourth >> 21)) & MASK


def permutation(length, words):
    order = list(range(length))
    for i in range(length - 1, 0, -1):
        bound = i + 1
        limit = 2**32 - 2**32 % bound
        value = next(word for word in words if word < limit)
        j = value % bound
        order[i], order[j] = order[j], order[i]
    return order


class Stream:
    """The run's endless sequence of examples: one epoch, a seeded permutation of the training set, after the other."""

    def __init__(self, state, length):
        self.seed, self.length = state["config"]["seed"], length
        self.cursor, self.redo = state["cursor"], [list(span) for span in state["redo"]]
        self.orders = {}

    def take(self, count):
        """The next examples: those to be redone first."""
        positions = []
        while self.redo and len(positions) < count:
            start, size = self.redo[0]
            taken = min(size, count - len(positions))
            positions += range(start, start + taken)
            self.redo[0] = [start + taken, size - taken]
            if size == taken:
                self.redo.pop(0)
        fresh = count - len(positions)
        positions += range(self.cursor, self.cursor + fresh)
        self.cursor += fresh
        return [self.example(position) for position in positions]

    def example(self, position):
        epoch = position // self.length
        if epoch not in self.orders:
            self.orders[epoch] = permutation(self.length, random_words("epoch", self.seed, epoch))
        return self.orders[epoch][position % self.length]


class Examples:
    """The training examples: windows of one text, or inputs with a label each, or with amounts."""

    def __init__(self, data, context):
        self.data, self.context, self.is_text = data, context, "tokens" in data
        self.length = len(data["starts" if self.is_text else "labels"])
        labels = data.get("labels")
        self.terms = context if self.is_text else labels.shape[1] if labels.dim() == 2 else 1

    def read(self, indices):
        """Inputs and labels of these examples, as the model takes them."""
        data = self.data
        if self.is_text:
            at = data["starts"][indices].long()[:, None] + torch.arange(self.context + 1)
            tokens = data["tokens"][at].long()
            return tokens[:, :-1], tokens[:, 1:]
        x = data["inputs"][indices]
        if x.dtype == torch.uint8:
            x = x.float() / 255
        if x.dim() == 4:  # channels last to channels first
            x = x.permute(0, 3, 1, 2)
        labels = data["labels"][indices]
        return x, labels if labels.is_floating_point() else labels.long()


def loss_sum(kind, outputs, targets):
    if kind == "squared":
        return F.mse_loss(outputs, targets, reduction="sum")
    if kind == "huber":
        return F.huber_loss(outputs, targets, reduction="sum")
    return F.cross_entropy(outputs.flatten(0, -2), targets.flatten(), reduction="sum")


class Rates:
    """The learning rate of each step: schedule, scaling with the batch, and the climb after the batch grew."""

    def __init__(self, state):
        self.state, self.config, self.warmup = state, state["config"], state["batchWarmup"]

    def next(self, step, batch):
        scaling = self.config["scaling"]
        ratio = batch / scaling["referenceBatch"]
        target = {"none": 1, "linear": ratio, "sqrt": math.sqrt(ratio)}[scaling["rule"]]
        self.warmup = self.climbed(target, scaling["rewarmSteps"])
        return self.scheduled(step, self.state["learningRate"] * self.warmup["factor"])

    def climbed(self, target, steps):
        now = self.warmup
        if now is None or target <= now["factor"] or steps < 1:
            return {"factor": target, "stepsLeft": 0, "target": target}
        left = steps if target > now["target"] or now["stepsLeft"] == 0 else now["stepsLeft"]
        if left == 1:
            return {"factor": target, "stepsLeft": 0, "target": target}
        factor = now["factor"] + (target - now["factor"]) / left
        return {"factor": factor, "stepsLeft": left - 1, "target": target}

    def scheduled(self, step, rate):
        schedule = self.config["schedule"]
        warmup, kind, last = schedule["warmupSteps"], schedule["kind"], schedule["finalFraction"]
        if step < warmup:
            return rate * (step + 1) / warmup
        if kind == "constant":
            return rate
        top = max(0, warmup - 1)
        length = self.config["steps"] - 1 - top
        progress = min(1, (step - top) / length) if length > 0 else 0
        left = 1 - progress if kind == "linear" else (1 + math.cos(math.pi * progress)) / 2
        return rate * (last + (1 - last) * left)


def optimizer_of(model, config, run, updates):
    """The run's optimizer with its vectors. Biases, norms and tables do not decay."""
    kind, named = config["kind"], dict(model.named_parameters())
    decay = config.get("weightDecay", 0)
    groups = [
        {"params": [p for name, p in named.items() if name in DECAYING], "weight_decay": decay},
        {"params": [p for name, p in named.items() if name not in DECAYING], "weight_decay": 0},
    ]
    groups = [group for group in groups if group["params"]]
    if kind == "adamw":
        betas = (config["beta1"], config["beta2"])
        optimizer = torch.optim.AdamW(groups, lr=1, betas=betas, eps=config["epsilon"])
    else:
        optimizer = torch.optim.SGD(groups, lr=1, momentum=config.get("momentum", 0), nesterov=config.get("nesterov", False))
    for name, p in named.items():
        if kind == "adamw" and updates > 0:
            optimizer.state[p] = {
                "step": torch.tensor(float(updates)),
                "exp_avg": run[f"optimizer.m.{name}"].to(p.device),
                "exp_avg_sq": run[f"optimizer.v.{name}"].to(p.device),
            }
        if kind == "momentum":
            optimizer.state[p] = {"momentum_buffer": run[f"optimizer.momentum.{name}"].to(p.device)}
    return optimizer


def write_safetensors(path, tensors):
    header, at = {"__metadata__": {"format": "pt"}}, 0
    for name, tensor in tensors.items():
        end = at + 4 * tensor.numel()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, end]}
        at = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in tensors.values():
            file.write(tensor.detach().cpu().contiguous().numpy().tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, help="how many more; by default to the run's end")
    parser.add_argument("--batch", type=int, help="examples of each process and step; by default the run's")
    parser.add_argument("--save", default="continued.safetensors")
    options = parser.parse_args()
    for name, value in {"RANK": 0, "WORLD_SIZE": 1, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": 29500}.items():
        os.environ.setdefault(name, str(value))
    has_gpu = torch.cuda.is_available()
    dist.init_process_group("nccl" if has_gpu else "gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if has_gpu else torch.device("cpu")

    folder = os.path.dirname(os.path.abspath(__file__))
    run, metadata = read_safetensors(os.path.join(folder, "run.safetensors"))
    data, _ = read_safetensors(os.path.join(folder, "data.safetensors"))
    state = json.loads(metadata["state"])
    config = state["config"]
    training = Examples(data, config["data"].get("context"))

    model = Model()
    model.load_state_dict({name: run[name] for name in model.state_dict()})
    model.to(device).train()
    optimizer = optimizer_of(model, config["optimizer"], run, int(metadata["updates"]))
    parallel = DistributedDataParallel(model)
    stream, rates = Stream(state, training.length), Rates(state)
    local = options.batch or config["localBatch"]
    is_fixed = state["batchMode"] == "fixed" and options.batch is None
    batch = state["globalBatch"] if is_fixed else local * world
    steps = options.steps if options.steps is not None else max(0, config["steps"] - state["step"])

    for step in range(state["step"], state["step"] + steps):
        rate = rates.next(step, batch)
        for group in optimizer.param_groups:
            group["lr"] = rate
        examples = stream.take(batch)
        own = examples[batch * rank // world : batch * (rank + 1) // world]
        x, y = (part.to(device) for part in training.read(own))
        logits = parallel(x)
        total = loss_sum(config["model"]["loss"], logits, y)
        # DDP takes the mean over the processes: world / terms makes it the mean over all loss terms.
        loss = total * world / (batch * training.terms)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if config["clipNorm"] > 0:
            norm = math.sqrt(sum(p.grad.double().square().sum().item() for p in model.parameters()))
            if norm > config["clipNorm"]:
                for p in model.parameters():
                    p.grad.mul_(config["clipNorm"] / norm)
        optimizer.step()
        mean = loss.detach() / world
        dist.all_reduce(mean)
        if rank == 0:
            print(f"step {step + 1}: loss {mean.item():.6f}, rate {rate:.6g}", flush=True)
    if rank == 0:
        write_safetensors(options.save, dict(model.state_dict()))
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
