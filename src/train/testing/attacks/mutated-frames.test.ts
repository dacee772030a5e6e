// F7: one member of four hands the others changed copies of the frames that honest members send, of every type. No receiver throws, ends by a bug or takes a second
// for a frame, and the ring trains on. FUZZ_ROUNDS=n repeats it with n seeds.
import { afterEach, expect, test, vi } from 'vitest';
import { utf8 } from '../../../base/bytes';
import { prng, type Prng } from '../../../base/prng';
import { mutatedBytes, mutatedJson } from '../../../base/testing/mutate';
import { mlpPreset } from '../../../model/presets';
import {
  decodeFrame,
  emptyHeader,
  encodeFrame,
  frameTypes,
  maxPayloadBytes,
  type FrameType,
} from '../../../net/frame/frame';
import { Hub, jsonOf, type Arrived } from '../../peers/hub';
import { givenBy } from '../../share/shared-file';
import { listShards, rootOf } from '../../../data/shards';
import { dataOf, pause, shelfOf } from '../../share/testing/share-scene';
import { testConfig } from '../real-ring';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';
import { training } from './testing/hostile-views';

const rounds = Number(process.env.FUZZ_ROUNDS ?? 1);
const config = {
  ...testConfig,
  steps: 1e6,
  evaluateEvery: 0,
  model: mlpPreset([2], 2, [64, 64], 'tanh'),
};

const types = Object.keys(frameTypes) as readonly FrameType[];
/** The last samples of each type, so that they fit the moment. */
const mostSamples = 24;
const slowMs = 1_000;

type Handler = (arrived: Arrived) => void;

let ring: SimulatedRing | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await ring?.end();
});

/** What replicas listen with, and what they send, from now on. */
function overheard(): { handlers: Map<Hub, Map<FrameType, Handler>>; sent: Map<FrameType, Uint8Array[]> } {
  const handlers = new Map<Hub, Map<FrameType, Handler>>();
  const sent = new Map<FrameType, Uint8Array[]>();
  const [handle, send] = [Hub.prototype.handle, Hub.prototype.send];
  vi.spyOn(Hub.prototype, 'handle').mockImplementation(function (this: Hub, type, handler, takesSurplus) {
    handlers.set(this, (handlers.get(this) ?? new Map<FrameType, Handler>()).set(type, handler));
    handle.call(this, type, handler, takesSurplus);
  });
  vi.spyOn(Hub.prototype, 'send').mockImplementation(function (this: Hub, to, type, bytes, signal) {
    const samples = sent.get(type) ?? [];
    samples.push(bytes.slice());
    if (samples.length > mostSamples) samples.shift();
    sent.set(type, samples);
    return send.call(this, to, type, bytes, signal);
  });
  return { handlers, sent };
}

/** A frame like this one; undefined: no frame at all, which the hub refuses (F2). */
function mutated(sample: Uint8Array, random: Prng): Uint8Array | undefined {
  const decoded = decodeFrame(sample);
  if (!decoded.ok) return undefined;
  const { payload, ...header } = decoded.value;
  const json = frameTypes[header.type].holds === 'json' ? jsonOf(decoded.value) : undefined;
  if (json !== undefined) {
    const text = utf8(mutatedJson(json, random));
    return encodeFrame(header, text.subarray(0, maxPayloadBytes));
  }
  const changed = { ...header };
  if (random.below(2) === 0) {
    const fields = [
      'phase',
      'flags',
      'round',
      'step',
      'bucket',
      'chunk',
      'segment',
      'offset',
      'generation',
    ] as const;
    const field = fields[random.below(fields.length)];
    const most = field === 'phase' || field === 'flags' ? 0xff : field === 'bucket' || field === 'chunk' ? 0xffff : 0xffffffff; // prettier-ignore
    changed[field] = [0, 1, 2, 3, most, most - 1, (most + 1) / 2][random.below(7)] % (most + 1);
    if (random.below(2) === 0) return encodeFrame(changed, payload);
  }
  return encodeFrame(changed, mutatedBytes(payload, random).subarray(0, maxPayloadBytes));
}

async function offerData(host: SimulatedReplica): Promise<void> {
  const data = dataOf(300_000);
  const list = await listShards(new Blob([data]), pause);
  const root = rootOf(list);
  const body = { kind: 'offer-data', sha256: 'ab'.repeat(32), lengths: [data.length], root, isOpen: true };
  host.member.share.publish(ring!.sign(JSON.stringify(body)), givenBy(new Blob([data]), root, list));
}

/** It asks for the host's data until it is removed. */
function fetchLater({ member }: SimulatedReplica): void {
  member.share.fetch(shelfOf().shelf, pause).catch(() => undefined);
}

test.each(Array.from({ length: rounds }, (_, round) => 700 + round))(
  'F7, T2, M1: seed %i: changed copies of frames of every type end nobody',
  { timeout: 300_000 },
  async (seed) => {
    const random = prng('mutated frames', seed);
    const { handlers, sent } = overheard();
    ring = new SimulatedRing({ seed, config, computeMs: () => 100, lacksFile: () => false });
    const honest = await training(ring, 3);
    const liar = ring.add();
    for (const { member } of honest) {
      member.timeline.watch(true);
      member.sumWatch.watch(true);
    }
    ring.submit({ kind: 'set-learning-rate', learningRate: 0.02 });
    ring.publish({ kind: 'ask', question: { kind: 'loss', step: 5, most: 1 } });
    await ring.until('one ring of 4', () => ring!.isOneRing(4));
    sent.set('signal', [
      encodeFrame(
        { ...emptyHeader, type: 'signal' },
        utf8(
          JSON.stringify({ from: liar.id, to: honest[0].id, sequence: 7, data: '{}', mac: 'a'.repeat(43) }),
        ),
      ),
    ]);
    await offerData(honest[0]);
    await ring.runFor(2_000);
    fetchLater(liar);
    await ring.runFor(1_000);
    let slowest = { ms: 0, what: '' };
    let given = 0;
    let catcher: SimulatedReplica | undefined;
    for (let turn = 0; turn < 10; turn++) {
      // Somebody always catches up, so that pieces of states are waited for.
      if (turn % 8 === 0) {
        if (catcher) ring.kill(catcher);
        catcher = ring.add();
      }
      if (turn % 8 === 4) fetchLater(catcher!);
      for (const victim of [...honest, catcher!])
        for (const type of types) {
          const handler = handlers.get(victim.member.hub)?.get(type);
          const samples = sent.get(type) ?? [];
          if (!handler || samples.length === 0) continue;
          const bytes = mutated(samples[random.below(samples.length)], random);
          const frame = bytes && decodeFrame(bytes);
          if (!frame?.ok) continue;
          const what = `seed ${seed}, turn ${turn}, ${type}: ${new TextDecoder().decode(frame.value.payload.subarray(0, 400))}`;
          const beganMs = performance.now();
          try {
            handler({
              ...{ from: liar.id, frame: frame.value, bytes: bytes!, consume: () => undefined },
              ...{ isRetired: false, isSurplus: false },
            });
          } catch (error) {
            throw new Error(what, { cause: error });
          }
          given++;
          const ms = performance.now() - beganMs;
          if (ms > slowest.ms) slowest = { ms, what };
        }
      await ring.runFor(200);
      for (const { member } of [...honest, catcher!])
        if (member.phase.kind === 'failed')
          expect(member.phase.error.code, JSON.stringify(member.phase.error)).not.toBe('bug');
    }
    console.info(
      `seed ${seed}: ${given} frames, the slowest ${slowest.ms.toFixed(0)} ms (${slowest.what.slice(0, 120)}), ${types.map((type) => `${type} ${sent.get(type)?.length ?? 0}`).join(', ')}`,
    );
    expect(slowest.ms, slowest.what).toBeLessThan(slowMs);
    for (const type of types) expect(sent.get(type)?.length ?? 0, type).toBeGreaterThan(0);
    const before = honest.map(({ steps }) => steps.length);
    await ring.until('10 more steps of each', () =>
      honest.every(({ steps, member }, at) => !member.isOver && steps.length >= before[at] + 10),
    );
  },
);
