// How long an engine takes over the gradient of one micro-batch of the room's model.
import type { Clock } from '../../base/clock';
import { inPieces } from '../../base/in-pieces';
import { EngineError, type Engine } from '../engine';
import { compile } from '../plan/plan';
import { randomBatch } from '../plan/random-batch';
import type { ModelSpec } from '../spec';

/** The runs after the first, which warms up; the median is taken. */
const runs = 3;
/** All of them, unless the first alone takes longer. */
const budgetMs = 300;
/** An engine so many times slower than another is given up. */
const hopeless = 3;
/** The first run may be slow for other reasons than the engine. */
const firstMs = 500;

/** `bestMs`: of the engines measured before. Undefined: given up, because it is hopeless. Rejects with EngineError. */
export async function gradientTime(
  engine: Engine,
  spec: ModelSpec,
  clock: Clock,
  bestMs: number | undefined,
): Promise<number | undefined> {
  const { microBatch, parameterCount } = engine;
  const batch = randomBatch(compile(spec, microBatch), 'gradient time', 1, microBatch);
  const into = new Float32Array(parameterCount);
  engine.setParameters(await inPieces(engine.drawParameters(1), { clock }));
  const abort = new AbortController();
  const limitMs = bestMs === undefined ? undefined : Math.max(firstMs, hopeless * runs * bestMs);
  const cancel = limitMs === undefined ? undefined : clock.after(limitMs, () => abort.abort());
  const once = async (): Promise<number> => {
    const startMs = clock.now();
    const buckets = [{ index: 0, start: 0, end: parameterCount }];
    await engine.gradient([batch], buckets, into, () => {}, { overlap: false, signal: abort.signal });
    return clock.now() - startMs;
  };
  try {
    const warmUpMs = await once();
    const times: number[] = [];
    const endMs = clock.now() + budgetMs;
    if (bestMs === undefined || warmUpMs <= hopeless * bestMs || warmUpMs <= firstMs)
      while (times.length < runs && (times.length === 0 || clock.now() < endMs)) times.push(await once());
    return times.length === 0 ? undefined : median(times);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'aborted') return undefined;
    throw error;
  } finally {
    cancel?.();
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
