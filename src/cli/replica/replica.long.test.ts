// Headless replicas in a room whose run trains on a text, and those that find no room: separate processes, a real room server,
// real data channels.
import { inEnglish } from '../english/in-english';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTextFile } from '../ring/file-choice';
import { ringConfig } from '../ring/ring-config';
import { parseRingOptions } from '../ring/ring-options';
import { startHeadless } from './headless-replica';
import { closeAfter, openNetwork, replica, useProcesses } from './testing/replica-process';

useProcesses();

test(
  'in a room with a text, a replica without the file, or with another, ends and names the reason; with the file it trains until it is kicked; one that may receive it does so while the others train',
  { timeout: 120_000 },
  async () => {
    const { url, node, createRoom } = await openNetwork();
    const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-replica-'));
    closeAfter(() => rm(folder, { recursive: true }));
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
    closeAfter(() => host.destroy());
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
        `${url}/r/${code === 'AAAAAAAAA' ? 'CCCCCCCCC' : 'AAAAAAAAA'}#${'A'.repeat(22)}`,
        /failed: room-not-found/,
      ],
      ['no server', 'http://127.0.0.1:9/r/AAAAAAAAA', /no room server answers at http:\/\/127.0.0.1:9/],
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
