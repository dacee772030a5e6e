// What a decision announces: every setting that differs, from which value to which, and the first step that is made with it.
import { expect, test } from 'vitest';
import { withEdge } from '../../net/emulation/network-settings';
import { noEmulation } from '../../net/emulation/no-emulation';
import { namedProfiles } from '../../net/emulation/profile-words';
import { applyCommand } from '../commands/command-meaning';
import type { HostCommand } from '../commands/host-command';
import { membersChanged, settingsChanged } from './changed';
import { moonsRun } from '../testing/moons-run';
import { newRun, type RunState } from './run-state';
import { streamingDiloco } from './modes/streaming';
import { dilocoOuter, syncNamed } from './sync';

const config = moonsRun([8]);
const plan = { positions: [], shards: [], learningRate: 0.1, buckets: config.buckets };
/** Step 41 is planned. */
const running: RunState = { ...newRun(config), status: 'running', step: 40, plan };
const { buckets } = running;
const bucketed = { ...buckets, mode: 'bucketed' } as const;

function announced(command: HostCommand, before = running): string[] {
  return settingsChanged(before, applyCommand(before, command)).map(
    ({ what, step, before: was, after }) => `${what} ${JSON.stringify(was)} ${JSON.stringify(after)} ${step}`,
  );
}

test('what is in a plan begins after the planned step, all else with the next one', () => {
  const network = withEdge(noEmulation, 'a'.repeat(16), 'b'.repeat(16), namedProfiles.slow);
  const { learningRate } = running;
  expect(announced({ kind: 'set-learning-rate', learningRate: 0.02 })).toEqual([
    `rate ${learningRate} 0.02 42`,
  ]);
  expect(announced({ kind: 'set-network', network })[0]).toMatch(/^network .* 41$/);
  expect(
    announced({ kind: 'set-learning-rate', learningRate: 0.02 }, { ...running, plan: null }),
    'nothing is planned',
  ).toEqual([`rate ${learningRate} 0.02 41`]);
  expect(announced({ kind: 'set-sync', sync: syncNamed('diloco', 8) }), 'the plan goes').toEqual([
    'sync null 8 41',
  ]);
});

test('each setting that differs is announced, and no other', () => {
  const set = (change: Partial<typeof buckets>, before = bucketed) =>
    announced({ kind: 'set-buckets', buckets: { ...before, ...change } }, { ...running, buckets: before });
  expect(set({})).toEqual([]);
  expect(set({ overlap: !buckets.overlap, topology: 'star' })).toEqual([
    'topology "ring" "star" 42',
    `overlap ${buckets.overlap} ${!buckets.overlap} 42`,
  ]);
  const auto = { ms: 0, ringMs: 0 };
  expect(set({ auto }), 'measurement chooses from now on').toEqual([
    'chosen null {"topology":"ring","ms":0,"ringMs":0} 42',
  ]);
  const measured = { ms: 3, ringMs: 7 };
  expect(set({ auto: measured }, { ...bucketed, auto }), 'measured, and nothing changed').toEqual([]);
  expect(set({ topology: 'direct', auto: measured }, { ...bucketed, auto })).toEqual([
    'chosen {"topology":"ring","ms":0,"ringMs":0} {"topology":"direct","ms":3,"ringMs":7} 42',
  ]);
  expect(set({ topology: 'star', auto: undefined }, { ...bucketed, auto }), 'the host chooses again').toEqual(
    ['topology null "star" 42'],
  );
  expect(set({ capBytes: 8192 })[0]).toMatch(/^sizes .*8192/);
  expect(set({ mode: 'single', capBytes: 8192 }), 'one sum has no sizes').toEqual([
    'buckets "bucketed" "single" 42',
  ]);
  expect(set({ gatherBytes: 0, boundedParts: false }), 'as it was').toEqual([]);
  expect(set({ gatherBytes: 64, boundedParts: true })).toEqual(['gathered 0 64 42', 'bounded false true 42']);
  const topK = { kind: 'top-k', share: 0.01 } as const;
  expect(set({ codec: topK })[0]).toMatch(/^codec /);
  expect(set({ codec: { ...topK, share: 0.03 } }, { ...bucketed, codec: topK })[0]).toMatch(/^share /);
});

test('settings of one mode of summing are changes of their own; those of another mode are not', () => {
  const sync = { ...streamingDiloco(16), outer: dilocoOuter };
  const from = (change: object) =>
    announced({ kind: 'set-sync', sync: { ...sync, ...change } }, { ...running, sync }).map(
      (text) => text.split(' ')[0],
    );
  expect(from({})).toEqual([]);
  expect(from({ innerSteps: 32 })).toEqual(['inner']);
  expect(from({ fragments: 8, delay: 0 })).toEqual(['inner', 'fragments', 'delay']);
  expect(from({ pattern: sync.pattern === 'strided' ? 'sequential' : 'strided' })).toEqual(['pattern']);
  expect(from({ mixing: 0.25 })).toEqual(['mixing']);
  expect(from({ outer: { ...dilocoOuter, learningRate: 0.5 } })).toEqual(['outer']);
  expect(from({ outer: { kind: 'average' } })).toEqual(['sync']);
});

test('a batch grows with the ring, or has a size', () => {
  const set = (batch: Pick<RunState, 'batchMode' | 'globalBatch' | 'shards'>, before = running) =>
    announced({ kind: 'set-batch', batch }, before);
  const fixed = { batchMode: 'fixed', globalBatch: 64, shards: running.shards } as const;
  expect(set(fixed)).toEqual(['batch null 64 42']);
  expect(set({ ...fixed, globalBatch: 96 }, { ...running, ...fixed })).toEqual(['batch-size 64 96 42']);
  const shards = running.shards === 'equal' ? 'measured' : 'equal';
  expect(set({ ...fixed, shards }, { ...running, ...fixed })).toEqual([
    `parts "${running.shards}" "${shards}" 42`,
  ]);
});

test('nothing is announced before the first step, and between two runs', () => {
  const command = { kind: 'set-learning-rate', learningRate: 0.02 } as const;
  expect(announced(command, { ...running, step: 0 })).toEqual([]);
  expect(announced({ kind: 'configure', config: { ...config, learningRate: 0.02 } })).toEqual([]);
});

test('members are announced where some came or went in one lineage', () => {
  const view = (members: readonly string[], lineage = 'a1') => ({
    lineage,
    generation: 1,
    members,
    ring: [0, 1],
  });
  const [two, three] = [view(['b', 'a']), view(['b', 'a', 'c'])];
  expect(membersChanged(two, three, running)).toEqual([
    { what: 'members', step: 41, before: ['a', 'b'], after: ['a', 'b', 'c'] },
  ]);
  expect(membersChanged(two, { ...two, generation: 2, ring: [1, 0] }, running)).toEqual([]);
  expect(membersChanged(two, view(['c'], 'b2'), running)).toEqual([]);
  expect(membersChanged(two, three, { ...running, step: 0 })).toEqual([]);
});
