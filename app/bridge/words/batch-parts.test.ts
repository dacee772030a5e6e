// The number, the tiles and the sum belong to the same step, in every scenario of the panel lab.
import { expect, test } from 'vitest';
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { batchParts } from './batch-parts';
import { streamingDiloco } from '../../../src/train/run/modes/streaming';
import { syncNamed } from '../../../src/train/run/sync';
import { batchWords, yourPartWords, type BatchWords } from './batch-words';

const { scenarios } = await import('../../../tools/lab/fixtures/scenarios');

interface Shown {
  readonly snapshot: Snapshot;
  readonly last: StepRecord | undefined;
}

function shownBy(name: string): Shown {
  let snapshot: Snapshot | undefined;
  let last: StepRecord | undefined;
  const handle = scenarios.find((scenario) => scenario.name === name)!.handle();
  handle.subscribe((event) => {
    if (event.kind === 'snapshot') snapshot ??= event.snapshot;
    if (event.kind === 'steps') last = event.steps.at(-1);
  })();
  return { snapshot: snapshot!, last };
}

function wordsOf({ snapshot, last }: Shown): BatchWords {
  return batchWords(snapshot, batchParts(snapshot, last));
}

test.each([
  ['connecting', '–', 'Not yet known.', ''],
  ['catching-up', '–', 'Not yet known.', ''],
  ['lobby', '160', 'examples in the first step', '5 × 32 = 160'],
  ['training-1', '32', 'examples per step', '1 × 32 = 32'],
  ['training-3', '96', 'examples per step', '3 × 32 = 96'],
  ['training-8', '512', 'examples per step', '8 × 64 = 512; each accumulates 64 = 2 × 32'],
  ['joining', '96', 'examples per step', '3 × 32 = 96'],
  ['left-out', '96', 'examples per step', '2 × 48 = 96'],
  ['regrouping', '160', 'examples in the last step', '5 × 32 = 160'],
  ['no-quorum', '–', 'No step is taken now.', 'The last step had 4 × 32 = 128.'],
  ['paused', '96', 'examples in the last step', '3 × 32 = 96'],
  ['finished', '96', 'examples in the last step', '3 × 32 = 96'],
])('%s: %s %s', (name, numeral, unit, sum) => {
  expect(wordsOf(shownBy(name))).toMatchObject({ numeral, unit, sum });
});

test.each(scenarios.map(({ name }) => name))('%s: the tiles add up to the numeral', (name) => {
  const { snapshot, last } = shownBy(name);
  const { parts, examples, of } = batchParts(snapshot, last);
  expect(parts.reduce((sum, part) => sum + part.examples, 0)).toBe(examples);
  if (snapshot.phase.kind === 'no-quorum' || of === 'unknown') return;
  expect(wordsOf({ snapshot, last }).numeral.replaceAll(',', '')).toBe(String(examples));
});

test('a member that catches up has an empty tile with its name; a member that contributed and left keeps its tile', () => {
  const { snapshot, last } = shownBy('joining');
  expect(batchParts(snapshot, last).parts.map(({ examples }) => examples)).toEqual([32, 32, 32, 0]);
  expect(wordsOf({ snapshot, last }).summary).toContain('Nothing from Witty Puffin is in it.');
  const [self, gone, ...others] = snapshot.peers;
  const peers = [self, { ...gone, rank: undefined, state: 'connecting' as const }, ...others];
  const { parts, examples } = batchParts({ ...snapshot, peers }, last);
  expect(parts.at(-1)).toMatchObject({ name: gone.name, rank: undefined, examples: 32 });
  expect(examples).toBe(96);
});

test('a text: the numeral and the sum count windows', () => {
  const { snapshot, last } = shownBy('training-3');
  const terms = 64;
  const contributions = Object.fromEntries(snapshot.peers.map(({ id }) => [id, 8 * terms]));
  const config = { ...snapshot.config!, data: { kind: 'stories' as const, examples: 100, context: terms } };
  const text = { snapshot: { ...snapshot, terms, config }, last: { ...last!, contributions } };
  expect(wordsOf(text)).toMatchObject({
    numeral: '24',
    unit: 'windows per step',
    sum: '3 × 8 = 24 windows of 64 characters',
  });
});

const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 96 };
const exact = 'the update is that of one machine with a batch of 96.';
test.each([
  ['gradients', {}, exact],
  ['a codec', { codec: 'top-k' }, `but for what the codec holds back, ${exact}`],
  ['DiLoCo', { local }, 'each trains alone for 8 inner steps, and the update is the mean of their changes.'],
  [
    'one inner step',
    { local: { ...local, innerSteps: 1 } },
    'each trains alone for 1 inner step, and the update is the mean of their changes.',
  ],
  [
    'Streaming DiLoCo',
    { local: { ...local, fragment: { number: 1, of: 4 } } },
    'each trains alone for 8 inner steps, and the update is the mean of their changes to one part of the model.',
  ],
  [
    'SparseLoCo',
    { local, codec: 'sparse-loco' },
    'each trains alone for 8 inner steps, and the update is the mean of their changes, but for what the codec holds back.',
  ],
] as const)(
  '%s: the update is what the step’s record says, not what is chosen for later ones',
  (_, made, update) => {
    const { snapshot, last } = shownBy('training-3');
    const record = { ...last!, ...made };
    const chosen = { ...snapshot, sync: streamingDiloco(32), buckets: { ...snapshot.buckets!, codec: { kind: 'int4' } as const } }; // prettier-ignore
    for (const shown of [snapshot, chosen])
      expect(wordsOf({ snapshot: shown, last: record }).summary).toBe(`3 replicas take 32 each: ${update}`);
  },
);

test('before the first step the update is that of the mode chosen', () => {
  const { snapshot } = shownBy('lobby');
  const summary = (change: Partial<Snapshot>) => wordsOf({ snapshot: { ...snapshot, ...change }, last: undefined }).summary; // prettier-ignore
  expect(summary({ sync: syncNamed('diloco', 8) })).toContain(
    '256 each: each trains alone for 8 inner steps',
  );
  const codec = { kind: 'int4' } as const;
  expect(summary({ buckets: { ...snapshot.buckets!, codec } })).toContain(
    'but for what the codec holds back',
  );
});

test('what becomes of this device’s part', () => {
  const { snapshot, last } = shownBy('training-3');
  const words = (made: Partial<StepRecord>) => yourPartWords(batchParts(snapshot, { ...last!, ...made }));
  expect(words({})).toBe('Your gradient goes into every step, at its exact share.');
  expect(words({ codec: 'int8' })).toBe('Your gradient goes into every step, at its exact share. What the codec holds back of it goes into later ones.'); // prettier-ignore
  expect(words({ local })).toBe('The change that your inner steps make goes into every step, at its exact share.'); // prettier-ignore
  const over = { ...snapshot, phase: { kind: 'finished', why: '' } } as unknown as typeof snapshot;
  expect(yourPartWords(batchParts(over, { ...last!, codec: 'int8' }))).toBe('Your gradient went into the last step, at its exact share.'); // prettier-ignore
  expect(yourPartWords(batchParts({ ...snapshot, step: 0 }, undefined))).toBe('Your gradient will go into every step, at its exact share.'); // prettier-ignore
  expect(yourPartWords(batchParts(snapshot, last), 8)).toBe('Your gradient went into the last step, at its exact share. 8 steps of late went without yours: the ring refused it.'); // prettier-ignore
});

test('a fixed batch: the parts of the first step are those that the ring plans', () => {
  const { snapshot } = shownBy('lobby');
  const batch = { batchMode: 'fixed', globalBatch: 102, shards: 'equal' } as const;
  const shown = { snapshot: { ...snapshot, batch }, last: undefined };
  expect(wordsOf(shown)).toMatchObject({ numeral: '102', sum: '21 + 21 + 20 + 20 + 20 = 102' });
});
