// What lessons say of their runs, in the cases that once were said wrongly. The runs are told, not run.
import { expect, test } from 'vitest';
import { withFixedSums } from '../../src/replica/fixed-sums';
import { presets } from '../../src/replica/presets';
import { speakIn } from '../testing/speak-in';
import { loadLesson } from './catalogue';
import { initialValues, type Values } from './core/control';
import type { Facts, LessonId } from './core/lesson';
import { digestWords, stepsTaken, type TrialResult, type TrialStep } from './core/trial';
import { outcomeOf } from './testing/run-in-node';

const base = withFixedSums(presets.find(({ id }) => id === 'moons')!.config);

async function said(id: LessonId, given: Values, facts: Facts): Promise<string> {
  const lesson = (await loadLesson(id))!;
  return lesson.explain({ ...initialValues(lesson.controls()), ...given }, facts).join('\n');
}

/** The runs of a lesson, with these losses and this noise scale at every step. */
async function told(id: LessonId, given: Values, losses: readonly number[], scale: number) {
  const lesson = (await loadLesson(id))!;
  const values = { ...initialValues(lesson.controls()), ...given };
  const results = lesson.trials(values, base).map((trial, run): TrialResult => ({
    ...{ trial, parameters: 1218, isDiverged: false },
    steps: Array.from({ length: trial.steps }, (_, at) => ({
      ...{ step: at + 1, bytesSent: 1000, learningRate: 4.8 },
      loss: at === 0 ? 0.8 : losses[run],
      noise: { scale, weight: 1 },
      validation: { loss: losses[run], accuracy: 0.9 },
    })) as unknown as TrialStep[],
  }));
  return { lesson, results, outcome: lesson.outcome(values, results, []) };
}

test('the effective batch: how long the steps were', async () => {
  const higher = (rate: number): Facts => [400, 100, 0, 1, 0, rate, null];
  const linear = await said('effective-batch', { batch: '32', rate: '0.3', rule: 'linear' }, higher(1.2));
  expect(linear).toMatch(/up to 4 times as long, .* 1\.2 is too high/);
  expect(linear).not.toContain('as long as before');
  const warm = await said('effective-batch', { batch: '32', rate: '0.3', warmup: 'yes' }, higher(0.3));
  expect(warm).toContain('shorter during the warm-up');
  expect(warm).not.toContain('as long as before');
  const same = [400, 400, 0, 1, 0, 0.3, null];
  expect(await said('effective-batch', { batch: '8', warmup: 'yes' }, same)).toContain(
    'Only the warm-up differs',
  );
  expect(await said('effective-batch', { batch: '8' }, same)).not.toContain('exactly');
});

test('the effective batch: the noise scale is a mean, and there is none of few steps or after an explosion', async () => {
  const noise = async (batch: string, losses: readonly number[]) => {
    const { outcome } = await told('effective-batch', { batch }, losses, 50);
    return [outcome.figures.find(([name]) => name.startsWith('Noise'))?.[1], outcome.facts.at(-1)];
  };
  expect(await noise('8', [0.3, 0.3])).toEqual(['50', 50]);
  expect(await noise('128', [0.3, 0.3])).toEqual(['too few steps to say', null]);
  expect(await noise('8', [0.3, 5])).toEqual([undefined, null]);
  expect(await said('effective-batch', { batch: '32' }, [400, 100, 0, 0, 0, 0.1, 22])).toContain(
    'a mean over all steps',
  );
  expect(await said('effective-batch', { batch: '8' }, [400, 400, 0, 0, 0, 0.1, 800])).toContain(
    'the last 100 steps',
  );
  const exploded = await told('effective-batch', { batch: '128' }, [0.3, 5], 50);
  expect(exploded.outcome.figures).toContainEqual(['Learning rate of the ring', '4.8']);
});

test('talk less: one local step is no less talk, and local steps are counted as steps', async () => {
  const alone = await said('talk-less', { inner: '1', method: 'nesterov' }, [384, 1, -0.3]);
  expect(alone).toContain('It talked as often');
  expect(alone).not.toContain('talked less');
  expect(await said('talk-less', { inner: '1' }, [384, 1, 0])).toContain('the curves lie on each other');
  const { results } = await told('talk-less', { inner: '192' }, [0.2, 0.2], 50);
  expect(results.map(({ steps }) => steps.length)).toEqual([384, 2]);
  expect(stepsTaken(results)).toBe(768);
});

test('fewer bytes: as good as equal is no 0.0 % above, and a lesser loss says why', async () => {
  const equal = await told('fewer-bytes', { codec: 'int4' }, [0.125, 0.12501], 50);
  expect(await said('fewer-bytes', { codec: 'int4' }, equal.outcome.facts)).toContain('within 0.1\u00a0% of');
  expect(await said('fewer-bytes', { codec: 'sign' }, [500, 0.15, 1.14])).toMatch(
    /14\.0.% above[^]*in 384 steps the ring came less far/,
  );
});

test('the communication wall: one bar for a transfer and the wait for it', async () => {
  const { bars } = await outcomeOf((await loadLesson('communication-wall'))!);
  expect(bars!.items.map(({ label }) => label)).toEqual(['Computing', 'Sending and waiting', 'Other']);
});

test('one digest is the same for all', async () => {
  expect([3, 2].map((replicas) => digestWords({ step: 9, replicas, different: 1 }))).toEqual([
    '1, the same for all 3',
    '1, the same for both',
  ]);
  expect(await said('one-model', { replicas: '2' }, [0.1, 1, 2, 96, 5])).toContain(
    'both replicas of the ring',
  );
});

test('thousands of the controls are parted as the language does', async () => {
  const words = async (id: LessonId) => {
    const lesson = (await loadLesson(id))!;
    return lesson.controls().flatMap(({ options }) => options.map(([, words]) => words));
  };
  expect(await words('communication-wall')).toContain('17,154');
  await speakIn('de');
  expect(await words('communication-wall')).toEqual(expect.arrayContaining(['17\u202f154', '4\u202f096']));
  expect(await words('fewer-bytes')).toContain('1\u202f218');
});
