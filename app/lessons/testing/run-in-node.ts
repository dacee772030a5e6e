// Lessons without a browser: their trials on whole simulated replicas, in simulated time.
import { withFixedSums } from '../../../src/replica/fixed-sums';
import { presets } from '../../../src/replica/presets';
import { SimulatedRing } from '../../../src/train/testing/simulated-ring';
import { initialValues, type Values } from '../core/control';
import type { Lesson, Outcome } from '../core/lesson';
import type { Trial, TrialResult } from '../core/trial';

/** The time of one gradient. */
const computeMs = 10;

/** The results that this worker knows: lessons share trials between settings. */
const known = new Map<string, Promise<TrialResult>>();

async function runInNode(trial: Trial): Promise<TrialResult> {
  const { label: _label, colour: _colour, dash: _dash, ...what } = trial;
  const key = JSON.stringify(what);
  const result = known.get(key) ?? live(trial);
  known.set(key, result);
  return { ...(await result), trial };
}

async function live(trial: Trial): Promise<TrialResult> {
  const ring = new SimulatedRing({
    seed: 5,
    config: { ...trial.config, steps: 1_000_000 },
    conditions: { delayMs: 0.1, bytesPerSecond: 1e9 },
    computeMs: () => computeMs,
  });
  const [host, ...others] = Array.from({ length: trial.replicas }, () => ring.add());
  await ring.formed(trial.replicas);
  if (trial.line) ring.submit({ kind: 'set-network', network: { everyEdge: trial.line, edges: [] } });
  ring.submit({ kind: 'start' });
  const { death } = trial;
  const isAt = (step: number): boolean =>
    (host.steps.at(-1)?.step ?? 0) >= step || host.member.phase.kind === 'diverged';
  if (death) {
    await ring.until(`step ${death.afterStep}`, () => isAt(death.afterStep), 1e7);
    const last = others[others.length - 1];
    if (death.how === 'vanish') ring.kill(last, { notice: false });
    else last.member.leave();
  }
  await ring.until(`step ${trial.steps}`, () => isAt(trial.steps), 1e7);
  const isDiverged = host.member.phase.kind === 'diverged';
  // All members are this test's own (H24).
  const steps = host.steps.slice(0, trial.steps).map((step) => ({ ...step, ...step.overTerms }));
  await ring.end();
  const parameters = host.member.replica.held?.state ? parametersOf(trial) : 0;
  return { trial, steps, parameters, isDiverged };
}

function parametersOf({ config }: Trial): number {
  let inputs = config.model.inputShape[0];
  let count = 0;
  for (const layer of config.model.layers) {
    if (layer.kind !== 'dense') continue;
    count += (inputs + 1) * layer.units;
    inputs = layer.units;
  }
  return count;
}

/** The lesson with these settings, the others as at first. */
export async function outcomeOf(lesson: Lesson, given: Values = {}): Promise<Outcome> {
  const values = { ...initialValues(lesson.controls()), ...given };
  const base = withFixedSums(presets.find(({ id }) => id === 'moons')!.config);
  const results: TrialResult[] = [];
  for (const trial of lesson.trials(values, base)) results.push(await runInNode(trial));
  const timelines = (await lesson.simulate?.(values, new AbortController().signal)) ?? [];
  return lesson.outcome(values, results, timelines);
}
