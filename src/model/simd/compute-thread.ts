// What runs in a compute thread: the leader with a plan, or a helper of its team. A helper never returns to its event
// loop. The leader returns to it only between calls when its memory is shared.
import { runEvaluation, runGradient, runPrediction, type Pauses } from '../cpu/run-plan';
import { yieldToLoop } from '../../base/yield-to-loop';
import { EngineError, type LossSums } from '../engine';
import { compile, type Plan } from '../plan/plan';
import { HelperChoice } from './helper-choice';
import { simdModelHere } from './one-thread';
import { programOf, type SimdProgram } from './program';
import { SimdModel } from './simd-model';
import { abortedAt, helpTeam, leadTeam, type TeamShare } from './team';
import type { ComputeRequest, FromComputeThread, LeaderJob, ToComputeThread } from './thread-messages';

type Post = (message: FromComputeThread, transfer?: Transferable[]) => void;

/** A call that says nothing for longer is taken for lost by the engine's owner (compute-threads.ts). */
const progressEveryMs = 1_000;

/** Returns the receiver of this thread's messages. */
export function computeThread(post: Post): (message: ToComputeThread) => void {
  let leader: Leader | undefined;
  const fail = (error: unknown): void => post({ kind: 'failed', ...describe(error) });
  const receive = (message: ToComputeThread): void => {
    switch (message.kind) {
      case 'lead':
        leader = new Leader(message, post);
        return post({ kind: 'ready' });
      case 'help': {
        const help = helpTeam(message.share);
        post({ kind: 'ready' });
        return help();
      }
      case 'team':
        return leader?.lead(message.share);
      case 'set-parameters':
        return leader?.model.setParameters(message.flat);
      case 'set-base':
        return leader?.model.setBase(message.halves);
      case 'abort':
        if (leader) leader.abortedCall = message.call;
        return;
      case 'request':
        leader?.compute(message.call, message.request).then((result) => {
          post(
            { kind: 'done', result },
            result instanceof Float32Array ? [result.buffer as ArrayBuffer] : [],
          );
        }, fail);
        return;
      default:
        message satisfies never;
    }
  };
  return (message) => {
    try {
      receive(message);
    } catch (error) {
      fail(error);
    }
  };
}

class Leader {
  readonly model: SimdModel;
  abortedCall = 0;
  readonly #plan: Plan;
  readonly #program: SimdProgram | undefined;
  #control: Int32Array | undefined;
  /** Buckets leave from here where the memory is not shared. */
  readonly #flat: Float32Array | undefined;
  #helpers = new HelperChoice();
  #run: (from: number, to: number) => void = () => undefined;
  #saidSoMs = 0;

  constructor(
    { spec, microBatch, checkpoints, path, share }: LeaderJob,
    readonly post: Post,
  ) {
    this.#plan = compile(spec, microBatch, { checkpoints });
    if (!share) {
      this.model = simdModelHere(this.#plan, path);
      this.#flat = new Float32Array(this.#plan.parameterCount);
      return;
    }
    const program = programOf(this.#plan, share.threads);
    this.#program = program;
    this.model = new SimdModel(this.#plan, program, share.memory, (from, to) => this.#run(from, to));
    this.lead(share);
  }

  /** Steps are the same for every number of threads. What was measured with another number no longer holds. */
  lead(share: Omit<TeamShare, 'steps'>): void {
    const { steps, calls } = this.#program!;
    this.#control = share.control;
    this.#helpers = new HelperChoice();
    this.#run = leadTeam(
      { ...share, steps },
      (call) => calls[call].reference(this.model),
      () => this.#helpers.isAlone,
    );
  }

  compute(call: number, request: ComputeRequest): Promise<LossSums | Float32Array> {
    const pauses = this.#pauses(call);
    switch (request.kind) {
      case 'gradient':
        return this.#timed(request.microBatches.length, () =>
          runGradient(this.#plan, this.model, {
            ...request,
            ...pauses,
            leave: (bucket) => {
              const values = this.#valuesOf(bucket);
              this.post({ kind: 'bucket', bucket, values }, values ? [values.buffer as ArrayBuffer] : []);
            },
          }),
        );
      case 'evaluate':
        return runEvaluation(this.model, request.microBatches, pauses);
      case 'predict':
        return runPrediction(this.model, request.microBatch, pauses);
      case 'read-parameters':
        return Promise.resolve(this.model.readParameters());
      default:
        return request satisfies never;
    }
  }

  async #timed<T>(microBatches: number, compute: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    const result = await compute();
    const nowMs = performance.now();
    if (microBatches > 0) this.#helpers.took(nowMs - startMs, microBatches, nowMs);
    return result;
  }

  #valuesOf({ start, end }: { start: number; end: number }): Float32Array | undefined {
    if (!this.#flat) return undefined;
    this.model.copyGradient(start, end, this.#flat);
    return this.#flat.slice(start, end);
  }

  /** Only a message can abort a call without shared memory, and it comes in a pause. */
  #pauses(call: number): Pauses {
    const control = this.#control;
    this.#saidSoMs = performance.now();
    return {
      pause: () => {
        this.#sayProgress();
        return control ? undefined : yieldToLoop();
      },
      isAborted: () => call === (control ? Atomics.load(control, abortedAt) : this.abortedCall),
    };
  }

  #sayProgress(): void {
    const nowMs = performance.now();
    if (nowMs - this.#saidSoMs < progressEveryMs) return;
    this.#saidSoMs = nowMs;
    this.post({ kind: 'progress' });
  }
}

/** An error that is not the engine's own is a trap of a kernel or a bug: the thread is not used again. */
function describe(error: unknown): { code: EngineError['code']; message: string } {
  if (error instanceof EngineError) return { code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'device-lost', message: `a compute thread failed: ${message}` };
}
