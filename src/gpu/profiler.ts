// Times a plan: ms per op. With timestamp queries each call is a pass of its own between two stamps. Browsers round
// stamps to 0.1 ms unless told not to, so the sum over repeats is closer. Without timestamp queries each call is a
// submit of its own, timed from outside, which adds a wait of about 0.1 ms to every call. The calls run in the order of
// a step either way.
import type { GpuContext } from './device';
import type { FaultWatch } from './faults';
import { encodePass, type Dispatch } from './program';
import { StagingPool } from './staging';

export interface ProfiledCall {
  readonly op: string;
  readonly flops: number;
  readonly dispatches: readonly Dispatch[];
}

/** The time of all calls of one op, in one run of the plan. */
export interface ProfileRow {
  readonly op: string;
  readonly calls: number;
  readonly ms: number;
  readonly flops: number;
}

const repeats = 3;
/** Stamps in one query set, the limit of the WebGPU standard. */
const maxStamps = 4096;

/** Rows, costliest op first. */
export async function profile(
  context: GpuContext,
  calls: readonly ProfiledCall[],
  watch: FaultWatch,
): Promise<ProfileRow[]> {
  const total = calls.map(() => 0);
  for (let repeat = 0; repeat <= repeats; repeat++) {
    const ms = context.timestamps
      ? await stamped(context, calls, watch)
      : await submitted(context, calls, watch);
    if (repeat > 0) ms.forEach((each, at) => (total[at] += each / repeats)); // the first warms up
  }
  const rows = new Map<string, { op: string; calls: number; ms: number; flops: number }>();
  calls.forEach(({ op, flops }, at) => {
    const row = rows.get(op) ?? { op, calls: 0, ms: 0, flops: 0 };
    rows.set(op, { op, calls: row.calls + 1, ms: row.ms + total[at], flops: row.flops + flops });
  });
  return [...rows.values()].sort((a, b) => b.ms - a.ms);
}

async function submitted(
  { device, clock }: GpuContext,
  calls: readonly ProfiledCall[],
  watch: FaultWatch,
): Promise<number[]> {
  const times: number[] = [];
  for (const { op, dispatches } of calls) {
    const encoder = device.createCommandEncoder({ label: op });
    encodePass(encoder, op, dispatches);
    const startMs = clock.now();
    device.queue.submit([encoder.finish()]);
    await watch.until(device.queue.onSubmittedWorkDone(), 'the GPU');
    times.push(clock.now() - startMs);
  }
  return times;
}

async function stamped(
  { device, clock }: GpuContext,
  calls: readonly ProfiledCall[],
  watch: FaultWatch,
): Promise<number[]> {
  const times: number[] = [];
  const pool = new StagingPool(device, clock);
  for (let from = 0; from < calls.length; from += maxStamps / 2) {
    const part = calls.slice(from, from + maxStamps / 2);
    const count = 2 * part.length;
    const querySet = device.createQuerySet({ label: 'profile', type: 'timestamp', count });
    const resolved = device.createBuffer({
      label: 'profile',
      size: 8 * count,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
    });
    const staging = pool.take(8 * count);
    try {
      const encoder = device.createCommandEncoder({ label: 'profile' });
      part.forEach(({ op, dispatches }, at) =>
        encodePass(encoder, op, dispatches, {
          querySet,
          beginningOfPassWriteIndex: 2 * at,
          endOfPassWriteIndex: 2 * at + 1,
        }),
      );
      encoder.resolveQuerySet(querySet, 0, count, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, staging.buffer, 0, 8 * count);
      device.queue.submit([encoder.finish()]);
      await watch.until(staging.map(), 'the GPU');
      const stamps = new BigInt64Array(staging.contents()); // ns
      part.forEach((_, at) => times.push(Math.max(0, Number(stamps[2 * at + 1] - stamps[2 * at]) / 1e6)));
    } finally {
      staging.release();
      querySet.destroy();
      resolved.destroy();
    }
  }
  pool.destroy();
  return times;
}
