// The fetching of a catch-up alone: manifest and blocks from donors that are honest, lying, refusing, silent or dying.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { compile } from '../../model/plan/plan';
import { drive } from '../../base/testing/drive-clock';
import { decodeFrame, type Frame } from '../../net/frame/frame';
import { blockElements } from '../../optim/state/blocks';
import { writeHead } from '../../optim/state/state-bytes';
import { copyTrainState, createTrainState, type TrainState } from '../../optim/state/train-state';
import { BlockFetch } from '../catch-up/block-fetch';
import { blockPhase, donate, type StateRequest } from '../catch-up/state-source';
import { CatchUpError, ManifestFetch } from '../catch-up/manifest';
import { versionedState, type VersionedState } from '../state/versioned-state';
import type { RunConfig } from '../run/run-config';
import { newRun, type RunState } from '../run/run-state';
import { testConfig } from './real-ring';
import { equalTrainState } from '../../optim/state/testing/equal-train-state';

const data = {
  kind: 'idx',
  name: 'x',
  sha256: '0'.repeat(64),
  examples: 300,
  inputShape: [10, 10],
  classes: 2,
} as const;

/** 100 · 800 + 800 + 800 · 2 + 2 = 82,402 parameters: 21 blocks, more than one request asks for. */
const config: RunConfig = {
  ...testConfig,
  data,
  model: {
    ...testConfig.model,
    inputShape: [10, 10],
    layers: [
      { kind: 'dense', units: 800, activation: 'relu' },
      { kind: 'dense', units: 2, activation: 'none' },
    ],
  },
};
const { parameterCount } = compile(config.model, config.microBatch);
const blockTotal = Math.ceil(parameterCount / blockElements);
const emptyState = (): TrainState => createTrainState(config.optimizer, parameterCount);

function holdingOf(seed: number): VersionedState {
  const tensors = emptyState();
  const random = prng('catch-up', seed);
  for (const array of [tensors.parameters, ...tensors.vectors])
    for (let i = 0; i < array.length; i++) array[i] = random.float();
  tensors.scalars.set([0.5, 0.25]);
  tensors.step = 7;
  return versionedState({ ...newRun(config), version: 9, initialized: true, step: 7 }, tensors);
}
const wanted = holdingOf(1);

interface Donor {
  readonly name: string;
  readonly request: StateRequest;
  /** Answers from a versioned state, by default the wanted one. `change` may alter each frame. */
  answer(from?: VersionedState, change?: (frame: Frame) => Frame): void;
  send(frame: Frame): void;
  refuse(digest?: string): void;
}
type Behaviour = (donor: Donor) => void;

const honest: Behaviour = ({ answer }) => answer();
const silent: Behaviour = () => undefined;

class Scene {
  readonly clock = new ManualClock();
  readonly abort = new AbortController();
  readonly asked: string[] = [];
  readonly blocks: number[] = [];
  readonly prepared: RunState[] = [];
  readonly leftOut: string[] = [];
  readonly #request: (to: string, request: StateRequest) => void;
  readonly #manifest: ManifestFetch;
  #blocks: BlockFetch | undefined;

  constructor(
    readonly donors: Readonly<Record<string, Behaviour>>,
    readonly held = emptyState(),
  ) {
    this.#request = (to, request) => {
      this.asked.push(`${to} ${request.kind}`);
      donors[to](this.#donor(to, request));
    };
    this.#manifest = new ManifestFetch({
      digest: wanted.digest,
      sources: Object.keys(donors),
      request: this.#request,
      clock: this.clock,
      signal: this.abort.signal,
    });
  }

  async #fetch(): Promise<VersionedState> {
    const manifest = await this.#manifest.run();
    if (!manifest) throw new Error('no link is left');
    const { state, head, hashes, digest } = manifest;
    this.prepared.push(state);
    const { held, clock } = this;
    this.#blocks = new BlockFetch({
      ...{ digest, hashes, clock, tensors: held, request: this.#request },
      onProgress: () => undefined,
      onLeftOut: (source) => void this.leftOut.push(source),
    });
    const stripe = { index: 0, count: 1 };
    const donors = Object.keys(this.donors).filter((name) => !this.isDead(name));
    this.#blocks.setSources({ donors, catchingUp: [], stripe });
    await this.#blocks.done;
    expect(writeHead(held, head).ok).toBe(true);
    return versionedState(state, held);
  }

  receive(name: string, frame: Frame): void {
    if (this.isDead(name)) return;
    this.#manifest.receive(name, frame);
    this.#blocks?.receive(name, frame);
  }

  refused(name: string, digest: string): void {
    this.#manifest.refused(name, digest);
    if (digest === wanted.digest) this.#blocks?.refused(name);
  }

  readonly #dead = new Set<string>();
  isDead(name: string): boolean {
    return this.#dead.has(name);
  }

  /** The node’s link closes. */
  die(name: string): void {
    this.#dead.add(name);
    this.#manifest.linkClosed(name);
    this.#blocks?.drop(name);
  }

  run(): Promise<VersionedState> {
    return drive(this.clock, this.#fetch());
  }

  async expectCaughtUp(): Promise<void> {
    const fetched = await this.run();
    expect(fetched.digest).toBe(wanted.digest);
    expect(fetched.state).toEqual(wanted.state);
    expect(equalTrainState(fetched.tensors, wanted.tensors)).toBe(true);
  }

  #donor(name: string, request: StateRequest): Donor {
    const send = (frame: Frame): void =>
      void this.clock.after(1, () => {
        if (frame.phase === blockPhase) this.blocks.push(frame.segment);
        this.receive(name, frame);
      });
    const refuse = (digest = wanted.digest): void =>
      void this.clock.after(1, () => this.refused(name, digest));
    return {
      name,
      request,
      send,
      refuse,
      answer: (from = wanted, change = (frame) => frame) =>
        request.kind !== 'refused' &&
        request.kind !== 'have' &&
        void donate([from], 'me', request, {
          json: () => refuse(),
          state: (_, bytes) => {
            const frame = decodeFrame(bytes);
            if (frame.ok) send(change(frame.value));
            return Promise.resolve();
          },
        }),
    };
  }
}

const flipped = (frame: Frame): Frame => {
  const payload = frame.payload.slice();
  payload[payload.length >> 1] ^= 1;
  return { ...frame, payload };
};
const all = Array.from({ length: blockTotal }, (_, i) => i);
const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

test('a newcomer fetches every block once, striped over its sources, bit for bit', async () => {
  const scene = new Scene({ a: honest, b: honest, c: honest });
  await scene.expectCaughtUp();
  expect(sorted(scene.blocks)).toEqual(all);
  expect(new Set(scene.asked)).toEqual(new Set(['a manifest', 'a blocks', 'b blocks', 'c blocks']));
});

test('only blocks that differ travel, in parameters or in a vector', async () => {
  const held = emptyState();
  copyTrainState(wanted.tensors, held);
  held.parameters[2 * blockElements + 5] += 1;
  held.vectors[1][9 * blockElements] += 1;
  held.step = 3;
  const scene = new Scene({ a: honest, b: honest }, held);
  await scene.expectCaughtUp();
  expect(sorted(scene.blocks)).toEqual([2, 9]);
});

test('nothing differs: nothing but the manifest travels', async () => {
  const scene = new Scene({ a: honest }, wanted.tensors);
  await scene.expectCaughtUp();
  expect(scene.asked).toEqual(['a manifest']);
});

test('when the link to the asked source closes, the next linked source is asked for the manifest at once', async () => {
  const scene: Scene = new Scene({
    a: ({ name }) => {
      scene.die('b');
      scene.clock.after(20, () => scene.die(name));
    },
    b: honest,
    c: honest,
  });
  await scene.expectCaughtUp();
  expect(scene.asked.filter((asked) => asked.endsWith('manifest'))).toEqual(['a manifest', 'c manifest']);
  expect(scene.clock.now()).toBeLessThan(1_000);
});

test('when the links to all sources close before one answers, that is not a refusal', async () => {
  const closes: Behaviour = ({ name }) => void scene.clock.after(20, () => scene.die(name));
  const scene: Scene = new Scene({ a: closes, b: closes });
  await expect(scene.run()).rejects.toThrow('no link is left');
  expect(scene.clock.now()).toBeLessThan(1_000);
});

test('a wrong block is noticed, its source left out, and the block fetched from another', async () => {
  const wrong: Behaviour = ({ request, answer }) =>
    answer(wanted, request.kind === 'blocks' ? flipped : undefined);
  const scene = new Scene({ a: wrong, b: honest });
  await scene.expectCaughtUp();
  expect(scene.clock.now()).toBeLessThan(1_000);
  await expect(new Scene({ a: wrong, b: wrong }).run()).rejects.toThrow(CatchUpError);
});

test('a false manifest leaves its source out and does not end the fetch; nothing is prepared for it', async () => {
  const liar: Behaviour = ({ answer }) => answer({ ...holdingOf(2), digest: wanted.digest });
  const vandal: Behaviour = ({ answer }) => answer(wanted, flipped);
  const scene = new Scene({ a: liar, b: vandal, c: honest });
  await scene.expectCaughtUp();
  expect(scene.asked.slice(0, 3)).toEqual(['a manifest', 'b manifest', 'c manifest']);
  expect(scene.prepared).toEqual([wanted.state]);
});

test('a source that refuses is left out at once', async () => {
  const scene = new Scene({ a: ({ refuse }) => refuse(), b: honest });
  await scene.expectCaughtUp();
  expect(scene.clock.now()).toBeLessThan(1_000);
});

test('the refusal of another source, or of another digest, does not stop the first', async () => {
  const scene = new Scene({ a: honest, b: silent, c: silent });
  scene.clock.after(0, () => scene.refused('c', wanted.digest));
  scene.clock.after(2, () => {
    scene.refused('c', wanted.digest);
    scene.refused('a', 'f'.repeat(16));
  });
  await scene.expectCaughtUp();
  expect(scene.asked[0]).toBe('a manifest');
  expect(scene.leftOut).toEqual(['c', 'b']); // b by its silence
});

test('T4: a source that dies in the middle is left out after 5 s without progress', async () => {
  const dying: Behaviour = ({ request, answer }) => {
    if (request.kind === 'manifest') answer();
  };
  const scene = new Scene({ a: dying, b: honest });
  await scene.expectCaughtUp();
  expect(scene.clock.now()).toBeGreaterThanOrEqual(5_000);
  expect(scene.clock.now()).toBeLessThan(11_000);
});

test('a dead source, with so few blocks that no other source was asked', async () => {
  const held = emptyState();
  copyTrainState(wanted.tensors, held);
  held.parameters[0] += 1;
  const dying: Behaviour = ({ request, answer }) => {
    if (request.kind === 'manifest') answer();
  };
  await new Scene({ a: dying, b: honest }, held).expectCaughtUp();
});

test('no source answers: a CatchUpError, within a deadline for each', async () => {
  const scene = new Scene({ a: silent, b: silent });
  await expect(scene.run()).rejects.toThrow(CatchUpError);
  expect(scene.clock.now()).toBeLessThanOrEqual(10_001);
  await expect(new Scene({}).run()).rejects.toThrow('no link is left');
});

test('an abort ends the fetch with its reason', async () => {
  const scene = new Scene({ a: silent });
  scene.clock.after(10, () => scene.abort.abort(new Error('a new view')));
  await expect(scene.run()).rejects.toThrow('a new view');
});

test('a donor refuses what it does not hold, and sends no block beyond its state', async () => {
  const said: StateRequest[] = [];
  let sent = 0;
  const send = {
    json: (_: string, message: StateRequest) => void said.push(message),
    state: () => {
      sent++;
      return Promise.resolve();
    },
  };
  await donate([wanted], 'x', { kind: 'manifest', digest: '0'.repeat(16) }, send);
  await donate([], 'x', { kind: 'manifest', digest: wanted.digest }, send);
  expect(said).toMatchObject([
    { kind: 'refused', why: `this replica holds ${wanted.digest}` },
    { kind: 'refused', why: 'this replica holds nothing' },
  ]);
  const blocks = [blockTotal, 4_000_000_000, blockTotal - 1];
  await donate([wanted], 'x', { kind: 'blocks', digest: wanted.digest, blocks }, send);
  expect(sent).toBe(1);
});

test('random frames from a source never throw, and never change what is fetched', async () => {
  const random = prng('noise', 4);
  const noise: Behaviour = ({ send }) => {
    for (let i = 0; i < 50; i++)
      send({
        type: 'state',
        phase: random.below(3),
        ...{ flags: 0, lineage: 0, generation: 0, round: 0, step: 0, chunk: 0, offset: 0 },
        bucket: random.below(65_536),
        segment: random.below(20),
        payload: Uint8Array.from({ length: random.below(200) }, () => random.below(256)),
      });
  };
  await new Scene({ a: noise, b: honest, c: noise }).expectCaughtUp();
});
