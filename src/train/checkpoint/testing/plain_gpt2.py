"""GPT-2 by its description alone, for checks: safetensors, the forward pass in f64, PEFT's adapters, byte pairs.

Nothing here is of Lockstep: the names and layouts are those of Transformers and PEFT, the rules of words OpenAI's.
"""

import glob
import json
import os
import struct
import unicodedata

import torch
from torch.nn import functional as F

DTYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "U8": torch.uint8}


def read_safetensors(path):
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    tensors = {}
    for name, about in header.items():
        start, end = about["data_offsets"]
        values = torch.frombuffer(data, dtype=torch.uint8)[start:end].clone()
        dtype = DTYPES.get(about["dtype"])
        if dtype is not None:
            tensors[name] = values.view(dtype).reshape(about["shape"])
    return tensors


class Gpt2:
    """The model of a folder of Transformers, in f64; `adapter`: a folder of PEFT for it."""

    def __init__(self, folder, adapter=None):
        self.config = json.load(open(os.path.join(folder, "config.json")))
        self.tensors = {}
        files = [os.path.join(folder, "model.safetensors")]
        if not os.path.exists(files[0]):
            files = sorted(glob.glob(os.path.join(folder, "*.safetensors")))
        for file in files:
            self.tensors.update(read_safetensors(file))
        self.prefix = "transformer." if "transformer.wte.weight" in self.tensors else ""
        self.adapters = {}
        if adapter is not None:
            self.about = json.load(open(os.path.join(adapter, "adapter_config.json")))
            assert self.about["peft_type"] == "LORA" and self.about["bias"] == "none" and self.about["fan_in_fan_out"]
            self.adapters = read_safetensors(os.path.join(adapter, "adapter_model.safetensors"))
            named = {f"base_model.model.{module}.lora_{part}.weight" for module in self.about["target_modules"] for part in "AB"}
            assert named == set(self.adapters), "the tensors are those of the target modules"

    def tensor(self, name):
        return self.tensors[self.prefix + name].double()

    def weight(self, module):
        """(in, out), with the change of an adapter: PEFT's get_delta_weight."""
        weight = self.tensor(module + ".weight")
        a = self.adapters.get(f"base_model.model.transformer.{module}.lora_A.weight")
        if a is None:
            return weight
        b = self.adapters[f"base_model.model.transformer.{module}.lora_B.weight"]
        return weight + (self.about["lora_alpha"] / self.about["r"]) * (b.double() @ a.double()).T

    def dense(self, x, module):
        return x @ self.weight(module) + self.tensor(module + ".bias")

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.tensor(name + ".weight"), self.tensor(name + ".bias"))

    def __call__(self, tokens):
        """Token ids (rows, length) to logits (rows, length, vocabulary)."""
        heads = self.config["n_head"]
        rows, length = tokens.shape
        x = self.tensor("wte.weight")[tokens] + self.tensor("wpe.weight")[:length]
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        for block in range(self.config["n_layer"]):
            at = f"h.{block}"
            split = lambda part: part.reshape(rows, length, heads, -1).transpose(1, 2)
            q, k, v = map(split, self.dense(self.norm(x, at + ".ln_1"), at + ".attn.c_attn").chunk(3, dim=-1))
            scores = (q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5).masked_fill(later, float("-inf"))
            mixed = (scores.softmax(-1) @ v).transpose(1, 2).reshape(rows, length, -1)
            x = x + self.dense(mixed, at + ".attn.c_proj")
            inner = F.gelu(self.dense(self.norm(x, at + ".ln_2"), at + ".mlp.c_fc"), approximate="tanh")
            x = x + self.dense(inner, at + ".mlp.c_proj")
        head = "wte.weight" if self.config.get("tie_word_embeddings", True) else None
        table = self.tensor(head) if head else self.tensors["lm_head.weight"].double()
        return self.norm(x, "ln_f") @ table.T


def kind(character):
    if character.isspace() and character not in "\x1c\x1d\x1e\x1f":
        return "blank"
    return {"L": "letter", "N": "number"}.get(unicodedata.category(character)[0], "mark")


def words(text):
    """GPT-2's pattern, by hand: 's|'t|'re|'ve|'m|'ll|'d| ?letters| ?numbers| ?marks|blanks before a blank|blanks."""
    at = 0
    while at < len(text):
        short = next((end for end in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d") if text.startswith(end, at)), None)
        if short:
            yield short
            at += len(short)
            continue
        begin = at + 1 if text[at] == " " and at + 1 < len(text) and kind(text[at + 1]) != "blank" else at
        end = begin + 1
        while end < len(text) and kind(text[end]) == kind(text[begin]):
            end += 1
        if kind(text[begin]) == "blank" and end < len(text) and end - begin > 1:
            end -= 1  # the last blank goes to the next word
        yield text[at:end]
        at = end


class Tokenizer:
    """Byte pairs of tokenizer.json, or of vocab.json and merges.txt; tokens that stand for themselves are not cut out."""

    def __init__(self, folder):
        path = lambda name: os.path.join(folder, name)
        if os.path.exists(path("tokenizer.json")):
            model = json.load(open(path("tokenizer.json"), encoding="utf-8"))["model"]
            self.ids, merges = model["vocab"], model["merges"]
            merges = [tuple(merge.split(" ")) if isinstance(merge, str) else tuple(merge) for merge in merges]
        else:
            self.ids = json.load(open(path("vocab.json"), encoding="utf-8"))
            lines = open(path("merges.txt"), encoding="utf-8").read().split("\n")
            merges = [tuple(line.split(" ")) for line in lines if line and not line.startswith("#version")]
        self.ranks = {merge: rank for rank, merge in enumerate(merges)}
        seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
        hidden = [byte for byte in range(256) if byte not in seen]
        self.visible = {byte: chr(byte) for byte in seen} | {byte: chr(256 + i) for i, byte in enumerate(hidden)}

    def __call__(self, text):
        return [self.ids[part] for word in words(text) for part in self.parts(word)]

    def parts(self, word):
        parts = [self.visible[byte] for byte in word.encode("utf-8")]
        while len(parts) > 1:
            pairs = list(zip(parts, parts[1:]))
            best = min(pairs, key=lambda pair: self.ranks.get(pair, float("inf")))
            if best not in self.ranks:
                break
            merged, at = [], 0
            while at < len(parts):
                together = tuple(parts[at : at + 2]) == best
                merged.append("".join(best) if together else parts[at])
                at += 2 if together else 1
            parts = merged
        return parts
