// A ring of whole Workers in one thread for tests: real links over message ports, the engine on the processor.
import { hashHex, hashWords } from '../../../base/hash';
import { realClock } from '../../../base/clock';
import { newHostKeys } from '../../../net/room/signed-command';
import type { Command, Notice, RunConfig, Snapshot, StepRecord } from '../../protocol';
import { beginReplica, type WorkerReplica } from '../worker';
import type { FromWorker, ToWorker, WorkerReplies } from '../worker-messages';

type Begin = Extract<ToWorker, { kind: 'begin' }>;

export class WorkerRing {
  readonly #keys = newHostKeys();
  readonly #members: RingWorker[] = [];

  constructor(readonly config: RunConfig) {}

  /** Adds a replica, linked to all living ones. The first is the host, and creates the ring. */
  add(): RingWorker {
    const index = this.#members.length;
    const { lo, hi } = hashWords(new Uint32Array([index, 78]));
    const { hostPublicKey, hostToken } = this.#keys;
    const member = new RingWorker({
      kind: 'begin',
      self: hashHex({ lo, hi }),
      name: `replica ${index}`,
      seed: index,
      code: 'TEST',
      hostPublicKey,
      hostToken: index === 0 ? hostToken : undefined,
      engine: 'cpu',
      replicasHere: 1,
    });
    this.#members.push(member);
    const peers = this.#members.map(({ begun }, at) => ({
      id: begun.self,
      name: begun.name,
      isHost: at === 0,
      hasKey: true,
    }));
    for (const { replica } of this.#members) replica.receive({ kind: 'roster', peers, observers: 0 });
    for (const other of this.#members) if (other !== member && !other.isGone) link(member, other);
    if (index === 0) member.replica.receive({ kind: 'create-ring', config: this.config });
    return member;
  }

  end(): void {
    for (const member of this.#members) member.leave();
  }
}

export class RingWorker {
  readonly replica: WorkerReplica;
  /** The digest after each committed step. */
  readonly digests = new Map<number, string>();
  readonly records: StepRecord[] = [];
  readonly notices: Notice[] = [];
  /** Everything that it was doing before it was in the ring. */
  readonly phases: Snapshot['phase'][] = [];
  snapshot: Snapshot | undefined;
  isGone = false;
  #saved: ((file: Blob) => void) | undefined;

  constructor(readonly begun: Begin) {
    const replica = beginReplica(begun, (message) => this.#take(message), realClock);
    if (!replica) throw new Error('the engine does not compute exactly');
    this.replica = replica;
  }

  send(command: Command): void {
    this.replica.receive({ kind: 'command', command });
  }

  save(): Promise<Blob> {
    const saved = new Promise<Blob>((resolve) => (this.#saved = resolve));
    this.replica.receive({ kind: 'request', id: 1, request: { kind: 'checkpoint', what: 'run' } });
    return saved;
  }

  leave(): void {
    if (!this.isGone) this.send({ kind: 'leave' });
    this.isGone = true;
  }

  #take(message: FromWorker): void {
    if (message.kind === 'reply') {
      const reply = message.reply as WorkerReplies['checkpoint'];
      if (!reply.ok) throw new Error(reply.error.says.code);
      this.#saved?.(reply.value.file);
    }
    if (message.kind !== 'event') return;
    const { event } = message;
    if (event.kind === 'notice') this.notices.push(event.notice);
    if (event.kind === 'steps') {
      this.records.push(...event.steps);
      for (const { step, digest } of event.steps) this.digests.set(step, digest);
    }
    if (event.kind !== 'snapshot') return;
    this.snapshot = event.snapshot;
    this.phases.push(event.snapshot.phase);
  }
}

function link(one: RingWorker, other: RingWorker): void {
  const { port1, port2 } = new MessageChannel();
  const to = ({ begun }: RingWorker, port: MessagePort): ToWorker & { kind: 'port' } => ({
    kind: 'port',
    peer: begun.self,
    name: begun.name,
    port,
  });
  one.replica.receive(to(other, port1));
  other.replica.receive(to(one, port2));
}
