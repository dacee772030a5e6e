// The effect of an attack on the room server and on honest clients. It measures the server's memory, the round trip of
// a pair's signals, and whether a join with the right code succeeds. The attacker and the server are separate
// processes.
import { execFileSync, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { io, type Socket } from 'socket.io-client';
import { memberIdOf, newMemberSecret } from '../../src/net/room/member-secret';
import { markOf } from '../../src/net/room/room-mark';
import { CodeStamps } from '../../src/server/code-stamp';
import { roomSecret } from '../test-server';
import { maxRelayPacketBytes, protocolVersion, relayEvent } from '../../src/net/room/room-messages';
import type { FaultRow } from './fault-row';

/** A room with its stamp is the one that its code alone means (R30b). */
const stamps = new CodeStamps(roomSecret);
const root = path.resolve(import.meta.dirname, '../..');
/** A signal counts as lost without an answer within this time. */
export const lostMs = 5_000;
/** A signal's or a join's time within the noise of a machine that the attackers share. */
const noiseMs = 5;

export interface Member {
  readonly id: string;
  readonly socket: Socket;
}

/** Times of honest clients: medians, and the 99th percentile of signals' round trips. */
export interface HonestTimes {
  readonly signals: number;
  readonly signalMs: number;
  readonly slowSignalMs: number;
  readonly lost: number;
  readonly joinMs: number;
  readonly failed: number;
}

/** The times of honest clients in a separate process while `during` runs; `code` is the room of their own. The server
 *  trusts the addresses that clients claim, and its certificate is not looked at. */
export async function measured<T>(
  url: string,
  code: string,
  during: () => Promise<T>,
): Promise<HonestTimes & { readonly result: T }> {
  const file = path.join(import.meta.dirname, 'honest-clients.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, url, code], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const line = async (): Promise<string> => {
      const { value, done } = await lines.next();
      if (done) throw new Error('the honest clients ended early');
      return value;
    };
    await line();
    const result = await during();
    child.stdin.end();
    return { ...(JSON.parse(await line()) as HonestTimes), result };
  } finally {
    child.kill();
  }
}

/** Demands that an attack costs honest clients twice a quiet server's time at most (R28). `slowNoiseMs`: the noise of the
 *  slowest signals, a pause of the processor or of the collector of garbage. */
export function demandServed(
  row: FaultRow,
  quiet: HonestTimes,
  attacked: HonestTimes,
  slowNoiseMs = 10,
): void {
  const within = (quietMs: number): number => Math.max(2 * quietMs, quietMs + noiseMs);
  row.time('signals, median', attacked.signalMs, within(quiet.signalMs));
  row.time('joins, median', attacked.joinMs, within(quiet.joinMs));
  const slow = Math.max(2 * quiet.slowSignalMs, quiet.slowSignalMs + slowNoiseMs);
  row.time('signals, 99th percentile', attacked.slowSignalMs, slow);
  row.note('the same, quiet', `${quiet.slowSignalMs.toFixed(1)} ms`);
  row.fact('signals lost', '0', attacked.lost, attacked.lost === 0);
  row.fact('joins that failed', '0', attacked.failed, attacked.failed === 0);
}

/** Runs one of the attack scripts to its end; its last line is JSON. It takes what the server and honest clients leave of
 *  the machine, as if it were another machine's. */
export function runAttack<T>(script: string, ...args: readonly string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const file = path.join(import.meta.dirname, script);
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.pid !== undefined) setPriority(child.pid, 19);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as T);
      else reject(new Error(`${script} ended with ${code}`));
    });
  });
}

/** Resident memory of a process in MiB; 0 when it is gone. */
export function memoryMib(pid: number): number {
  try {
    const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Math.round(Number(kib) / 1024);
  } catch {
    return 0; // it has ended
  }
}

/** Joins as if from `address`, on a server that trusts its proxy's address; returns the answer's code, or 'no
 *  answer'. */
export async function join(
  url: string,
  code: string,
  address: string,
  isCreator = false,
): Promise<Member & { readonly answer: string }> {
  const memberSecret = newMemberSecret();
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    rejectUnauthorized: false,
    extraHeaders: { 'X-Forwarded-For': address },
  });
  const description = { isOpen: true, hostPublicKey: 'h'.repeat(43), hostProof: 'p'.repeat(43), keyCheck: 'k'.repeat(11) }; // prettier-ignore
  const joining = {
    kind: 'join',
    code,
    protocolVersion,
    memberSecret,
    name: 'Honest',
    role: 'trainer',
    facts: '',
    inRing: false,
    hasKey: false,
    ...(isCreator && { description, stamp: stamps.of(code, markOf(code, description)) }),
  };
  const answer = await new Promise<string>((resolve) => {
    socket.once('connect_error', () => resolve('no answer'));
    socket
      .timeout(lostMs)
      .emit('message', joining, (error: Error | null, reply: { ok: boolean; error?: { code: string } }) =>
        resolve(error ? 'no answer' : reply.ok ? 'ok' : reply.error!.code),
      );
  });
  return { id: memberIdOf(memberSecret), socket, answer };
}

/** A pair of clients, of which one relays to the other as fast as a relayed link does: with a window of 256 KiB. */
export async function relayingPair(url: string, code: string, address: string) {
  const a = await join(url, code, address, true);
  const b = await join(url, code, address);
  b.socket.on(relayEvent, (_from: string, _packet: unknown, taken: () => void) => taken());
  const packet = Buffer.alloc(maxRelayPacketBytes);
  let arrived = 0;
  const send = (): void => {
    a.socket.emit(relayEvent, b.id, packet, ({ ok }: { ok: boolean }) => {
      if (ok) arrived += packet.length;
      send();
    });
  };
  for (let bytes = packet.length; bytes <= 256 * 1024; bytes += packet.length) send();
  return {
    /** MiB/s while `during` runs. */
    async measure(during: () => Promise<unknown>): Promise<number> {
      const [startedMs, before] = [performance.now(), arrived];
      await during();
      return (arrived - before) / 1024 / 1024 / ((performance.now() - startedMs) / 1000);
    },
    stop: () => [a, b].forEach(({ socket }) => socket.close()),
  };
}
