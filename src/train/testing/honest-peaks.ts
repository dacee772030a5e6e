// Honest rings in the moments when they say most: all join at once, many die at once, the network falls in two and heals, views
// follow each other, a newcomer fetches a large state, steps have many buckets, all look at the timeline, commands come in a row,
// the host asks and all answer.
import { mlpPreset } from '../../model/presets';
import { newPass } from '../../net/room/pass';
import type { FramePeaks } from './frame-peaks';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';

export interface PeakScene {
  readonly size: number;
  readonly deaths: number;
  /** Hidden units of the model whose state a newcomer fetches. */
  readonly units: number;
  /** What a gradient takes once the fullest seconds of steps are over; absent: as before. The views that follow are the
   *  same beside fewer steps. */
  readonly laterStepMs?: number;
  readonly say: (text: string) => void;
}

const usualStepMs = 100;

export async function honestPeaks(peaks: FramePeaks, scene: PeakScene): Promise<void> {
  const { size, deaths, units, laterStepMs = usualStepMs, say } = scene;
  const config = {
    ...testConfig,
    ...{ steps: 1e6, localBatch: 2, microBatch: 2, evaluateEvery: 0, validationExamples: 20 },
    model: mlpPreset([2], 2, [units, units], 'tanh'),
    buckets: { ...testConfig.buckets, mode: 'per-tensor' as const },
  };
  let stepMs = usualStepMs;
  const ring = new SimulatedRing({ seed: 64, config, isSparse: size > 8, computeMs: () => stepMs });
  for (let i = 0; i < size; i++) ring.add(newPass());
  await ring.until('one ring', () => ring.isOneRing(size), 600_000);
  say(peaks.table(`${size} join at once, ${Math.round(ring.clock.now())} ms`));
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await steps(ring, 2);
  for (const { member } of ring.living) {
    member.timeline.watch(true);
    member.sumWatch.watch(true);
  }
  for (let number = 0; number < 60; number++)
    ring.submit({ kind: 'set-learning-rate', learningRate: 0.01 + number / 1000 });
  await steps(ring, 2);
  say(peaks.table('steps, 60 commands, all look at the timeline'));
  ring.publish({ kind: 'ask', question: { kind: 'loss', step: 5, most: 1 } });
  await ring.until('the question', () =>
    ring.living.every(({ member }) => member.board.document.question !== undefined),
  );
  for (const { member } of ring.living) member.board.answer(1, 1);
  for (let number = 0; number < 20; number++) {
    ring.publish({ kind: 'set-league', target: 1 + number });
    await ring.runFor(250);
  }
  say(peaks.table('a question, its answers, and 20 changes of the room in 5 s'));
  stepMs = laterStepMs;
  for (const replica of inRing(ring, (place) => place % 3 === 1).slice(0, deaths))
    ring.kill(replica, { notice: false });
  await ring.until('a ring of the rest', () => ring.isOneRing(size - deaths), 600_000);
  await steps(ring, 2);
  say(peaks.table(`${deaths} died at once`));
  const less = Math.floor((size - deaths) / 3);
  const minority = inRing(ring, (place) => place < less);
  const majority = ring.living.filter((one) => !minority.includes(one));
  for (const a of minority) for (const b of majority) ring.cut(a, b);
  await ring.until(
    'the majority goes on',
    () => majority.every(({ member }) => member.membership.view?.members.length === majority.length),
    600_000,
  );
  await ring.runFor(5_000);
  for (const a of minority) for (const b of majority) ring.mend(a, b);
  await ring.until('one ring again', () => ring.isOneRing(size - deaths), 600_000);
  await steps(ring, 2);
  say(peaks.table(`${minority.length} were cut off, and came back`));
  for (let turn = 0; turn < 4; turn++) {
    ring.kill(inRing(ring, (place) => place === 2 + turn)[0]);
    ring.add();
    await ring.runFor(2_500);
  }
  await ring.until('one ring again', () => ring.isOneRing(size - deaths), 600_000);
  await steps(ring, 2);
  say(peaks.table('four went and four came, one every 2.5 s'));
  ring.verify();
  await ring.end();
}

function inRing(ring: SimulatedRing, isOne: (place: number) => boolean): SimulatedReplica[] {
  const { members, ring: order } = ring.living[0].member.membership.view!;
  return order
    .filter((_, place) => isOne(place))
    .map((rank) => ring.replicas.find(({ id }) => id === members[rank])!);
}

async function steps(ring: SimulatedRing, count: number): Promise<void> {
  const before = new Map(ring.living.map(({ id, steps: done }) => [id, done.length]));
  await ring.until(
    `${count} more steps`,
    () => ring.living.every(({ id, steps: done }) => done.length >= (before.get(id) ?? 0) + count),
    600_000,
  );
}
