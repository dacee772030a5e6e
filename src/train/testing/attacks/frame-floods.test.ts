// C15, L19: a linked guest or a member floods a ring that trains with frames. They hold no memory, the flooder is named
// and cut off, and the ring trains on.
import { afterEach, expect, test } from 'vitest';
import { casesOf } from '../../../base/testing/every-case';
import { encodeRecordFrame } from '../../../collectives/record-frame';
import { encodeReduceFrame } from '../../../collectives/reduce-frame';
import { emptyHeader, encodeFrame, type FrameType } from '../../../net/frame/frame';
import { testConfig } from '../real-ring';
import { helloOf } from '../samples';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';
import { guest, training, underAttack } from './testing/hostile-views';

const seed = 38;
let ring: SimulatedRing;
afterEach(() => ring.end());

function flood(
  from: SimulatedReplica,
  to: SimulatedReplica,
  type: FrameType,
  frames: readonly Uint8Array[],
): void {
  for (const bytes of frames) from.member.hub.send(to.id, type, bytes).catch(() => undefined);
}

const json = (type: FrameType, value: unknown): Uint8Array =>
  encodeFrame({ ...emptyHeader, type }, new TextEncoder().encode(JSON.stringify(value)));

test('C15: a guest’s parts of sums and records of later views hold nothing, and cut it off', async () => {
  ring = new SimulatedRing({ seed, config: { ...testConfig, steps: 1e6 }, computeMs: () => 100 });
  const honest = await training(ring, 3);
  const one = await guest(ring);
  const { lineage, generation } = honest[0].member.membership.view!;
  let step = 0;
  let cutOff = 0;
  honest[0].member.hub.on('closed', ({ peer }) => {
    if (peer === one.id) cutOff++;
  });
  const outcome = await underAttack(ring, honest, 4_000, () => {
    const parts = Array.from({ length: 200 }, () =>
      encodeReduceFrame(
        { lineage, generation: generation + 1, step: ++step, bucket: 0 },
        { phase: 'reduce-scatter', chunk: 0, segment: 0, offset: 0 },
        new Uint8Array(64),
      ),
    );
    const records = Array.from({ length: 50 }, (_, round) =>
      encodeRecordFrame({
        ...{ key: { lineage, generation: generation + 1, round }, rank: 1 },
        ...{ bytes: new Uint8Array(1024), isFlooded: false },
      }),
    );
    flood(one, honest[0], 'reduce', parts);
    flood(one, honest[0], 'record', records);
  });
  console.info(
    `seed ${seed}: strays: ${outcome.longestStopMs} ms stopped, ${outcome.steps} steps, ${cutOff} × cut off, parked ${honest[0].member.trainer.router.counters.parked}: ${outcome.named.join(' | ').slice(0, 200)}`,
  );
  expect(outcome.outside).toBe(0);
  expect(outcome.longestStopMs).toBeLessThan(2_000);
  expect(honest[0].member.trainer.router.counters.parked).toBeLessThan(20);
  expect(honest[0].member.trainer.router.counters.dropped).toBeGreaterThan(200);
  expect(outcome.named.some((text) => text.includes(`${one.member.options.name} sent what it may not`))).toBe(
    true,
  );
  // 200 strays and 2,000 more a second are dropped; then the link ends, and the next one too.
  expect(cutOff).toBeGreaterThan(0);
  expect(outcome.steps).toBeGreaterThan(25);
});

/** `steps`: of 40 without a flood. When the flooder is cut off the ring waits for its new link. The hello on a new link
 *  is the first frame that counts: after a flood of hellos it is read a second late (L19), each time. */
const floods = [
  ['hello', (number: number) => helloOf({ name: `name ${number}` }), 10],
  ['data', (number: number) => ({ kind: 'list', root: String(number).padStart(64, '0') }), 25],
  ['timeline', (number: number) => ({ kind: 'ask', run: 1, steps: [1 + (number % 100)] }), 25],
  ['transfers', (number: number) => ({ kind: 'ask', run: 1, step: 1 + (number % 100), generation: 1 }), 25],
  ['curve', () => ({ kind: 'ask', run: 1 }), 25],
  ['request', () => ({ kind: 'manifest', digest: '0123456789abcdef' }), 25],
] as const;

test.each(casesOf(floods, ([type]) => type === 'hello' || type === 'data' || type === 'timeline'))(
  'L19: a member’s flood of %s frames is bounded, and the ring trains on',
  async (type, message, steps) => {
    ring = new SimulatedRing({ seed, config: { ...testConfig, steps: 1e6 }, computeMs: () => 100 });
    const all = await training(ring, 4);
    const [hostile, honest] = [all[3], all.slice(0, 3)];
    const { hub } = honest[0].member;
    const sent = hub.send.bind(hub);
    let answers = 0;
    const { hellos } = honest[0].member;
    const take = hellos.take.bind(hellos);
    hellos.take = (from, frame) => {
      if (type === 'hello' && from === hostile.id) answers++;
      return take(from, frame);
    };
    hub.send = (to, of, bytes, signal) => {
      if (to === hostile.id && of === type && type !== 'hello') answers++;
      return sent(to, of, bytes, signal);
    };
    let number = 0;
    const outcome = await underAttack(ring, honest, 4_000, () => {
      const length = type === 'request' ? 2_000 : 500;
      const frames = Array.from({ length }, () => json(type, message(number++)));
      flood(hostile, honest[0], type, frames);
    });
    console.info(
      `seed ${seed}: flood of ${type}: ${outcome.longestStopMs} ms stopped, ${outcome.steps} steps, ${answers} answers to ${number}: ${outcome.named.join(' | ').slice(0, 200)}`,
    );
    expect(outcome.steps).toBeGreaterThanOrEqual(steps);
    expect(outcome.longestStopMs).toBeLessThan(3_000);
    // The frames at once and in 4 s: 1,800 `data` frames, 100 hellos and questions about steps; some of the honest. As
    // many requests as a member that fetches a large state may make: their refusals are a few words
    // (frame-budgets.test.ts).
    const most = { request: 18_500, data: 1_900, hello: 150, timeline: 150, transfers: 150, curve: 150 }[
      type
    ];
    expect(answers).toBeLessThan(most);
    expect(outcome.named.some((text) => text.endsWith('sends too many messages: cut off'))).toBe(true);
  },
);
