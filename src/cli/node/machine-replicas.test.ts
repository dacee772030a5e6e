// L20f over real sockets: the contract of links, who is let in, and who is not.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { linkContract } from '../../net/testing/link-contract';
import { relayKeys } from '../../net/relay/relay-key';
import type { Meeting } from '../../net/tabs/neighbours';
import { wireFromHandover } from '../../net/wires/channel-handover';
import type { Wire } from '../../net/link/wire';
import { MachineReplicas } from './machine-replicas';

const [a, b] = ['a'.repeat(16), 'b'.repeat(16)] as [string, string];
const key = `HK3ACD4QX ${a} ${b} 7`;
const roomKey = new Uint8Array(16).fill(1);

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-machine-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function replicaIn(folder: string, self: string): Promise<MachineReplicas> {
  const replica = new MachineReplicas(self, realClock, folder);
  ends.push(() => replica.close());
  await replica.ready;
  return replica;
}

const meeting = (self: string, held = roomKey): Meeting => ({
  key,
  peer: self === a ? b : a,
  relayKeys: (caller, answerer) => relayKeys(held, 'HK3ACD4QX', caller, answerer, self),
});

async function wireTo(replica: MachineReplicas, held = roomKey): Promise<Wire | undefined> {
  const met = await replica.meet(meeting(replica.self, held));
  const wire = met && wireFromHandover(met.handover, realClock);
  if (wire) ends.push(() => wire.close());
  return wire;
}

linkContract('socket', async () => {
  const folder = newFolder();
  const replicas = [await replicaIn(folder, a), await replicaIn(folder, b)];
  return {
    clock: realClock,
    async wires() {
      const [first, second] = await Promise.all(replicas.map((replica) => wireTo(replica)));
      return [first!, second!] as const;
    },
    until: <T>(promise: Promise<T>) => promise,
    dispose: () => undefined,
  };
});

test('L20f replicas of one machine find each other while they live', async () => {
  const folder = newFolder();
  const [first, second] = [await replicaIn(folder, a), await replicaIn(folder, b)];
  expect([await first.isHere(b), await first.isHere('c'.repeat(16))]).toEqual([true, false]);
  second.close();
  await expect.poll(() => first.isHere(b)).toBe(false);
});

test('L20f the end of one is heard at once', async () => {
  const folder = newFolder();
  const replicas = [await replicaIn(folder, a), await replicaIn(folder, b)];
  const [first, second] = await Promise.all(replicas.map((replica) => wireTo(replica)));
  const lost = new Promise<string>((resolve) => {
    first!.start({ open() {}, message() {}, drain() {}, malformed() {}, lost: resolve });
  });
  second!.close();
  expect(await lost).toContain('closed');
});

test('L20f who holds another key is not let in, at either side', async () => {
  const folder = newFolder();
  const replicas = [await replicaIn(folder, a), await replicaIn(folder, b)];
  const other = new Uint8Array(16).fill(2);
  const [first, second] = await Promise.all([wireTo(replicas[0]), wireTo(replicas[1], other)]);
  expect([first, second]).toEqual([undefined, undefined]);
});

test('L20f a process that knows of the meeting and not the key is cut off, and the other replica still comes', async () => {
  const folder = newFolder();
  const [first, second] = [await replicaIn(folder, a), await replicaIn(folder, b)];
  const waits = wireTo(second);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const impostor = connect(path.join(folder, `${b}.sock`));
  ends.push(() => impostor.destroy());
  const heard: number[] = [];
  impostor.on('data', (bytes) => heard.push(bytes.length));
  const cutOff = new Promise((resolve) => impostor.once('close', resolve));
  // The impostor sends a salt, and then 32 bytes that are no proof.
  impostor.write(new Uint8Array([...new Uint8Array(hash), ...new Uint8Array(16)]));
  await expect.poll(() => heard).toEqual([48]);
  impostor.write(new Uint8Array(32));
  await cutOff;
  expect(await wireTo(first)).toBeDefined();
  expect(await waits).toBeDefined();
});

test('L20f more strangers than are heard at once do not keep the socket', async () => {
  const folder = newFolder();
  await replicaIn(folder, b);
  const strangers = Array.from({ length: 20 }, () => connect(path.join(folder, `${b}.sock`)));
  const gone = strangers.map((one) => new Promise<void>((resolve) => one.once('close', () => resolve())));
  for (const one of strangers) one.on('error', () => undefined).resume();
  await Promise.all(gone); // Four at once, the others because they said nothing.
});

test('L20f nobody is met in a folder that others may enter', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const first = await replicaIn(folder, a);
  const squatter = createServer().listen(path.join(folder, `${b}.sock`));
  ends.push(() => squatter.close());
  expect([await first.isHere(b), existsSync(path.join(folder, `${a}.sock`))]).toEqual([false, false]);
});

test('L20f what is no socket is nobody, and stays', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, `${b}.sock`), '');
  const first = await replicaIn(folder, a);
  expect(await first.isHere(b)).toBe(false);
  expect(await wireTo(first)).toBeUndefined();
});
