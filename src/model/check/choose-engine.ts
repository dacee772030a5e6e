// Chooses a device's engine: of those that it has and that answer right, the fastest on the room's own model. Only that
// one is kept.
import { engineDetail } from '../engine-detail';
import { say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { DeadlineError, waitFor } from '../../base/deadline';
import { yieldToLoop } from '../../base/yield-to-loop';
import { EngineError, type Engine, type Precision } from '../engine';
import { compile, flopsOf } from '../plan/plan';
import type { ModelSpec } from '../spec';
import type { EngineReport, EngineTrial, EngineWish } from './engine-report';
import { gradientTime } from './gradient-time';
import { KnownAnswers } from './known-answers';

export interface EngineCandidate {
  readonly backend: Engine['backend'];
  /** Rejects with EngineError. */
  create(): Promise<Engine>;
  /** The multiplications and additions per ms that an engine never exceeds whose gradient cannot be interrupted. */
  readonly atMostFlopsPerMs?: number;
  /** Tried only when no other engine works. */
  readonly isLastResort?: boolean;
}

export interface ChosenEngine {
  readonly engine: Engine;
  readonly known: KnownAnswers;
  /** How long this engine took to answer. */
  readonly answersMs: number;
  readonly report: EngineReport;
}

/** Kernels may take many seconds to compile. */
const startMs = 60_000;
/** Another engine that is ready waits for a slower start for so many of its gradients, */
const gradientsWorthWaiting = 50;
/** and at least this long. */
const leastWaitMs = 1_000;
/** A gradient that cannot be interrupted is not begun if it must take so many times longer than another engine's. */
const hopeless = 3;

interface Ready {
  readonly engine: Engine;
  readonly known: KnownAnswers;
  readonly answersMs: number;
  readonly gradientMs: number | undefined;
}

/** Rejects with EngineError: the model is bad, or no engine starts, or none answers right ('wrong-answers').
 *  `refuse` remembers an engine with wrong answers. */
export async function chooseEngine(
  candidates: readonly EngineCandidate[],
  spec: ModelSpec,
  microBatch: number,
  options: {
    readonly wish: EngineWish;
    readonly clock: Clock;
    readonly refuse: (backend: Engine['backend'], why: string) => void;
    /** Settles when other work of this thread is done, which would slow down what is timed. */
    readonly quiet?: Promise<unknown> | undefined;
  },
): Promise<ChosenEngine> {
  const { wish, clock, refuse, quiet } = options;
  const flops = flopsOf(compile(spec, microBatch)); // a bad model is no engine's fault
  const leastMs = (candidate: EngineCandidate): number => flops / (candidate.atMostFlopsPerMs ?? Infinity);
  const rank = ({ isLastResort }: EngineCandidate): number => (isLastResort ? 1 : 0);
  const order = candidates.toSorted((a, b) => rank(a) - rank(b) || leastMs(a) - leastMs(b));
  const rivals = order.filter(({ isLastResort }) => !isLastResort);
  const trials: EngineTrial[] = [];
  const errors: EngineError[] = [];
  /** Made once per precision, while the first engine starts. */
  const knownOf = new Map<Precision, Promise<KnownAnswers>>();
  const knownFor = (precision: Precision): Promise<KnownAnswers> => {
    const known = knownOf.get(precision) ?? KnownAnswers.make(spec, precision, { clock });
    knownOf.set(precision, known);
    return known;
  };
  let best: Ready | undefined;

  const tryOne = async (candidate: EngineCandidate): Promise<void> => {
    const { backend } = candidate;
    const leave = (why: Saying, device = '', more: Pick<EngineTrial, 'isWrong' | 'isLate'> = {}): void => {
      trials.push({ backend, device, gradientMs: undefined, why, ...more });
    };
    const slower = best?.gradientMs !== undefined && leastMs(candidate) > hopeless * best.gradientMs;
    if (slower) return leave(say('takes-at-least', { ms: Math.round(leastMs(candidate)) }));
    let engine: Engine | undefined;
    try {
      engine = await started(candidate, clock, best?.gradientMs, () => knownFor('f32'));
      if (!engine) return leave(say('not-ready-in-time'), '', { isLate: true });
      const known = await knownFor(engine.precision);
      const askedMs = clock.now();
      const wrong = await known.ask(engine);
      const answersMs = clock.now() - askedMs;
      if (wrong !== undefined) {
        refuse(backend, wrong);
        throw new EngineError('wrong-answers', wrong);
      }
      const isAlone = rivals.length < 2 || (best === undefined && candidate === order.at(-1));
      if (!isAlone) await quiet?.catch(() => undefined); // the work's owner sees its error
      const gradientMs = isAlone ? undefined : await gradientTime(engine, spec, clock, best?.gradientMs);
      const { device } = engine;
      if (gradientMs === undefined && !isAlone) {
        engine.destroy();
        return leave(say('times-slower', { times: hopeless }), device);
      }
      trials.push({ backend, device, gradientMs, why: undefined });
      const wins = best?.gradientMs === undefined || gradientMs! < best.gradientMs;
      const loser = wins ? best?.engine : engine;
      if (wins) best = { engine, known, answersMs, gradientMs };
      loser?.destroy();
    } catch (error) {
      engine?.destroy();
      if (!(error instanceof EngineError) || error.code === 'bad-model') throw error;
      errors.push(error);
      leave(engineDetail(error), engine?.device, error.code === 'wrong-answers' ? { isWrong: true } : {});
    }
  };

  for (const candidate of order) if (!(candidate.isLastResort && best)) await tryOne(candidate);
  if (!best) throw errors.find(({ code }) => code === 'wrong-answers') ?? errors[0];
  const { engine, known, answersMs } = best;
  const first = trials.find(({ backend, why }) => backend === engine.backend && why === undefined)!;
  const report = {
    wish,
    chosen: engine.backend,
    ...(engine.note !== undefined && { note: engine.note }),
    trials: [first, ...trials.filter((each) => each !== first)],
  };
  return { engine, known, answersMs, report };
}

/** Does `meanwhile` while it waits. Undefined: another engine is ready, and this one is not worth a longer wait. Rejects with EngineError. */
async function started(
  candidate: EngineCandidate,
  clock: Clock,
  bestMs: number | undefined,
  meanwhile: () => Promise<unknown>,
): Promise<Engine | undefined> {
  const limitMs = bestMs === undefined ? startMs : Math.max(leastWaitMs, gradientsWorthWaiting * bestMs);
  const wait = waitFor<Engine>(clock, Math.min(startMs, limitMs), `${candidate.backend} to start`);
  let isLate = false;
  const creating = candidate.create();
  creating.then((engine) => (isLate ? engine.destroy() : wait.settle(engine)), wait.reject);
  try {
    await yieldToLoop(); // it has asked for its device, or its threads
    await meanwhile();
    return await wait.promise;
  } catch (error) {
    isLate = true;
    if (!(error instanceof DeadlineError)) throw error;
    if (bestMs === undefined) throw new EngineError('gpu-error', error.message);
    return undefined;
  }
}
