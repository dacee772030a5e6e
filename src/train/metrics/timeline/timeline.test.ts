// A simulated ring looked at: accounts of the same steps come from every member, on one clock.
import { expect, test } from 'vitest';
import { testConfig } from '../../testing/real-ring';
import { SimulatedRing, type SimulatedReplica } from '../../testing/simulated-ring';
import type { SeenAccount } from './timeline';

const config = { ...testConfig, steps: 100_000, evaluateEvery: 0 };

async function ringOf(seed: number): Promise<{ ring: SimulatedRing; replicas: readonly SimulatedReplica[] }> {
  const ring = new SimulatedRing({
    ...{ seed, config, conditions: { delayMs: 3, jitterMs: 2 } },
    computeMs: (random, index) => (index === 1 ? 140 : 90) + random.below(20),
  });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('ten steps', () => replicas[0].steps.length >= 10);
  return { ring, replicas };
}

function framesOf({ member }: SimulatedReplica): number {
  const counts = member.hub.log!.counts().filter(({ type }) => type === 'timeline');
  return counts.reduce((sum, { count }) => sum + count, 0);
}

test('T10 T11 who looks sees every member’s last steps, placed within the stated error; overlap off stays beside on', async () => {
  const { ring, replicas } = await ringOf(5);
  const [looker, slow] = replicas;
  expect(replicas.map(framesOf)).toEqual([0, 0, 0]);
  const seen: SeenAccount[] = [];
  looker.member.timeline.on('accounts', (accounts) => seen.push(...accounts));
  looker.member.timeline.watch(true);
  const stepsOf = (isOverlapped: boolean): number[][] =>
    replicas.map(({ id }) =>
      seen.filter((one) => one.member === id && one.isOverlapped === isOverlapped).map(({ step }) => step),
    );
  const areSeen = (isOverlapped: boolean): boolean =>
    stepsOf(isOverlapped).every((steps) => steps.length >= 8);
  await ring.until('eight steps of each are seen', () => areSeen(true));
  ring.submit({ kind: 'set-buckets', buckets: { ...config.buckets, overlap: false } });
  await ring.until('eight steps without overlap', () => areSeen(false));

  // Simulated members share one clock: the sender's own account is the truth.
  let largestMs = 0;
  for (const { member, step, run, startMs, endMs, errorMs, spans } of seen) {
    const truth = ring.replicas.find(({ id }) => id === member)!.member.trainer.accounts.of(run, step);
    if (!truth) continue; // long ago
    largestMs = Math.max(largestMs, Math.abs(startMs - truth.startMs));
    expect(Math.abs(startMs - truth.startMs)).toBeLessThanOrEqual(errorMs + 0.01);
    expect(Math.abs(endMs - truth.endMs)).toBeLessThanOrEqual(errorMs + 0.02);
    expect(spans.map(({ kind }) => kind)).toEqual(truth.spans.map(({ kind }) => kind));
    expect(errorMs > 0).toBe(member !== looker.id);
  }
  console.log(`largest difference between a placed time and the true one: ${largestMs.toFixed(2)} ms`);
  // The others wait for the slow one.
  const waits = seen.flatMap(({ spans }) => spans.filter(({ kind }) => kind === 'wait'));
  const forSlow = waits.filter(({ member }) => member === slow.id);
  const length = (spans: typeof waits): number => spans.reduce((sum, one) => sum + one.endMs - one.startMs, 0); // prettier-ignore
  expect(length(forSlow) / length(waits)).toBeGreaterThan(0.6);
  // Each step of each member arrived once.
  expect(new Set(seen.map(({ member, step }) => `${member} ${step}`)).size).toBe(seen.length);

  looker.member.timeline.watch(false);
  const before = replicas.map(framesOf);
  const { length: steps } = looker.steps;
  await ring.until('twenty more steps', () => looker.steps.length > steps + 20);
  // An answer may have been on its way.
  expect(replicas.map(framesOf)[0] - before[0]).toBeLessThanOrEqual(2);
  ring.verify();
  await ring.end();
});

test('T11 a flood of questions gets few answers; T10 garbage ends the link, and strangers’ accounts are not taken', async () => {
  const { ring, replicas } = await ringOf(6);
  const [asker, asked, other] = replicas;
  const { run, step } = asked.member.trainer.accounts.shown(ring.clock.now()).at(-1)!;
  const answers = (): number =>
    asked.member.hub.log!.counts().find(({ type, direction, peer }) => type === 'timeline' && direction === 'sent' && peer === asker.id)?.count ?? 0; // prettier-ignore
  const taken: unknown[] = [];
  other.member.timeline.on('accounts', (accounts) => taken.push(accounts));
  for (let i = 0; i < 50; i++)
    asker.member.hub.sendJson(asked.id, 'timeline', { kind: 'ask', run, steps: [step] });
  // Nobody looks there, and nobody asked.
  asker.member.hub.sendJson(other.id, 'timeline', { kind: 'accounts', run, accounts: [] });
  const { length } = asker.steps;
  await ring.until('three more steps', () => asker.steps.length >= length + 3);
  expect(answers()).toBeGreaterThanOrEqual(4);
  expect(answers()).toBeLessThanOrEqual(6);
  expect(taken).toEqual([]);

  const ended = new Promise<string>((resolve) =>
    asked.member.hub.on('unreadable', ({ peer, why }) => resolve(`${peer}: ${why}`)),
  );
  asker.member.hub.sendJson(asked.id, 'timeline', { kind: 'ask', run, steps: 'all' });
  let why: string | undefined;
  void ended.then((text) => (why = text));
  await ring.until('the link is refused', () => why !== undefined);
  expect(why).toBe(`${asker.id}: a malformed message of the timeline`);
  await ring.end();
});
