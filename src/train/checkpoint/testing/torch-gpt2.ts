// `npm run check:torch -- --gpt2 FOLDER`: a GPT-2 as Lockstep reads it from a folder, beside what PyTorch and the rules of byte
// pairs make of the same files: token ids of hard texts, and logits of its weights rounded to f16, as a base has them.
import { spawnSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesOf } from '../../../base/bytes';
import { logged } from '../../../base/sayings';
import { inEnglish } from '../../../cli/english/in-english';
import { recorded } from '../../../data/testing/gpt2';
import { tokensOf, vocabularySize } from '../../../data/vocabulary';
import { endOf } from '../../../model/engine';
import { compile } from '../../../model/plan/plan';
import { gptPreset } from '../../../model/presets';
import { createSimdEngine } from '../../../model/simd/simd-engine';
import { baseFileOf, readBase } from '../base-file';
import { openForeignGpt, type ForeignGpt } from '../import/foreign-gpt';
import { gptFilesIn } from '../import/gpt-files';
import plainSource from './plain_gpt2.py?raw';

/** The most tokens whose logits are compared: those of 50,257 tokens take 200 kB each. */
const mostPositions = 64;
const prose = `Lockstep trains one neural network across browser tabs. Every tab is a replica: it holds a full copy of the
model and computes gradients on its own shard of the batch. Around a ring the tabs sum their gradients, and all apply the same
exact update; after every step they compare a digest, and are in lockstep bit for bit, or the page says who is not.`;
/** The error of f32 sums, relative to the largest logit. */
const tolerance = 1e-5;

/** False: something differs, or the folder is not one that Lockstep reads; the reason is printed. */
export async function checkGpt2(python: string, folder: string): Promise<boolean> {
  const gpt = await openFolder(folder);
  if (typeof gpt === 'string') {
    console.error(`${folder}: ${gpt}`);
    return false;
  }
  const { vocabulary, rows, shape, notes } = gpt;
  console.log(
    `${folder}: ${shape.layers} blocks, ${shape.channels} channels, ${shape.heads} heads, ${shape.context} positions, ${vocabularySize(vocabulary)} tokens`,
  );
  for (const note of notes) console.log(inEnglish(note));
  const idsOf = (text: string): number[] => tokensOf(text, vocabulary).known.map((token) => rows[token]);
  // The plain tokenizer does not cut out tokens that stand for themselves.
  const special = (vocabulary.kind === 'byte-pairs' && vocabulary.gpt2?.special) || [];
  const texts = recorded.texts
    .map(([text]) => text)
    .filter((text) => !special.some((token) => text.includes(token)));
  const context = Math.min(mostPositions, shape.context);
  const tokens = tokensOf(prose, vocabulary).known.slice(0, context);
  const logits = await logitsOf(gpt, tokens);
  const place = await mkdtemp(path.join(tmpdir(), 'lockstep-gpt2-'));
  try {
    await writeFile(path.join(place, 'plain_gpt2.py'), plainSource);
    await writeFile(path.join(place, 'check.py'), checkSource);
    await writeFile(path.join(place, 'logits.f32'), bytesOf(logits));
    const asked = {
      texts: texts.map((text) => [text, idsOf(text)]),
      tokens: tokens.map((token) => rows[token]),
      rows,
      tolerance,
    };
    await writeFile(path.join(place, 'asked.json'), JSON.stringify(asked));
    const args = ['check.py', path.resolve(folder)];
    return spawnSync(python, args, { cwd: place, stdio: 'inherit' }).status === 0;
  } finally {
    await rm(place, { recursive: true });
  }
}

/** A string: why it is not read. */
async function openFolder(folder: string): Promise<ForeignGpt | string> {
  const names = await readdir(folder);
  const found = gptFilesIn(names);
  if (!found.ok) return inEnglish(found.error.says);
  const { shards, merges, ...needed } = found.value;
  const open = async (name: string): Promise<Blob> => (await openAsBlob(path.join(folder, name))) as Blob;
  const opened = await openForeignGpt({
    weights: await open(needed.weights),
    config: await open(needed.config),
    tokenizer: await open(needed.tokenizer),
    ...(merges === undefined ? {} : { merges: await open(merges) }),
    ...(shards ? { shards: await Promise.all(shards.map(open)) } : {}),
  });
  if (!opened.ok) return inEnglish(opened.error.says);
  return opened.value.vocabulary.kind === 'byte-pairs'
    ? opened.value
    : 'its tokens are characters; only byte pairs are compared here';
}

/** Logits (positions, our tokens) of the SIMD engine. The weights are a frozen base whose one adapter is still zero, so that no
 *  gradients of all of them take memory. */
async function logitsOf(gpt: ForeignGpt, tokens: readonly number[]): Promise<Float32Array> {
  const size = { ...gpt.shape, vocabulary: vocabularySize(gpt.vocabulary), dropout: 0 };
  const adapters = { rank: 1, alpha: 1, weights: ['layers.1.0.1.qkv.weight'] };
  const model = { ...gptPreset(size), adapters };
  const short = { ...gptPreset({ ...size, context: tokens.length }), adapters };
  const [slots, shortSlots] = [model, short].map((each) => compile(each, 1).base);
  const flat = new Uint16Array(endOf(slots));
  const file = await baseFileOf(gpt);
  if (!file.ok) throw new Error(logged(file.error.says));
  const read = await readBase(file.value, model, flat);
  if (!read.ok) throw new Error(logged(read.error.says));
  const engine = createSimdEngine(short, 1);
  const base = new Uint16Array(endOf(shortSlots));
  // The first positions of the table are those of the shorter one.
  for (const [at, { offset, length }] of shortSlots.entries())
    base.set(flat.subarray(slots[at].offset, slots[at].offset + length), offset);
  engine.setBase(base);
  engine.setParameters(engine.initialParameters(1));
  const logits = await engine.predict({
    inputs: Float32Array.from(tokens),
    labels: new Uint32Array(tokens.length),
    weights: new Float32Array(tokens.length).fill(1),
  });
  engine.destroy();
  return logits;
}

const checkSource = `
import array, json, sys
import torch
from plain_gpt2 import Gpt2, Tokenizer

folder, asked = sys.argv[1], json.load(open("asked.json"))
tokenizer = Tokenizer(folder)
wrong = [text for text, ids in asked["texts"] if tokenizer(text) != ids]
for text in wrong:
    print(f"token ids differ: {text!r}: {dict(asked['texts'])[text]}, and by the rules {tokenizer(text)}")
print(f"token ids of {len(asked['texts'])} hard texts: {'equal' if not wrong else f'NOT EQUAL in {len(wrong)}'}")

tokens = torch.tensor([asked["tokens"]])
values = array.array("f")
values.frombytes(open("logits.f32", "rb").read())
ours = torch.tensor(values).reshape(tokens.shape[1], -1).double()
model = Gpt2(folder)
model.tensors = {name: tensor.half() for name, tensor in model.tensors.items()}
theirs = model(tokens)[0][:, asked["rows"]]
largest, difference = theirs.abs().max().item(), (ours - theirs).abs().max().item()
limit = asked["tolerance"] * max(1, largest)
equal = difference <= limit
same = (ours.argmax(-1) == theirs.argmax(-1)).sum().item()
labels = torch.tensor([asked["rows"].index(token) for token in asked["tokens"][1:]])
losses = [torch.nn.functional.cross_entropy(each[:-1], labels).item() for each in (ours, theirs)]
print(f"logits of {len(ours)} tokens: up to {largest:.4g}, largest difference {difference:.1e}: {'equal' if equal else 'NOT EQUAL'} to {limit:.1e}")
print(f"likeliest next token: the same at {same} of {len(ours)} positions; loss {losses[0]:.6f}, by PyTorch in f64 {losses[1]:.6f}")
sys.exit(0 if equal and not wrong else 1)
`;
