// The first values of a question on the run, and what is wrong with others. Pure.
import { t } from '@lingui/core/macro';
import type { RunConfig, Snapshot, StepRecord } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';

type Now = Pick<Snapshot, 'step' | 'config'>;

/** A class answers within it. */
const answerS = 60;
/** However slow the steps are. */
const leastAhead = 200;
/** The loss of one step, and its time, say little. */
const latest = 100;

/** A step that comes when a class has answered, or the run's last one; and a largest answer that the loss will hardly
 *  exceed. `records`: the newest steps, which may be those of the run before this one. */
export function firstValues(
  { step, config }: Now,
  records: readonly StepRecord[],
): { readonly step: number; readonly most: number } {
  const last = records.slice(-latest).filter((record) => record.step <= step);
  return { step: firstStep(step, config?.steps, rateOf(last)), most: firstMost(config, last) };
}

/** Steps a second. */
function rateOf(records: readonly StepRecord[]): number {
  const ms = records.length > 1 ? records[records.length - 1].atMs - records[0].atMs : 0;
  return ms > 0 ? (1000 * (records.length - 1)) / ms : 0;
}

/** Round, so that it changes seldom while the run goes on. */
function firstStep(done: number, steps: number | undefined, rate: number): number {
  const ahead = Math.max(leastAhead, answerS * rate);
  const unit = unitOf(ahead);
  return Math.min(steps ?? Infinity, unit * Math.ceil((done + ahead) / unit));
}

const firstMostOf: Readonly<Record<RunConfig['data']['kind'], number>> = {
  points: 1,
  homes: 1,
  digits: 3,
  idx: 3,
  table: 3,
  stories: 6,
  text: 6,
};

/** Twice the loss of late, or somewhat above that of guessing; one digit. */
function firstMost(config: RunConfig | undefined, records: readonly StepRecord[]): number {
  const losses = records.map(({ loss }) => loss).filter(Number.isFinite);
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  if (mean > 0) return Math.min(1e6, Math.max(1e-3, roundUp(2 * mean)));
  return config ? firstMostOf[config.data.kind] : 1;
}

function unitOf(value: number): number {
  return 10 ** Math.floor(Math.log10(value));
}

function roundUp(value: number): number {
  const unit = unitOf(value);
  return Number((unit * Math.ceil(value / unit)).toPrecision(1));
}

export function stepProblem(step: number, { step: done, config }: Now): string | undefined {
  const last = config?.steps ?? 1e9;
  if (Number.isSafeInteger(step) && step > done && step <= last) return undefined;
  return done >= last
    ? t`The run is over: begin a new one.`
    : t`A step after ${{ done: formatCount(done) }}, up to ${{ last: formatCount(last) }}.`;
}

export function mostProblem(most: number): string | undefined {
  return most >= 0.001 && most <= 1e6 ? undefined : t`From 0.001 to 1,000,000.`;
}

export function sizeProblem(replicas: number): string | undefined {
  return Number.isInteger(replicas) && replicas >= 2 && replicas <= 64 ? undefined : t`From 2 to 64.`;
}
