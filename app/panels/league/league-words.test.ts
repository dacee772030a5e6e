import { expect, test } from 'vitest';
import type { Attempt } from '../../../src/replica/protocol';
import { speakIn } from '../../testing/speak-in';
import { leaderWords, leagueCsv, settingWords } from './league-words';

const attempt = (run: number, change: Partial<Attempt['settings']> = {}, isChanged = false): Attempt => ({
  ...{ run, step: 40, ms: 1234, bytes: 5678, digest: 'a1'.repeat(8), isChanged },
  settings: {
    ...{ data: 'moons', parameters: 354, replicas: 3, batch: 96, learningRate: 0.3, optimizer: 'sgd' },
    ...{ codec: 'f32', topology: 'ring', buckets: 'bucketed', overlap: true, innerSteps: 1, isSlowed: false },
    ...change,
  },
});

test('an attempt is told by the settings that not all share', () => {
  const table = [attempt(1), attempt(2, { codec: 'int8', batch: 192 }), attempt(3, {}, true)];
  expect(settingWords(table[0], table)).toBe('batch 96, sent as 32 bits each');
  expect(settingWords(table[1], table)).toBe('batch 192, sent as 8 bits');
  expect(settingWords(table[2], table)).toBe('batch 96, sent as 32 bits each; changed on the way');
  expect(settingWords(table[0], [table[0]])).toBe('the first');
  expect(settingWords(table[0], [table[0], attempt(4)])).toBe('the same settings');
});

test('within a sentence words are lower-case, but for German nouns', async () => {
  const table = [attempt(1), attempt(2, { codec: 'sign', topology: 'tree' })];
  const other = attempt(3, { codec: 'power-sgd', topology: 'halving-doubling' });
  const said = (): string[] => [settingWords(table[1], table), settingWords(other, [table[0], other])];
  expect(said()).toEqual(['sent as 1 bit: the sign, up and down a tree', 'sent as low-rank factors, halving–doubling']); // prettier-ignore
  await speakIn('de');
  expect(said()).toEqual(['gesendet als 1 Bit: das Vorzeichen, einen Baum auf und ab', 'gesendet als Faktoren kleinen Rangs, Halbieren–Verdoppeln']); // prettier-ignore
  await speakIn('fr');
  expect(said()).toEqual(['envoi\u00a0: 1 bit\u00a0: le signe, par un arbre', 'envoi\u00a0: facteurs de rang faible, moitiés puis doubles']); // prettier-ignore
});

test('a name of a later page stays as it is', () => {
  const table = [attempt(1), attempt(2, { codec: 'later-codec', optimizer: 'constructor', topology: 'x', buckets: 'toString' })]; // prettier-ignore
  expect(settingWords(table[1], table)).toBe('constructor, sent as later-codec, x, toString');
});

test('who leads', () => {
  expect(leaderWords(attempt(3), undefined)).toMatch(/^Run 3 was fastest: 1\.23\u00a0s\.$/);
  expect(leaderWords(undefined, undefined)).toBe('No run has reached it yet.');
  expect(leaderWords({ run: 3, ms: 12_400 }, { run: 5, bytes: 1_200_000 })).toMatch(/^Run 3 was fastest: 12\.4\u00a0s\. Run 5 sent the fewest bytes: 1\.\d+\u00a0MB\.$/); // prettier-ignore
  expect(leaderWords(attempt(3), attempt(3))).toContain('Run 3 was fastest and sent the fewest bytes');
});

test('the table as CSV: a head, and one line an attempt', () => {
  const [head, first, second, end] = leagueCsv({ target: 0.2, attempts: [attempt(1), attempt(2)] }).split(
    '\n',
  );
  expect(head.split(',').slice(0, 4)).toEqual(['run', 'seconds', 'bytes_sent_by_one_replica', 'steps']);
  expect(first.split(',').slice(0, 7)).toEqual(['1', '1.234', '5678', '40', 'a1'.repeat(8), 'false', '0.2']);
  expect([first, second].map((line) => line.split(',').length)).toEqual([head.split(',').length, head.split(',').length]); // prettier-ignore
  expect(end).toBe('');
});
