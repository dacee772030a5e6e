// A simulated ring whose sums are looked at: what each member tells is what travelled, and nobody else costs anything.
import { expect, test } from 'vitest';
import { testConfig } from '../../testing/real-ring';
import { SimulatedRing, type SimulatedReplica } from '../../testing/simulated-ring';
import type { SeenSum } from './sum-watch';

async function ringOf(seed: number): Promise<SimulatedRing> {
  const ring = new SimulatedRing({
    ...{ seed, config: { ...testConfig, steps: 100_000 }, conditions: { delayMs: 3, jitterMs: 2 } },
    computeMs: (random) => 90 + random.below(20),
  });
  for (let i = 0; i < 3; i++) ring.add();
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('ten steps', () => ring.replicas[0].steps.length >= 10);
  return ring;
}

function framesOf({ member }: SimulatedReplica): number {
  const counts = member.hub.log!.counts().filter(({ type }) => type === 'transfers');
  return counts.reduce((sum, { count }) => sum + count, 0);
}

test('T15 who looks is told of the last sums by every member, on one clock; who does not look records and sends nothing', async () => {
  const ring = await ringOf(5);
  const { replicas } = ring;
  const [looker] = replicas;
  const recorded = (): unknown[] => replicas.map(({ member }) => member.trainer.sumRecorder.finished);
  expect([...replicas.map(framesOf), ...recorded()]).toEqual([0, 0, 0, undefined, undefined, undefined]);
  const seen: SeenSum[] = [];
  looker.member.sumWatch.on('sum', (sum) => seen.push(sum));
  looker.member.sumWatch.watch(true);
  await ring.until('three sums are told', () => seen.length >= 3);
  expect(new Set(seen.map(({ step }) => step)).size).toBe(seen.length);
  for (const { members, told, errorMs, buckets } of seen) {
    expect(members.toSorted()).toEqual(replicas.map(({ id }) => id).toSorted());
    // Each of three in a ring sends two partial sums and two whole chunks of a bucket, and gets as many.
    expect(told.map((moves) => moves?.length)).toEqual([8 * buckets, 8 * buckets, 8 * buckets]);
    // Simulated members share one clock: a chunk comes after it has left, up to the error of the clocks.
    for (const [place, moves] of told.entries())
      for (const came of moves!.filter(({ kind }) => kind.endsWith('came'))) {
        const left = told[came.other]!.find(
          (one) =>
            one.kind === came.kind.replace('came', 'left') &&
            one.chunk === came.chunk &&
            one.bucket === came.bucket &&
            one.other === place,
        )!;
        expect(came.atMs - left.atMs).toBeGreaterThanOrEqual(3 - 2 * errorMs);
      }
  }
  looker.member.sumWatch.watch(false);
  ring.submit({ kind: 'pause' });
  await ring.runFor(8_000); // an answer may have been on its way, and records go on for five seconds
  const steps = (): unknown[] => replicas.map(({ member }) => member.trainer.sumRecorder.finished?.step);
  const before = [replicas.map(framesOf), steps()];
  ring.submit({ kind: 'start' });
  const { length } = looker.steps;
  await ring.until('twenty more steps', () => looker.steps.length > length + 20);
  expect([replicas.map(framesOf), steps()]).toEqual(before);
  ring.verify();
  await ring.end();
});

test('T15 a flood of questions gets few answers; garbage ends the link, and what nobody asked for is not taken', async () => {
  const ring = await ringOf(6);
  const [asker, asked, other] = ring.replicas;
  const answers = (): number =>
    asked.member.hub
      .log!.counts()
      .find(({ type, direction, peer }) => type === 'transfers' && direction === 'sent' && peer === asker.id)
      ?.count ?? 0;
  const taken: unknown[] = [];
  other.member.sumWatch.on('sum', (sum) => taken.push(sum));
  const key = { run: 1, step: 3, generation: 1 };
  for (let i = 0; i < 50; i++) asker.member.hub.sendJson(asked.id, 'transfers', { kind: 'ask', ...key });
  asker.member.hub.sendJson(other.id, 'transfers', { kind: 'moves', ...key, startMs: 0, moves: [] });
  const { length } = asker.steps;
  await ring.until('three more steps', () => asker.steps.length >= length + 3);
  expect(answers()).toBeGreaterThanOrEqual(6);
  expect(answers()).toBeLessThanOrEqual(8);
  expect(taken).toEqual([]);
  let why: string | undefined;
  asked.member.hub.on('unreadable', (refused) => (why = `${refused.peer}: ${refused.why}`));
  asker.member.hub.sendJson(asked.id, 'transfers', { kind: 'ask', ...key, step: 'all' });
  await ring.until('the link is refused', () => why !== undefined);
  expect(why).toBe(`${asker.id}: a malformed message of the transfers`);
  await ring.end();
});
