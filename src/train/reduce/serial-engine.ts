// An engine runs one call at a time. This one queues its callers, so that the screen can ask for a sample while a
// gradient is computed.
import type { Engine } from '../../model/engine';

export function serialEngine(engine: Engine): Engine {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(call: () => Promise<T>): Promise<T> => {
    const result = last.then(call, call);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    backend: engine.backend,
    device: engine.device,
    isSoftware: engine.isSoftware,
    precision: engine.precision,
    memory: engine.memory,
    slots: engine.slots,
    parameterCount: engine.parameterCount,
    microBatch: engine.microBatch,
    terms: engine.terms,
    lost: engine.lost,
    initialParameters: (seed) => engine.initialParameters(seed),
    setParameters: (flat) => engine.setParameters(flat),
    gradient: (...call) => inTurn(() => engine.gradient(...call)),
    evaluate: (...call) => inTurn(() => engine.evaluate(...call)),
    predict: (...call) => inTurn(() => engine.predict(...call)),
    readParameters: () => inTurn(() => engine.readParameters()),
    runCalls: (trials) => inTurn(() => engine.runCalls(trials)),
    destroy: () => engine.destroy(),
  };
}
