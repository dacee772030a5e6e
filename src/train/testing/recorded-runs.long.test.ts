// The divergence alarm over recorded runs of the presets. A healthy run raises none. A rate that is thirty times too
// high raises one within 50 steps.
import { describe, expect, test } from 'vitest';
import { scheduledRate } from '../../optim/schedule/schedule';
import { guessLoss } from '../metrics/guess-loss';
import { divergenceAlarm, noSteps, watchStep, type Alarm } from '../metrics/divergence-alarm';
import { newRun } from '../run/run-state';
import { readTraces, type PresetTraces, type Trace } from './recorded-traces';

/** Steps after which a harmful rate must have been noticed. */
const noticedWithin = 50;
/** The rise from which on a person sees in the chart that the loss rose. */
const visibleRise = 1.5;

interface Alarmed {
  readonly step: number;
  readonly alarm: Alarm;
}

/** All alarms of a trace; a branch begins with the run that it left. */
function alarmsOf({ config, factor, replicas, traces }: PresetTraces, trace: Trace): Alarmed[] {
  const { seed, raisedAfter } = trace;
  const before = raisedAfter === null ? undefined : healthyOf(traces, seed);
  const losses = [...(before?.losses.slice(0, raisedAfter!) ?? []), ...trace.losses];
  const norms = [...(before?.norms.slice(0, raisedAfter!) ?? []), ...trace.norms];
  const alarms: Alarmed[] = [];
  let watch = noSteps;
  for (const [i, loss] of losses.entries()) {
    const isRaised = raisedAfter !== null && i >= raisedAfter;
    const learningRate = config.learningRate * (isRaised ? factor : 1);
    const step = {
      ...{ step: i + 1, loss, gradientNorm: norms[i], isSkipped: false, faulty: [] },
      learningRate: scheduledRate(config.schedule, i, config.steps, learningRate),
      effectiveBatch: replicas * config.localBatch,
    };
    watch = watchStep(watch, step, guessLoss(config));
    const alarm = divergenceAlarm(watch, { ...newRun(config), learningRate });
    if (alarm) alarms.push({ step: i + 1, alarm });
  }
  return alarms;
}

function healthyOf(traces: readonly Trace[], seed: number): Trace {
  return traces.find((one) => one.seed === seed && one.raisedAfter === null)!;
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** The rise of the mean loss: the raised steps over as many before them, or over a guess's loss. */
function riseIn({ traces }: PresetTraces, { seed, raisedAfter, losses }: Trace): number {
  const before = healthyOf(traces, seed).losses.slice(0, Math.max(1, raisedAfter!)).slice(-noticedWithin);
  return mean(losses.slice(0, noticedWithin)) / mean(before);
}

const seeds = [1, 2, 3];
/** Preset, steps. */
const runs = [
  ['moons', 2000],
  ['spirals', 2000],
  ['circles', 2000],
  ['xor', 2000],
  ['digits-linear', 3000],
  ['digits', 3000],
  ['digits-cnn', 3000],
  ['stories', 1000],
] as const;

describe.each(runs)('%s, %i steps', (preset, steps) => {
  test('a healthy run raises no alarm, to its last step', () => {
    const recorded = readTraces(preset);
    const healthy = recorded.traces.filter(({ raisedAfter }) => raisedAfter === null);
    expect(healthy.map(({ seed, losses }) => [seed, losses.length])).toEqual(
      seeds.map((seed) => [seed, steps]),
    );
    for (const trace of healthy) expect(alarmsOf(recorded, trace), `seed ${trace.seed}`).toEqual([]);
  });

  test('thirty times the rate in the middle of the run is noticed within 50 steps, with its cause', () => {
    const recorded = readTraces(preset);
    const raised = recorded.traces.filter(({ raisedAfter }) => raisedAfter === steps / 2);
    expect(raised).toHaveLength(seeds.length);
    for (const trace of raised) {
      const [first] = alarmsOf(recorded, trace);
      const why = `seed ${trace.seed}: ${trace.losses.join(' ')}`;
      expect(first?.step, why).toBeGreaterThan(trace.raisedAfter!);
      expect(first.step - trace.raisedAfter!, why).toBeLessThanOrEqual(noticedWithin);
      expect(first.alarm.cause, why).toMatch(/^the learning rate rose from /);
    }
  });

  test('at the start and at step 150 it is noticed wherever the loss visibly rises', () => {
    const recorded = readTraces(preset);
    for (const trace of recorded.traces.filter(
      ({ raisedAfter }) => raisedAfter === 0 || raisedAfter === 150,
    )) {
      const rise = riseIn(recorded, trace);
      if (rise < visibleRise) continue;
      const [first] = alarmsOf(recorded, trace);
      const why = `seed ${trace.seed} after ${trace.raisedAfter}, ${rise.toFixed(2)} times the loss`;
      expect(first?.step - trace.raisedAfter!, why).toBeLessThanOrEqual(noticedWithin);
    }
  });
});
