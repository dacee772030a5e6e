// Headless replicas: separate processes, a real room server, real data channels. They start from a bundle; from the sources,
// as `npm run replica` starts them: e2e/long/headless.spec.ts. In a room with a text: replica.long.test.ts.
import { inEnglish } from '../english/in-english';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readEventFile } from '../../replica/metrics/testing/read-event-file';
import type { ReplicaHandle, RunConfig, Snapshot, StepRecord } from '../../replica/protocol';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { testConfig } from '../../train/testing/real-ring';
import { startHeadless } from './headless-replica';
import { parseReplicaOptions } from './replica-options';
import { closeAfter, openNetwork, replica, useProcesses } from './testing/replica-process';

const config: RunConfig = { ...testConfig, steps: 30, evaluateEvery: 10 };
useProcesses();

test(
  'two processes and a host train to equal digests over data channels and a socket, then leave',
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
    closeAfter(() => host.destroy());
    const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-replica-'));
    closeAfter(() => rm(folder, { recursive: true }));
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
      expect(lines.join('\n')).toMatch(/in a ring of 3, .*host \(\w+, direct\)/);
      // L20f
      expect(lines.join('\n')).toMatch(/in a ring of 3, .*(one|two) \(\w+, same-machine\)/);
    }
    const devices = others.map(({ lines }) => /computing on (CPU \(SIMD, .*?\))/.exec(lines.join('\n'))?.[1]);
    expect(devices).toEqual(['CPU (SIMD, 1 thread)', 'CPU (SIMD, 2 threads)']);
    const events = readEventFile(await readFile(figures)).slice(1);
    expect(events.map(({ step, values }) => [step, values['loss/train']])).toEqual(steps.map(({ step, loss }) => [step, Math.fround(loss)])); // prettier-ignore
    const run = await readCheckpoint(new Blob([await readFile(saved)]));
    expect(run.ok && [run.value.held.state.step, run.value.digest]).toEqual([30, steps.at(-1)!.digest]);
  },
);

test('options: links, codes, files, and what is wrong with them', () => {
  const read = (...args: string[]): unknown => {
    const parsed = parseReplicaOptions(args);
    return parsed.ok ? parsed.value : inEnglish(parsed.error.says);
  };
  expect(read('--room', 'https://x.example/r/k7qm4ptx9#abcdefgh', '--replicas', '3')).toMatchObject({
    options: { server: 'https://x.example', code: 'K7QM4PTX9', key: 'abcdefgh', replicas: 3, engine: 'auto' },
  });
  expect(read('--room', 'k7q m4p tx9', '--server', 'http://lab:9000/')).toMatchObject({
    options: { server: 'http://lab:9000', code: 'K7QM4PTX9', key: undefined },
  });
  expect(read('--room', 'K7QM4PTX9', '--file', 'a', '--file', 'b')).toMatchObject({
    options: { files: ['a', 'b'] },
  });
  expect(read('--room', 'K7QM4PTX9', '--threads', '4')).toMatchObject({ options: { threads: 4 } });
  expect(read('--room', 'K7QM4PTX9')).toMatchObject({ options: { threads: 1 } });
  expect(read('--room', 'K7QM4PTX9', '--threads', '0')).toContain('--threads');
  expect(read()).toContain('--room is missing');
  for (const wrong of ['!', 'K7QM4P'])
    expect(read('--room', wrong)).toContain(
      `--room is a join link, or a code of 9 characters; not '${wrong}'`,
    );
  expect(read('--room', 'K7QM4PTX9', '--server', 'ftp://x')).toContain('--server is an http(s) address');
  expect(read('--room', 'K7QM4PTX9', '--replicas', '0')).toContain('--replicas');
  expect(read('--room', 'K7QM4PTX9', '--seconds', 'soon')).toContain('--seconds');
  expect(read('--room', 'K7QM4PTX9', '--nonsense')).toContain('nonsense');
});
