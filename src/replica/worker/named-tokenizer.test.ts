// A room on a text in GPT-2's 50,257 tokens: the run names the tokenizer by its hash, the host alone was given it, and the
// others get it from members. Whole Workers in this thread, linked by ports.
import { afterEach, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { waitFor } from '../../base/testing/wait-for';
import { inEnglish } from '../../cli/english/in-english';
import { recipeOf, tokenizerFileOf, vocabularyIn } from '../../data/recipe-tokens';
import { gpt2 } from '../../data/testing/gpt2';
import { openText } from '../../data/text-file';
import { vocabularySize } from '../../data/vocabulary';
import { windowCount } from '../../data/window-count';
import { gptPreset } from '../../model/presets';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { parseRunConfig, type RunConfig } from '../../train/run/run-config';
import { testConfig } from '../../train/testing/real-ring';
import { runFactsIn } from '../files/run-file';
import { WorkerRing } from './testing/worker-ring';

const context = 4;
const vocabulary = vocabularySize(gpt2);
const tokenizer = new Blob([tokenizerFileOf(gpt2)!]);
const words = ['the ring', ' trains', ' one model', ', and nobody', ' has its data;', ' again\n'];
const random = prng('text', 1);
const text = new Blob(Array.from({ length: 400 }, () => words[random.below(words.length)]));

async function configOf(): Promise<RunConfig> {
  const opened = await openText(new Uint8Array(await text.arrayBuffer()), undefined, gpt2);
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const { characters, bytes, sha256, tokens } = opened.value;
  const config = parseRunConfig({
    ...testConfig,
    model: gptPreset({ context, channels: 4, heads: 1, layers: 1, vocabulary, dropout: 0, tied: true }),
    data: {
      kind: 'text',
      name: 'ring',
      sha256,
      characters,
      bytes,
      tokens: tokens.length,
      vocabulary,
      context,
      examples: windowCount(tokens.length, context),
      recipe: recipeOf(gpt2),
    },
    validationExamples: 8,
    localBatch: 1,
    microBatch: 1,
    optimizer: { kind: 'sgd' },
    steps: 1000,
    evaluateEvery: 0,
  });
  if (!config.ok) throw new Error(inEnglish(config.error.says));
  return config.value;
}

const rings: WorkerRing[] = [];
afterEach(() => rings.splice(0).forEach((ring) => ring.end()));

test(
  'T17 a member and one that comes later get the tokenizer, train in lockstep, and the saved run holds it',
  { timeout: 60_000 },
  async () => {
    const config = await configOf();
    const ring = new WorkerRing(config);
    rings.push(ring);
    const host = ring.add();
    host.send({ kind: 'provide-text', text, named: [tokenizer] });
    const guest = ring.add();
    guest.send({ kind: 'provide-text', text });
    await waitFor(() => expect(host.snapshot?.worldSize).toBe(2));
    host.send({ kind: 'host', command: { kind: 'start' } });
    await waitFor(() => expect(host.snapshot?.step).toBeGreaterThan(2));
    const late = ring.add();
    late.send({ kind: 'provide-text', text });
    await waitFor(() => expect(late.snapshot?.phase.kind).toBe('training'));
    await waitFor(() => expect(new Set(late.digests.keys()).size).toBeGreaterThan(1));
    host.send({ kind: 'host', command: { kind: 'pause' } });
    await waitFor(() => expect(host.snapshot?.phase.kind).toBe('paused'));
    for (const [step, digest] of late.digests) expect(host.digests.get(step)).toBe(digest);
    const file = await guest.save();
    const saved = await readCheckpoint(file);
    expect(saved.ok && saved.value.vocabulary).toEqual(gpt2);
    await expectReadable(file);
    await expectGoesOn(file);
  },
);

/** A page reads the run's text again with the tokenizer of the saved run alone. */
async function expectReadable(file: Blob): Promise<void> {
  const facts = await runFactsIn(file);
  const recipe = facts.ok ? facts.value.recipe : undefined;
  const bytes = new Uint8Array(await recipe!.tokenizerFile!.arrayBuffer());
  expect(vocabularyIn(recipe, bytes)).toEqual({ ok: true, value: gpt2 });
}

/** A device that never had the tokenizer goes on with the saved run, and gives the tokenizer to a member. */
async function expectGoesOn(file: Blob): Promise<void> {
  const ring = new WorkerRing(testConfig);
  rings.push(ring);
  const host = ring.add();
  await waitFor(() => expect(host.snapshot?.phase.kind).toBe('lobby'));
  host.send({ kind: 'provide-text', text });
  host.send({ kind: 'resume', file });
  await waitFor(() => expect(host.snapshot?.phase.kind).toBe('paused'));
  const { step } = host.snapshot!;
  const guest = ring.add();
  guest.send({ kind: 'provide-text', text });
  await waitFor(() => expect(guest.snapshot?.worldSize).toBe(2));
  host.send({ kind: 'host', command: { kind: 'start' } });
  await waitFor(() => expect(guest.snapshot?.step).toBeGreaterThan(step + 1));
}
