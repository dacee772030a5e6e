// This device's engines, and which of them trains: the fastest that answers right, or the one that the person wants. An
// engine that was wrong once is not taken again by this replica.
import { isSameSaying, say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { chooseEngine, type EngineCandidate } from '../../model/check/choose-engine';
import type { EngineReport, EngineWish } from '../../model/check/engine-report';
import { reducedCalls } from '../../model/check/reduced-spec';
import { EngineWatch } from '../../model/check/engine-watch';
import { TrueShapes } from '../../model/check/true-shapes';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { EngineError, type Engine } from '../../model/engine';
import { engineDetail } from '../../model/engine-detail';
import { createProcessorEngine, hasSimd, type ProcessorOptions } from '../../model/simd/processor-engine';
import { createWebGpuEngine } from '../../model/webgpu/webgpu-engine';
import type { Prepared } from '../../train/context/trainer-options';
import { serialEngine } from '../../train/reduce/serial-engine';
import { hashText } from '../../train/run/run-config';
import type { RunConfig } from '../protocol';
import type { ChoiceMemory } from './choice-memory';
import { withSpeedCheck } from './speed-check';

export type EnginesOf = (
  config: Pick<RunConfig, 'model' | 'microBatch' | 'precision' | 'checkpoints'>,
  wish: EngineWish,
) => readonly EngineCandidate[];

/** Plain loops reach 1 to 2 GFLOP/s; no processor of today reaches four. */
const loopsFlopsPerMs = 4e6;

/** They are tried in this order: one that starts at once goes before one that takes seconds, which is then waited for only
 *  as long as it is worth. Plain loops come last. On a software adapter WebGPU is slower than any of them: it is taken only if a
 *  person asks for it. */
export const enginesOn =
  (processor: Omit<ProcessorOptions, 'checkpoints'>): EnginesOf =>
  ({ model, microBatch, precision, checkpoints }, wish) => [
    ...(hasSimd()
      ? [
          {
            backend: 'simd' as const,
            create: () => createProcessorEngine(model, microBatch, { ...processor, checkpoints }),
          },
        ]
      : []),
    {
      backend: 'webgpu',
      create: () =>
        createWebGpuEngine(model, microBatch, {
          checkpoints,
          alsoCompile: () => reducedCalls(model),
          precision: precision === 'mixed' ? 'mixed-or-f32' : 'f32',
          onlyHardware: wish !== 'webgpu',
        }),
    },
    {
      backend: 'cpu',
      create: () => Promise.resolve(createCpuEngine(model, microBatch, { checkpoints })),
      atMostFlopsPerMs: loopsFlopsPerMs,
      isLastResort: hasSimd(),
    },
  ];

export class EngineChooser {
  readonly #refused = new Map<Engine['backend'], string>();
  /** The reports by what the engine is compiled for: a new learning rate needs no new measurement. */
  readonly #reports = new Map<string, EngineReport>();

  /** `warn` is told why an engine is refused, or why it was not checked. */
  constructor(
    readonly wish: EngineWish,
    readonly clock: Clock,
    readonly enginesOf: EnginesOf,
    readonly warn: (why: Saying) => void,
    /** Choices of earlier visits. */
    readonly memory?: Pick<ChoiceMemory, 'recall' | 'remember' | 'forget'>,
  ) {}

  /** The engine chosen before for this model, here or at an earlier visit. If it no longer starts or answers right, or
   *  there was none, the best of all. `quiet`: see chooseEngine. Rejects with EngineError. */
  async choose(config: RunConfig, quiet?: Promise<unknown>): Promise<Omit<Prepared, 'dataset'>> {
    const { model, microBatch, precision, checkpoints } = config;
    const key = hashText(JSON.stringify([model, microBatch, precision, checkpoints]));
    const before = this.#reports.get(key) ?? (await this.#recalled(key));
    if (!before) return this.#chooseOf(config, key, undefined, quiet);
    try {
      return await this.#chooseOf(config, key, before);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      await this.memory?.forget(key);
      return this.#chooseOf(config, key, undefined, quiet);
    }
  }

  /** Only for the free choice among engines none of which was wrong. */
  async #recalled(key: string): Promise<EngineReport | undefined> {
    return this.wish === 'auto' && this.#refused.size === 0 ? this.memory?.recall(key) : undefined;
  }

  async #chooseOf(
    config: RunConfig,
    key: string,
    before: EngineReport | undefined,
    quiet?: Promise<unknown>,
  ): Promise<Omit<Prepared, 'dataset'>> {
    const { model, microBatch } = config;
    const isWanted = ({ backend }: EngineCandidate): boolean =>
      this.wish === 'auto'
        ? before === undefined || before.chosen === backend
        : this.wish === (backend === 'webgpu' ? 'webgpu' : 'cpu');
    const wanted = this.enginesOf(config, this.wish).filter(isWanted);
    const left = wanted.filter(({ backend }) => !this.#refused.has(backend));
    if (left.length === 0) throw new EngineError('wrong-answers', [...this.#refused.values()].join('; '));
    const { wish, clock } = this;
    const refuse = (backend: Engine['backend'], why: string): void => this.#refuse(backend, why);
    const { engine, known, answersMs, report } = await chooseEngine(left, model, microBatch, {
      wish,
      clock,
      refuse,
      quiet,
    });
    const full = this.#reportOf(report, before);
    this.#reports.set(key, full);
    const wasChoice = full.trials.length > 1 && !full.trials.some(({ isWrong }) => isWrong);
    if (!before && wish === 'auto' && wasChoice) void this.memory?.remember(key, full);
    const shared = serialEngine(engine);
    const serial = this.#checked(shared, key, full);
    const watch = new EngineWatch(serial, known, new TrueShapes(model, undefined, clock), clock, {
      refuse: (why) => this.#refuse(engine.backend, why),
      notDone: (why) => this.warn(say('check-not-done', { detail: why })),
    });
    return { engine: serial, predictBy: shared.predictBy, report: full, answersMs, watch };
  }

  /** An engine from an earlier visit, if another one was measured then. */
  #checked(engine: Engine, key: string, { isFromEarlierVisit, trials }: EngineReport): Engine {
    const others = trials.slice(1).flatMap(({ gradientMs }) => gradientMs ?? []);
    if (!isFromEarlierVisit || others.length === 0) return engine;
    return withSpeedCheck(engine, this.clock, Math.min(...others), () => void this.memory?.forget(key));
  }

  /** An earlier measurement still holds; what the chosen engine says of itself is new. */
  #reportOf(report: EngineReport, before: EngineReport | undefined): EngineReport {
    if (!before) return { ...report, trials: [...report.trials, ...this.#refusals(report)] };
    const { note } = report;
    return note === undefined || isSameSaying(before.note, note) ? before : { ...before, note };
  }

  #refuse(backend: Engine['backend'], why: string): void {
    this.#refused.set(backend, why);
    this.#reports.clear();
    this.warn(say('engine-refused', { detail: engineDetail({ code: 'wrong-answers', message: why }) }));
  }

  #refusals({ trials }: EngineReport): EngineReport['trials'] {
    return [...this.#refused]
      .filter(([backend]) => !trials.some((trial) => trial.backend === backend))
      .map(([backend, why]) => ({
        backend,
        device: '',
        gradientMs: undefined,
        why: engineDetail({ code: 'wrong-answers', message: why }),
        isWrong: true,
      }));
  }
}
