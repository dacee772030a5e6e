// Single calls computed by a team of compute threads, as a replica's engine computes the calls of its plan. A Worker leads,
// because the page's thread may not wait for the helpers.
import { newControl, type TeamShare } from '../../../src/model/simd/team';
import { spawnHere } from '../../../src/model/simd/spawn-worker';
import { assert } from '../../../src/base/assert';
import { choosePath } from '../../../src/simd/choose-path';
import type { Contender, OurCalls } from './contender';
import { placeCalls } from './simd-calls';

/** A job for the leader. It answers each with 'done'. */
export type LeaderJob =
  | { readonly kind: 'lead'; readonly share: TeamShare }
  /** Runs all steps so many times. */
  | { readonly kind: 'run'; readonly repeats: number };

/** Rejects when a thread does not start. A run rejects when one of them fails. */
export async function simdTeam(work: OurCalls, threads: number): Promise<Contender> {
  const { memory, steps, scratch, read } = placeCalls(work, threads, true);
  const control = newControl();
  const shareOf = (index: number): TeamShare => ({
    ...{ path: choosePath(), memory, control, steps, threads },
    scratch: scratch[index],
  });
  let fail!: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined); // whoever waits for a thread is told
  const leader = new Worker(new URL('./simd-leader.ts', import.meta.url), { type: 'module' });
  leader.onerror = ({ message }) => fail(new Error(`the leader: ${message}`));
  const ask = (job: LeaderJob): Promise<void> => {
    const done = new Promise<void>((resolve) => (leader.onmessage = () => resolve()));
    leader.postMessage(job);
    return Promise.race([done, failed]);
  };
  const helpers = Array.from({ length: threads - 1 }, (_, at) => startHelper(shareOf(at + 1), fail));
  const dispose = (): void => {
    leader.terminate();
    for (const { terminate } of helpers) terminate();
  };
  try {
    const ready = Promise.all(helpers.map((helper) => helper.ready));
    await Promise.all([ask({ kind: 'lead', share: shareOf(0) }), Promise.race([ready, failed])]);
  } catch (error) {
    dispose();
    throw error;
  }
  const runs = (repeats: number): Promise<void> => ask({ kind: 'run', repeats });
  return {
    async check() {
      await runs(1);
      return read();
    },
    run: () => runs(1),
    runs,
    dispose,
  };
}

function startHelper(
  share: TeamShare,
  fail: (error: Error) => void,
): { readonly ready: Promise<void>; terminate(): void } {
  assert(spawnHere, 'a page can start Workers');
  let isReady!: () => void;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const thread = spawnHere('bench helper', {
    message: (message) => (message.kind === 'ready' ? isReady() : fail(new Error(JSON.stringify(message)))),
    failed: (why) => fail(new Error(`a helper: ${why}`)),
  });
  thread.post({ kind: 'help', share });
  return { ready, terminate: () => thread.terminate() };
}
