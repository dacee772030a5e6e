// Adapters on a GPT-2 of true vocabulary: the run names the base by its hash, the host alone was given it, and the others get
// it from members. Whole Workers in this thread, linked by ports.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from '../../base/testing/wait-for';
import { inEnglish } from '../../cli/english/in-english';
import { recipeOf, tokenizerFileOf } from '../../data/recipe-tokens';
import { nameOfFile } from '../../data/name-of-file';
import { openText } from '../../data/text-file';
import { windowCount } from '../../data/window-count';
import { compile } from '../../model/plan/plan';
import { baseFileOf } from '../../train/checkpoint/base-file';
import { openForeignGpt } from '../../train/checkpoint/import/foreign-gpt';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { randomGpt, runOfGpt } from '../../train/checkpoint/testing/random-gpt';
import { parseRunConfig, type RunConfig } from '../../train/run/run-config';
import { testConfig } from '../../train/testing/real-ring';
import { adaptersOf } from '../adapter-choice';
import { type RingWorker, WorkerRing } from './testing/worker-ring';

const context = 4;
const text = new Blob([readFileSync('docs/training.md'), readFileSync('docs/data.md')]);

/** The run, and the files that it names. */
async function given(): Promise<{ readonly config: RunConfig; readonly named: readonly Blob[] }> {
  const gpt = await openForeignGpt(randomGpt({ context, channels: 64, heads: 4, layers: 1 }));
  if (!gpt.ok) throw new Error(inEnglish(gpt.error.says));
  const { vocabulary } = gpt.value;
  const made = await baseFileOf(gpt.value);
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const base = made.value;
  const opened = await openText(new Uint8Array(await text.arrayBuffer()), undefined, vocabulary);
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const { characters, bytes, sha256, tokens } = opened.value;
  const whole = runOfGpt(gpt.value);
  const config = parseRunConfig({
    ...whole,
    model: { ...whole.model, adapters: adaptersOf(whole.model, { rank: 32, alpha: 64, on: 'all' }) },
    base: await nameOfFile(base, () => Promise.resolve()),
    data: {
      ...whole.data,
      sha256,
      characters,
      bytes,
      tokens: tokens.length,
      examples: windowCount(tokens.length, context),
      recipe: recipeOf(vocabulary),
    },
    localBatch: 1,
    microBatch: 1,
    evaluateEvery: 0,
    steps: 1000,
  });
  if (!config.ok) throw new Error(inEnglish(config.error.says));
  return { config: config.value, named: [new Blob([tokenizerFileOf(vocabulary)!]), base] };
}

const rings: WorkerRing[] = [];
afterEach(() => rings.splice(0).forEach((ring) => ring.end()));

function ringOf(config: RunConfig): WorkerRing {
  const ring = new WorkerRing(config);
  rings.push(ring);
  return ring;
}

function add(ring: WorkerRing, named: readonly Blob[] = []): RingWorker {
  const member = ring.add();
  member.send({ kind: 'provide-text', text, named });
  return member;
}

const isFetching = ({ phases }: RingWorker): boolean =>
  phases.some((phase) => phase.kind === 'starting' && phase.doing.code === 'fetching-base');
const steps = async (member: RingWorker, more: number): Promise<void> => {
  const to = (member.snapshot?.step ?? 0) + more;
  await waitFor(() => expect(member.snapshot?.step).toBeGreaterThanOrEqual(to));
};

test(
  'T17 members get the base from members, sum the adapters alone, and a saved run of them goes on',
  { timeout: 120_000 },
  async () => {
    const { config, named } = await given();
    const ring = ringOf(config);
    const host = add(ring, named);
    const guests = [add(ring), add(ring)];
    await waitFor(() => expect(host.snapshot?.worldSize).toBe(3));
    host.send({ kind: 'host', command: { kind: 'start' } });
    await steps(host, 3);
    const { parameterCount } = compile(config.model, 1);
    expect(host.snapshot?.parameterCount).toBe(parameterCount);
    // Each of three members sends two thirds of the vector twice.
    const record = host.records.findLast(({ worldSize }) => worldSize === 3)!;
    expect(record.bytesSent).toBeGreaterThanOrEqual((4 / 3) * 4 * parameterCount);
    expect(record.bytesSent).toBeLessThan(1.1 * (4 / 3) * 4 * parameterCount);

    // One dies while it fetches; the ring does not wait for it.
    const dying = add(ring);
    await waitFor(() => expect(isFetching(dying)).toBe(true));
    expect(dying.snapshot?.worldSize).toBe(0);
    dying.leave();
    await steps(host, 2);
    const late = add(ring);
    await waitFor(() => expect(late.digests.size).toBeGreaterThan(1));
    expect(isFetching(late)).toBe(true);
    host.send({ kind: 'host', command: { kind: 'pause' } });
    await waitFor(() => expect(host.snapshot?.phase.kind).toBe('paused'));
    for (const member of [...guests, late])
      for (const [step, digest] of member.digests) expect(host.digests.get(step)).toBe(digest);

    const file = await guests[0].save();
    const saved = await readCheckpoint(file);
    if (!saved.ok) throw new Error(inEnglish(saved.error.says));
    expect(saved.value.held.tensors.parameters.length).toBe(parameterCount);
    expect(saved.value.held.state.config).toEqual(config);
    await expectGoesOn(file, config, named.slice(1));
  },
);

test('T17 a replica that asks members for the base takes it from its person, too', async () => {
  const { config, named } = await given();
  const [tokenizer, base] = named;
  const ring = ringOf(config);
  const host = add(ring, [tokenizer]);
  await waitFor(() => expect(isFetching(host)).toBe(true));
  const lacked = ({ phases }: RingWorker) =>
    phases.flatMap((phase) => (phase.kind === 'starting' && phase.lacks) || []);
  const { model } = config;
  expect(lacked(host)[0]).toEqual({ model, base: config.base });
  expect(host.snapshot?.worldSize).toBe(0);
  host.send({ kind: 'provide-base', base });
  await waitFor(() => expect(host.snapshot?.worldSize).toBe(1));
  const guest = add(ring);
  await waitFor(() => expect(isFetching(guest)).toBe(true));
  expect(lacked(guest)[0]).toEqual({ model, base: config.base });
  guest.send({ kind: 'provide-base', base });
  await waitFor(() => expect(host.snapshot?.worldSize).toBe(2));
  host.send({ kind: 'host', command: { kind: 'start' } });
  await steps(guest, 2);
});

/** Members of a ring with another run leave it to fetch the base of the run that goes on. */
async function expectGoesOn(file: Blob, { base }: RunConfig, named: readonly Blob[]): Promise<void> {
  const ring = ringOf(testConfig);
  const host = add(ring, named);
  const guest = add(ring);
  await waitFor(() => expect(host.snapshot?.worldSize).toBe(2));
  host.send({ kind: 'resume', file });
  await waitFor(() => expect(host.snapshot?.config?.base).toEqual(base));
  await waitFor(() => expect(guest.notices.map(({ says }) => says.code)).toContain('base-did-not-come'));
  await waitFor(() => expect(guest.snapshot?.config?.base).toEqual(base));
  await waitFor(() => expect(host.snapshot?.worldSize).toBe(2));
  host.send({ kind: 'host', command: { kind: 'start' } });
  await steps(guest, 2);
  host.send({ kind: 'host', command: { kind: 'pause' } });
  await waitFor(() => expect(host.snapshot?.phase.kind).toBe('paused'));
  for (const [step, digest] of guest.digests) expect(host.digests.get(step)).toBe(digest);
}
