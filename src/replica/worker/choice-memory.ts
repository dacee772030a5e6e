// Remembers on this device which engine won by measurement, for the same model on the same adapter. So a second visit
// need not measure again. What is read back is checked like a message from a stranger. It expires, and it is forgotten
// when the engine proves slower than another was.
import { del, get, set } from 'idb-keyval';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { logged, unexpected, type Saying } from '../../base/sayings';
import type { EngineReport } from '../protocol';

/** Drivers and browsers change: after a week the engines are measured again. */
const validMs = 7 * 24 * 3_600_000;
/** Where an engine started too slowly to be measured, it is given another chance the next day. */
const validLateMs = 24 * 3_600_000;
/** Some browsers never open a database and report no error. */
const storageMs = 250;

const backend = v.picklist(['webgpu', 'simd', 'cpu']);
const number = v.pipe(v.number(), v.finite());
const english = v.optional(v.pipe(v.string(), v.maxLength(300)));
/** Why an engine was not taken: of these codes, with their one number if they have one. */
const reason = v.variant('code', [
  v.strictObject({ code: v.literal('takes-at-least'), values: v.strictObject({ ms: number }) }),
  v.strictObject({ code: v.literal('times-slower'), values: v.strictObject({ times: number }) }),
  v.strictObject({
    code: v.picklist([
      'not-ready-in-time',
      'no-webgpu-here',
      'no-adapter-here',
      'engine-device-lost',
      'engine-out-of-memory',
      'engine-gpu-error',
      'engine-model-does-not-fit',
      'engine-wrong-answers',
      'engine-aborted',
      'unexpected',
    ]),
    english,
  }),
]);
const trial = v.strictObject({
  backend,
  device: v.pipe(v.string(), v.maxLength(120)),
  gradientMs: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
  why: v.optional(reason),
  isLate: v.optional(v.literal(true)),
});
const remembered = v.strictObject({
  measuredAtMs: v.pipe(v.number(), v.finite()),
  chosen: backend,
  trials: v.pipe(v.array(trial), v.minLength(1), v.maxLength(3)),
});

/** What holds the entries: IndexedDB, or a map in tests. */
export interface ChoiceStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  del(key: string): Promise<void>;
}

export const browserStorage: ChoiceStorage | undefined =
  typeof indexedDB === 'undefined' ? undefined : { get: (key) => get(key), set, del };

export class ChoiceMemory {
  constructor(
    readonly storage: ChoiceStorage,
    readonly clock: Clock,
    /** All that the measurement depends on, but the model: adapter, version of the program. Settles soon. */
    readonly device: Promise<string>,
  ) {}

  /** undefined: nothing that holds. Never rejects. */
  async recall(model: string): Promise<EngineReport | undefined> {
    try {
      const read = await this.#inTime(this.#key(model).then((key) => this.storage.get(key)));
      if (read === undefined) return undefined;
      const report = this.#check(read);
      if (!report) await this.forget(model);
      return report;
    } catch {
      return undefined; // refused, or no answer: measured again
    }
  }

  /** Never rejects. */
  async remember(model: string, { chosen, trials }: EngineReport): Promise<void> {
    const entry = { measuredAtMs: this.clock.epochMs(), chosen, trials: trials.map(plainTrial) };
    await this.#inTime(this.#key(model).then((key) => this.storage.set(key, entry))).catch(() => undefined);
  }

  /** Never rejects. */
  async forget(model: string): Promise<void> {
    await this.#inTime(this.#key(model).then((key) => this.storage.del(key))).catch(() => undefined);
  }

  async #key(model: string): Promise<string> {
    return `engine choice, ${await this.device}, ${model}`;
  }

  #check(read: unknown): EngineReport | undefined {
    const parsed = v.safeParse(remembered, read);
    if (!parsed.success) return undefined;
    const { measuredAtMs, chosen, trials } = parsed.output;
    const ageMs = this.clock.epochMs() - measuredAtMs;
    const [first] = trials;
    const backends = new Set(trials.map((each) => each.backend));
    const limitMs = trials.some(({ isLate }) => isLate) ? validLateMs : validMs;
    if (!(ageMs >= 0 && ageMs < limitMs)) return undefined;
    if (first.backend !== chosen || first.why !== undefined || backends.size < trials.length)
      return undefined;
    return {
      wish: 'auto',
      chosen,
      isFromEarlierVisit: true,
      trials: trials.map(({ why, gradientMs, ...rest }) => ({
        ...rest,
        gradientMs,
        why: why as Saying | undefined,
      })),
    };
  }

  #inTime<Value>(answer: Promise<Value>): Promise<Value> {
    const wait = waitFor<Value>(this.clock, storageMs, 'the remembered choice of an engine');
    answer.then(wait.settle, wait.reject);
    return wait.promise;
  }
}

function plainTrial({
  backend: of,
  device,
  gradientMs,
  why,
  isLate,
}: EngineReport['trials'][number]): object {
  return {
    backend: of,
    device,
    ...(gradientMs !== undefined && { gradientMs }),
    ...(why !== undefined && { why: v.is(reason, why) ? why : unexpected(logged(why).slice(0, 300)) }),
    ...(isLate && { isLate }),
  };
}
