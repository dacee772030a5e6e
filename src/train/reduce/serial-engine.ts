// An engine runs one call at a time. This one queues its callers, so that the screen can ask for a sample while a
// gradient is computed.
import type { Engine, MicroBatch } from '../../model/engine';

export interface SerialEngine extends Engine {
  /** Like `predict`, by the parameters that `of` names when its turn comes. The engine then holds what it held before:
   *  with local steps those are parameters of this replica alone (E24). */
  predictBy(of: () => Float32Array, microBatch: MicroBatch): Promise<Float32Array>;
}

export function serialEngine(engine: Engine): SerialEngine {
  let last: Promise<unknown> = Promise.resolve();
  /** Set last; the engine may hold other ones while it predicts by `predictBy`. */
  let own: Float32Array | undefined;
  /** A copy of those set during `predictBy`. */
  let waiting: Float32Array | undefined;
  let isLent = false;
  const inTurn = <T>(call: () => Promise<T>): Promise<T> => {
    const result = last.then(call, call);
    last = result.catch(() => undefined);
    return result;
  };
  const setParameters = (flat: Float32Array): void => {
    own = flat;
    if (isLent) waiting = flat.slice();
    else engine.setParameters(flat);
  };
  const predictBy = async (wanted: Float32Array, microBatch: MicroBatch): Promise<Float32Array> => {
    if (wanted === own) return engine.predict(microBatch);
    let held: Float32Array | undefined;
    isLent = true;
    try {
      held = await engine.readParameters();
      engine.setParameters(wanted);
      return await engine.predict(microBatch);
    } finally {
      isLent = false;
      const back = waiting ?? held;
      waiting = undefined;
      if (back) engine.setParameters(back);
    }
  };
  return {
    backend: engine.backend,
    get device() {
      return engine.device;
    },
    get note() {
      return engine.note;
    },
    isSoftware: engine.isSoftware,
    precision: engine.precision,
    memory: engine.memory,
    slots: engine.slots,
    parameterCount: engine.parameterCount,
    base: engine.base,
    microBatch: engine.microBatch,
    terms: engine.terms,
    lost: engine.lost,
    initialParameters: (seed) => engine.initialParameters(seed),
    drawParameters: (seed) => engine.drawParameters(seed),
    setParameters,
    setBase: (halves) => engine.setBase(halves),
    gradient: (...call) => inTurn(() => engine.gradient(...call)),
    evaluate: (...call) => inTurn(() => engine.evaluate(...call)),
    predict: (...call) => inTurn(() => engine.predict(...call)),
    predictBy: (of, microBatch) => inTurn(() => predictBy(of(), microBatch)),
    readParameters: () => inTurn(() => engine.readParameters()),
    runCalls: (trials) => inTurn(() => engine.runCalls(trials)),
    destroy: () => engine.destroy(),
  };
}
