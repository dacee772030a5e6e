// Replicas in Node on one machine find each other by sockets in a folder that only their user may enter, one named after
// each member. A link begins when both sides have proven that they hold the room's key: each by a MAC under a key of its
// direction, over what both said (L20f).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { lstat, mkdir, readdir, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../base/clock';
import { waitFor, type Wait } from '../../base/deadline';
import { secureRandom } from '../../base/random-bytes';
import { type RelayKeys, relaySaltBytes } from '../../net/relay/relay-key';
import { toBase64Url } from '../../net/room/room-key';
import type { Meeting, Neighbours } from '../../net/tabs/neighbours';
import type { PackedHandover } from '../../net/wires/channel-handover';
import { SocketWire } from '../../net/wires/socket-wire';

/** Both sides have begun to meet within a few milliseconds. */
const meetMs = 3_000;
const hashBytes = 32;
/** Connections that have not yet proven the room's key. */
const mostUnproven = 16;

interface Expected {
  readonly meeting: Meeting;
  readonly settle: (socket: Socket) => void;
}

export class MachineReplicas implements Neighbours {
  /** Meetings by the hash of their key: this side waits for the caller, or the caller came first. */
  readonly #expected = new Map<string, Wait<Expected>>();
  readonly #server: Server;
  #unproven = 0;
  /** Settles once others may find this replica, or never will. */
  readonly ready: Promise<void>;

  constructor(
    readonly self: string,
    readonly clock: Clock,
    readonly folder = usualFolder,
  ) {
    this.#server = createServer((socket) => void this.#answer(socket)).unref();
    // Where no socket may be made, nobody finds this replica, and WebRTC links it.
    this.#server.on('error', () => undefined);
    this.ready = this.#listen();
  }

  async isHere(member: string): Promise<boolean> {
    if (!(await isPrivate(this.folder))) return false;
    const found = lstat(this.#socketOf(member));
    return found.then(
      (entry) => entry.isSocket(),
      () => false,
    );
  }

  async meet(meeting: Meeting): Promise<PackedHandover | undefined> {
    const wait = waitFor<Socket>(this.clock, meetMs, 'the other replica');
    const name = nameOf(meeting);
    let isOver = false;
    const settle = (socket: Socket): void => void (isOver ? socket.destroy() : wait.settle(socket));
    try {
      if (this.self < meeting.peer) this.#call(meeting).then(settle, wait.reject);
      else this.#expect(name).settle({ meeting, settle });
      const wire = new SocketWire(await wait.promise);
      return { handover: { kind: 'wire', wire }, transfer: [] };
    } catch {
      return undefined;
    } finally {
      isOver = true;
      this.#expected.delete(name);
    }
  }

  close(): void {
    this.#server.close();
  }

  /** The side with the smaller id. */
  async #call(meeting: Meeting): Promise<Socket> {
    const { peer } = meeting;
    const socket = connect(this.#socketOf(peer));
    const cancel = this.#endLate(socket);
    try {
      const salt = secureRandom(relaySaltBytes);
      socket.write(Buffer.concat([hashOf(meeting.key), salt]));
      const answer = await bytesFrom(socket, relaySaltBytes + hashBytes);
      const caller = partyOf(this.self, salt);
      const keys = meeting.relayKeys(caller, partyOf(peer, answer.subarray(0, relaySaltBytes)));
      if (!keys || !isProof(keys, meeting, answer.subarray(relaySaltBytes)))
        throw new Error('the other side does not hold the key of the room');
      socket.write(proof(keys.send, meeting));
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      cancel();
    }
  }

  async #answer(socket: Socket): Promise<void> {
    if (this.#unproven >= mostUnproven) return void socket.on('error', () => undefined).destroy();
    this.#unproven++;
    const cancel = this.#endLate(socket);
    try {
      const call = await bytesFrom(socket, hashBytes + relaySaltBytes);
      const { meeting, settle } = await this.#expect(call.toString('hex', 0, hashBytes)).promise;
      const salt = secureRandom(relaySaltBytes);
      const caller = partyOf(meeting.peer, call.subarray(hashBytes));
      const keys = meeting.relayKeys(caller, partyOf(this.self, salt));
      if (!keys) throw new Error('this side does not hold the key of the room');
      socket.write(Buffer.concat([salt, proof(keys.send, meeting)]));
      if (!isProof(keys, meeting, await bytesFrom(socket, hashBytes)))
        throw new Error('the caller does not hold the key of the room');
      settle(socket);
    } catch {
      socket.destroy();
    } finally {
      cancel();
      this.#unproven--;
    }
  }

  #expect(name: string): Wait<Expected> {
    const known = this.#expected.get(name);
    if (known) return known;
    const wait = waitFor<Expected>(this.clock, meetMs, 'the meeting that a caller named');
    this.#expected.set(name, wait);
    wait.promise.catch(() => this.#expected.delete(name));
    return wait;
  }

  #endLate(socket: Socket): () => void {
    socket.on('error', () => undefined); // 'close' follows
    return this.clock.after(meetMs, () => socket.destroy());
  }

  async #listen(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 }).catch(() => undefined); // It is there already, or nobody may make it.
    if (!(await isPrivate(this.folder))) return;
    await removeForsaken(this.folder);
    await new Promise<void>((resolve) => {
      this.#server.once('error', () => resolve());
      this.#server.listen(this.#socketOf(this.self), () => resolve());
    });
  }

  #socketOf(member: string): string {
    return path.join(this.folder, `${member}.sock`);
  }
}

const uid = process.getuid?.();
const usualFolder = path.join(tmpdir(), `lockstep-${uid}`);

/** Nobody but this user can put a socket there. Never so on Windows. */
async function isPrivate(folder: string): Promise<boolean> {
  const entry = await lstat(folder).catch(() => undefined);
  return (
    uid !== undefined && entry?.isDirectory() === true && entry.uid === uid && (entry.mode & 0o077) === 0
  );
}

/** Sockets of replicas that were killed. */
async function removeForsaken(folder: string): Promise<void> {
  const sockets = (await readdir(folder)).filter((name) => name.endsWith('.sock'));
  await Promise.all(
    sockets.map(async (name) => {
      const at = path.join(folder, name);
      if (await isRefused(at)) await unlink(at).catch(() => undefined);
    }),
  );
}

function isRefused(at: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at);
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

/** The next bytes, when all have come. */
function bytesFrom(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (): void => void socket.off('readable', look).off('close', lose);
    const look = (): void => {
      const bytes = socket.read(count) as Buffer | null;
      if (bytes === null) return;
      done();
      if (bytes.length === count) resolve(bytes);
      else lose();
    };
    const lose = (): void => {
      done();
      reject(new Error('the socket closed too soon'));
    };
    socket.on('readable', look).on('close', lose);
  });
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const nameOf = ({ key }: Meeting): string => hashOf(key).toString('hex');

const partyOf = (memberId: string, salt: Uint8Array) => ({ memberId, salt: toBase64Url(salt) });

const proof = (key: Uint8Array, meeting: Meeting): Buffer =>
  createHmac('sha256', key).update(`lockstep socket v1 ${meeting.key}`).digest();

const isProof = ({ receive }: RelayKeys, meeting: Meeting, given: Uint8Array): boolean =>
  timingSafeEqual(proof(receive, meeting), given);
