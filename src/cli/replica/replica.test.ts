// Headless replicas: separate processes, a real room server, real data channels. They start from a bundle; from the sources,
// as `npm run replica` starts them: e2e/headless.spec.ts.
import { inEnglish } from '../english/in-english';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readEventFile } from '../../replica/metrics/testing/read-event-file';
import type { ReplicaHandle, RunConfig, Snapshot, StepRecord } from '../../replica/protocol';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { testConfig } from '../../train/testing/real-ring';
import { readTextFile } from '../ring/file-choice';
import { startHeadless } from './headless-replica';
import { bundleForNode, type Bundles } from '../testing/bundle-for-node';
import { openRoomNetwork, type RoomNetwork } from '../testing/room-network';
import { parseReplicaOptions } from './replica-options';
import { ringConfig } from '../ring/ring-config';
import { parseRingOptions } from '../ring/ring-options';

const home = path.resolve(import.meta.dirname, '../../..');
const config: RunConfig = { ...testConfig, steps: 30, evaluateEvery: 10 };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

let bundles: Bundles;
beforeAll(async () => {
  bundles = await bundleForNode('replica', {
    replica: 'src/cli/replica/replica.ts',
    'compute-thread-entry': 'src/cli/node/bundled-compute-thread.ts',
  });
}, 60_000);
afterAll(() => bundles.remove());

interface Output {
  readonly lines: readonly string[];
  readonly code: Promise<number | null>;
}

function replica(...args: string[]): Output {
  const child = spawn(process.execPath, [bundles.fileOf('replica'), ...args], { cwd: home });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => lines.push(line));
  closers.push(() => child.kill('SIGKILL'));
  // The last lines may come after its exit, and before its streams close.
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { lines, code };
}

async function openNetwork(): Promise<RoomNetwork> {
  const network = await openRoomNetwork();
  closers.push(() => network.close());
  return network;
}

test(
  'two processes and a host train to equal digests over data channels, then leave',
  { timeout: 120_000 },
  async () => {
    const { url, node, createRoom } = await openNetwork();
    const ticket = await createRoom();
    const { code, key } = ticket;
    const host: ReplicaHandle = startHeadless({
      url,
      ticket,
      name: 'host',
      config,
      engine: 'cpu',
      node,
    });
    closers.push(() => host.destroy());
    const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-replica-'));
    closers.push(() => rm(folder, { recursive: true }));
    const saved = path.join(folder, 'run.safetensors');
    const room = ['--room', `${url}/r/${code}#${key}`, '--engine', 'cpu', '--every', '1'];
    const figures = path.join(folder, 'run.tfevents');
    const others = [
      replica(...room, '--name', 'one', '--save', saved, '--metrics', figures),
      replica(...room, '--name', 'two', '--threads', '2'),
    ];
    const steps: StepRecord[] = [];
    const seen = new Set<Snapshot['lockstep']>();
    let isStarted = false;
    const last = await new Promise<Snapshot>((resolve) => {
      host.subscribe((event) => {
        if (event.kind === 'steps') steps.push(...event.steps);
        if (event.kind !== 'snapshot') return;
        const { phase, worldSize, lockstep } = event.snapshot;
        seen.add(lockstep);
        if (phase.kind === 'lobby' && worldSize === 3 && !isStarted) {
          isStarted = true;
          host.send({ kind: 'host', command: { kind: 'start' } });
        }
        if (phase.kind === 'finished') resolve(event.snapshot);
      });
    });
    expect(last.step).toBe(30);
    // A member that still catches up holds no other digest.
    expect(seen).not.toContain('disagreed');
    expect(await Promise.all(others.map((each) => each.code))).toEqual([0, 0]);
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    const digests = steps.map(({ step, digest }) => `step ${step} digest ${digest}`);
    for (const { lines } of others) {
      const printed = lines.flatMap((line) => {
        const found = /step (\d+) loss .* digest (\w+) of 3, batch 24$/.exec(line);
        return found ? [`step ${found[1]} digest ${found[2]}`] : [];
      });
      expect(printed).toEqual(digests);
      expect(lines[0]).toBe('computing on the CPU: --engine cpu');
      expect(lines.join('\n')).toContain('in a ring of 3');
    }
    const devices = others.map(({ lines }) => /computing on (CPU \(SIMD, .*?\))/.exec(lines.join('\n'))?.[1]);
    expect(devices).toEqual(['CPU (SIMD, 1 thread)', 'CPU (SIMD, 2 threads)']);
    const events = readEventFile(await readFile(figures)).slice(1);
    expect(events.map(({ step, values }) => [step, values['loss/train']])).toEqual(steps.map(({ step, loss }) => [step, Math.fround(loss)])); // prettier-ignore
    const run = await readCheckpoint(new Blob([await readFile(saved)]));
    expect(run.ok && [run.value.held.state.step, run.value.digest]).toEqual([30, steps.at(-1)!.digest]);
  },
);

test(
  'in a room with a text, a replica without the file, or with another, ends and names the reason; with the file it trains until it is kicked; one that may receive it does so while the others train',
  { timeout: 120_000 },
  async () => {
    const { url, node, createRoom } = await openNetwork();
    const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-replica-'));
    closers.push(() => rm(folder, { recursive: true }));
    const [rhyme, other] = ['rhyme.txt', 'other.txt'].map((name) => path.join(folder, name));
    await writeFile(rhyme, 'Mary had a little lamb.\n'.repeat(40));
    await writeFile(other, 'Its fleece was white as snow.\n'.repeat(40));
    const read = await readTextFile(rhyme);
    if (!read.ok || read.value.files.kind !== 'provide-text') throw new Error('not read as a text');
    const args = ['--text', rhyme, '--model', 'gpt:layers=1,channels=8,heads=1,context=8', '--batch', '2'];
    const options = parseRingOptions([...args, '--steps', '100000', '--evaluate-every', '0']);
    if (!options.ok || options.value.kind !== 'run') throw new Error('bad options');
    const run = ringConfig(options.value.options, read.value.data);
    if (!run.ok) throw new Error(inEnglish(run.error.says));
    const ticket = await createRoom();
    const host = startHeadless({
      url,
      ticket,
      name: 'host',
      config: run.value,
      engine: 'cpu',
      node,
    });
    closers.push(() => host.destroy());
    host.send({ kind: 'provide-text', text: await read.value.files.text.arrayBuffer() });
    const room = `${url}/r/${ticket.code}#${ticket.key}`;
    const [none, wrong, right, received] = [[], ['--file', other], ['--file', rhyme], ['--receive']].map(
      (files, index) =>
        replica('--room', room, '--engine', 'cpu', '--every', '1', '--name', `replica ${index}`, ...files),
    );
    let isStarted = false;
    let isOffered = false;
    const kicked = new Set<string>();
    host.subscribe((event) => {
      if (event.kind !== 'snapshot') return;
      const { phase, worldSize, step, peers } = event.snapshot;
      if (phase.kind === 'lobby' && worldSize === 2 && !isStarted) {
        isStarted = true;
        host.send({ kind: 'host', command: { kind: 'start' } });
      }
      // A replica that starts after the offer does not wait for it.
      const isAwaited = received.lines.some((line) => line.includes('waiting for the host to send its data'));
      if (step >= 3 && isAwaited && !isOffered) host.send({ kind: 'offer-data', isOpen: (isOffered = true) });
      // The replica that receives the data prints its first steps once it has caught up.
      if (!received.lines.some((line) => /step .* of 3, /.test(line))) return;
      for (const { id, isSelf, rank } of peers) {
        if (isSelf || rank === undefined || kicked.has(id)) continue;
        kicked.add(id);
        host.send({ kind: 'host', command: { kind: 'kick', peer: id } });
      }
    });
    expect(await Promise.all([none, wrong, right, received].map(({ code }) => code))).toEqual([1, 1, 1, 1]);
    expect(none.lines.join('\n')).toContain('the room trains on “rhyme.txt”: give it by --file');
    expect(wrong.lines.join('\n')).toContain('This is another file than the room’s.');
    expect(right.lines.join('\n')).toMatch(/step 3 loss .* of 2/);
    const told = received.lines.join('\n');
    expect(told).toMatch(/waiting for the host to send its data[^]*step \d+ loss .* of 3/);
    // A link that ends meanwhile may add its warning.
    const said = right.lines.filter((line) => !line.includes(': warning: '));
    expect(said.at(-1)).toMatch(/failed: kicked: /);
  },
);

test(
  'a wrong key, an unknown room and an absent server end with 1 and a sentence',
  { timeout: 120_000 },
  async () => {
    const { url, createRoom } = await openNetwork();
    const { code } = await createRoom();
    const failing: [string, string, RegExp][] = [
      ['wrong key', `${url}/r/${code}#${'A'.repeat(22)}`, /failed: wrong-key/],
      [
        'unknown room',
        `${url}/r/${code === 'AAAAAA' ? 'CCCCCC' : 'AAAAAA'}#${'A'.repeat(22)}`,
        /failed: room-not-found/,
      ],
      ['no server', 'http://127.0.0.1:9/r/AAAAAA', /no room server answers at http:\/\/127.0.0.1:9/],
    ];
    await Promise.all(
      failing.map(async ([what, room, sentence]) => {
        const { lines, code: ended } = replica('--room', room, '--engine', 'cpu');
        expect(await ended, what).toBe(1);
        expect(lines.join('\n'), what).toMatch(sentence);
      }),
    );
  },
);

test('options: links, codes, files, and what is wrong with them', () => {
  const read = (...args: string[]): unknown => {
    const parsed = parseReplicaOptions(args);
    return parsed.ok ? parsed.value : inEnglish(parsed.error.says);
  };
  expect(read('--room', 'https://x.example/r/k7qm4p#abcdefgh', '--replicas', '3')).toMatchObject({
    options: { server: 'https://x.example', code: 'K7QM4P', key: 'abcdefgh', replicas: 3, engine: 'auto' },
  });
  expect(read('--room', 'k7q m4p', '--server', 'http://lab:9000/')).toMatchObject({
    options: { server: 'http://lab:9000', code: 'K7QM4P', key: undefined },
  });
  expect(read('--room', 'K7QM4P', '--file', 'a', '--file', 'b')).toMatchObject({
    options: { files: ['a', 'b'] },
  });
  expect(read('--room', 'K7QM4P', '--threads', '4')).toMatchObject({ options: { threads: 4 } });
  expect(read('--room', 'K7QM4P')).toMatchObject({ options: { threads: 1 } });
  expect(read('--room', 'K7QM4P', '--threads', '0')).toContain('--threads');
  expect(read()).toContain('--room is missing');
  expect(read('--room', '!')).toContain('--room is a join link or a code');
  expect(read('--room', 'K7QM4P', '--server', 'ftp://x')).toContain('--server is an http(s) address');
  expect(read('--room', 'K7QM4P', '--replicas', '0')).toContain('--replicas');
  expect(read('--room', 'K7QM4P', '--seconds', 'soon')).toContain('--seconds');
  expect(read('--room', 'K7QM4P', '--nonsense')).toContain('nonsense');
});
