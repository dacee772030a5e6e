// A replica in a room. The main thread does the signalling and opens the connections; the Worker does the rest. The
// replica creates the ring when it brings a configuration and nobody in the room is in a ring; otherwise it waits to be
// admitted. The page acts on the Worker's RingFacts, never on the Snapshot, which is for drawing.
import { logged, say, type Saying, unexpected } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { FlightFields } from '../../base/flight-recorder';
import { hiddenAs, hiddenName } from '../../base/nickname';
import type { RtcImplementation } from '../../net/wires/peer-connection';
import { memberIdOf, newMemberSecret } from '../../net/room/member-secret';
import { relayKeys } from '../../net/relay/relay-key';
import { shutsOut, unknownDoor, waitWords, type Door } from '../../net/room/door';
import { mostHideNames } from '../../net/room/names-rule';
import { claimPass, newPass, passOf } from '../../net/room/pass';
import type { PassClaim } from '../../net/room/pass-claim';
import { roomKeyFromText } from '../../net/room/room-key';
import type { JoinErrorCode, Signalling } from '../../net/signalling/signalling';
import { connectSignalling } from '../../net/signalling/signalling-client';
import { hostKeysFromToken } from '../../net/room/signed-command';
import type { Roster } from '../../net/signalling/signalling-roster';
import type { Command, EngineWish, ReplicaEvent, ReplicaHandle, RoomTicket, RunConfig } from '../protocol';
import { entryErrorOf } from './entry-error';
import type { ForObservers } from '../watch/for-observers';
import { ReplicaWorker, type ReplicaThread, type WorkerReport } from '../worker/replica-worker';
import type { RingFacts } from '../worker/worker-messages';
import { ringCreation } from './ring-creation';
import { progressOf } from './ring-progress';
import { RoomConnections } from './room-connections';
import { openBrowserTabs } from '../../net/tabs/browser-tabs';
import type { Neighbours } from '../../net/tabs/neighbours';

export interface RoomReplicaOptions {
  readonly url: string;
  readonly ticket: RoomTicket;
  readonly name: string;
  /** The creator's: the room's first run. */
  readonly config: RunConfig | undefined;
  readonly engine: EngineWish;
  /** A removed replica comes back with its old one, and so under its old id (H6). undefined: a fresh one is drawn. */
  readonly memberSecret?: string | undefined;
  /** The pass that this device keeps for the room (R22); undefined: a new one. */
  readonly pass?: string | undefined;
  readonly facts: string;
  readonly clock: Clock;
  readonly iceServers: () => Promise<readonly RTCIceServer[]>;
  /** Where there is no page: WebRTC, and an object that stands in for the Worker. */
  readonly headless?: {
    readonly rtc: RtcImplementation;
    readonly start: () => ReplicaThread;
    /** Other replicas of this machine. */
    readonly neighbours: (self: string) => Neighbours | undefined;
  };
}

/** The server may list ring members that are gone. For this long, they keep the host from creating a new ring. */
const ghostMs = 6_000;

const noRing = { members: [], linked: [], door: unknownDoor, name: undefined, onlyWebRtc: false };

export class RoomReplica implements ReplicaHandle {
  readonly #worker: ReplicaWorker;
  readonly #signalling: Signalling;
  #connections: RoomConnections | undefined;
  #isEnded = false;
  #hasFailed = false;
  #ring: Pick<RingFacts, 'members' | 'linked' | 'name' | 'onlyWebRtc'> & { readonly door: Door } = noRing;
  readonly #passSecret: string;
  /** The part that is loaded once somebody watches. */
  #observers: Promise<ForObservers> | undefined;
  readonly #pass: PassClaim | undefined;
  #turnServers: readonly RTCIceServer[] = [];
  #waitsSinceMs: number | undefined;
  #cancelGhostCheck = (): void => undefined;
  readonly #tabs: Neighbours | undefined;
  readonly #onPageHide = (event: PageTransitionEvent): void => {
    if (!event.persisted) this.#sendGoodbye();
  };

  constructor(private readonly options: RoomReplicaOptions) {
    const { url, ticket, engine, facts, clock, headless } = options;
    const memberSecret = options.memberSecret ?? newMemberSecret();
    const self = memberIdOf(memberSecret);
    const isHost = ticket.hostToken !== undefined && !ticket.isHandedOver;
    this.#tabs = headless ? headless.neighbours(self) : openBrowserTabs(self, clock);
    this.#passSecret = options.pass ?? newPass();
    this.#pass = claimPass(this.#passSecret, ticket.code, self);
    const onReport = (report: WorkerReport): void => this.#receive(report);
    this.#worker = new ReplicaWorker({ self, isHost, clock, onReport, start: headless?.start });
    this.#worker.enter({ kind: 'connecting', waitingFor: ['the room server'], sinceMs: clock.now() });
    this.#signalling = connectSignalling({
      url,
      ticket,
      memberSecret,
      // The typed name comes after, where the room shows such names (H12a).
      name: hiddenName(self),
      role: engine === 'cpu' ? 'cpu-trainer' : 'trainer',
      pass: this.#pass,
      facts,
      clock,
      passOn: (signal) => this.#worker.post({ kind: 'signal', signal }),
    });
    this.#signalling.setDoor(unknownDoor);
    this.#signalling.on('at-door', ({ door }) => this.#worker.post({ kind: 'at-door', door }));
    this.#signalling.on('roster', () => this.#tellName());
    this.#signalling.on('waiting', ({ hosts, untilEpochMs }) => {
      const why = waitWords('asks', hosts, untilEpochMs);
      this.#worker.flight.note('waits at the door', { why: logged(why) });
      this.#worker.enter({
        kind: 'connecting',
        waitingFor: [],
        sinceMs: (this.#waitsSinceMs ??= clock.now()),
        why,
      });
      this.#tellName();
    });
    this.#signalling.on(
      'note',
      ({ from, data }) =>
        void this.#forObservers()?.then((observers) => observers.note(from, data), unloaded),
    );
    this.#worker.subscribe(
      (event) => void this.#forObservers()?.then((observers) => observers.receive(event), unloaded),
    );
    this.#signalling.on('turn', (servers) => (this.#turnServers = servers as readonly RTCIceServer[]));
    this.#signalling.on('packet', ({ from, packet, taken }) => {
      if (this.#isWelcome(from)) this.#connections?.receivePacket(from, packet);
      taken();
    });
    this.#signalling.on('fault', ({ code, message, peer }) => {
      this.#worker.flight.note('signalling fault', { code, message, peer });
      if (code === 'bad-mac' || code === 'replayed') this.#warn(unexpected(message));
    });
    this.#signalling.on('connection', (connection) => {
      const why = connection.kind === 'offline' ? logged(connection.why) : undefined;
      this.#worker.flight.note('room server', { connection: connection.kind, why });
      if (connection.kind === 'offline') this.#warn(say('server-away', { detail: connection.why }));
    });
    if (!headless) addEventListener('pagehide', this.#onPageHide);
    void this.#join();
  }

  subscribe(listener: (event: ReplicaEvent) => void): () => void {
    return this.#worker.subscribe(listener);
  }

  send(command: Command): void {
    if (command.kind === 'leave') void this.#signalling.leave();
    if (command.kind === 'free-seats') void this.#freeSeats(command);
    this.#worker.send(command);
  }

  request: ReplicaHandle['request'] = (request) => this.#worker.request(request);

  destroy(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (!this.options.headless) removeEventListener('pagehide', this.#onPageHide);
    this.#sendGoodbye();
    this.#tabs?.close();
    this.#worker.destroy();
  }

  #receive(report: WorkerReport): void {
    switch (report.kind) {
      case 'link-closed':
        return this.#connections?.linkClosed(report.peer, report.call);
      case 'ring':
        return this.#ringChanged(report.facts);
      case 'links':
        return this.#connections?.want(report.wanted);
      case 'signal':
        return this.#signalling.receive(report.signal);
      case 'died':
        return this.#leaveFailed();
      default:
        report satisfies never;
    }
  }

  /** Undefined while nobody watches, and nobody has watched. */
  #forObservers(): Promise<ForObservers> | undefined {
    if ((this.#signalling.roster?.observers ?? 0) === 0) return this.#observers;
    return (this.#observers ??= this.#loadForObservers());
  }

  /** Where it cannot be fetched, the next event tries again. */
  #loadForObservers(): Promise<ForObservers> {
    const loaded = import('../watch/for-observers').then(
      ({ ForObservers }) =>
        new ForObservers({
          clock: this.options.clock,
          membersAtServer: () => {
            const { observers = 0, members = [] } = this.#signalling.roster ?? {};
            return observers > 0 ? members.map(({ memberId }) => memberId) : [];
          },
          isOpen: () => this.#ring.door.kind === 'open',
          askWeights: () =>
            this.#worker.request({ kind: 'weights', wantsHeldOut: false, isForObservers: true }),
          askSample: () => this.#worker.request({ kind: 'sample' }),
          show: (message) => void this.#signalling.showPicture(message),
          answered: (from, answer) => this.#worker.post({ kind: 'observed-answer', from, answer }),
        }),
    );
    loaded.catch(() => (this.#observers = undefined));
    return loaded;
  }

  #ringChanged(facts: RingFacts): void {
    const { onlyWebRtc } = this.#ring;
    this.#ring = facts;
    if (facts.onlyWebRtc !== onlyWebRtc) this.#connections?.relink();
    this.#signalling.updateStatus({
      inRing: facts.members.length > 0,
      hidesNames: facts.hidesNames || undefined,
    });
    this.#tellName();
    this.#signalling.setDoor(facts.door);
    // The host ended the room, or this replica cannot go on.
    if (facts.phase === 'failed' || facts.phase === 'left') return this.#leaveFailed();
    const progress = progressOf(facts, this.#worker.self);
    if (progress !== 'as before') this.#signalling.reportProgress(progress);
  }

  /** Terminal: this page is no longer in the room and does not come back by itself. */
  #leaveFailed(): void {
    this.#hasFailed = true;
    void this.#signalling.leave();
  }

  async #join(): Promise<void> {
    const iceServers = await this.options.iceServers();
    const joined = await this.#signalling.joined;
    if (this.#isEnded) return;
    if (!joined.ok) {
      const { code, says } = joined.error;
      // 'closed': it left or failed before it had joined, and the Worker never began.
      if (code !== 'closed') return this.#fail(code, says);
      if (!this.#hasFailed) this.#worker.enter({ kind: 'left' });
      return;
    }
    const { ticket, name, engine } = this.options;
    const { hostPublicKey, code } = joined.value;
    const { hostToken } = ticket;
    // Whether a secret that arrived by a link is a host's, the ring's state says (H15).
    if (hostToken && !ticket.isHandedOver && hostKeysFromToken(hostToken)?.hostPublicKey !== hostPublicKey)
      return this.#fail('wrong-key', say('other-hosts-rights'));
    this.#connections = this.#connect(code, iceServers);
    const { self } = this.#worker;
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const replica = { self, name, seed, code, hostPublicKey, hostToken, engine };
    const pass = { pass: this.#pass, passSecret: this.#passSecret };
    this.#worker.post({ kind: 'begin', ...replica, ...pass, replicasHere: 1 });
    this.#signalling.on('signal', ({ from, data }) => {
      this.#worker.flight.routine('signal received', { from, ...signalFields(data) });
      if (this.#isWelcome(from)) this.#connections?.receive(from, data);
    });
    this.#signalling.on('roster', (roster) => this.#rosterChanged(roster));
    this.#rosterChanged(joined.value);
  }

  #connect(code: string, iceServers: readonly RTCIceServer[]): RoomConnections {
    const { self } = this.#worker;
    return new RoomConnections({
      self,
      clock: this.options.clock,
      rtc: {
        implementation: this.options.headless?.rtc,
        iceServers: () => [...iceServers, ...this.#turnServers],
      },
      tabs: this.#tabs,
      onlyWebRtc: () => this.#ring.onlyWebRtc,
      room: {
        code,
        signal: (to, signal) => {
          this.#worker.flight.routine('signal sent', { to, ...signalFields(signal) });
          this.#signalling.signal(to, signal);
        },
        canRelay: (to) => this.#signalling.canRelay(to),
        relay: (to, packet) => this.#signalling.relay(to, packet),
        relayKeys: (caller, answerer) => {
          const key = this.#signalling.key && roomKeyFromText(this.#signalling.key);
          return key ? relayKeys(key, code, caller, answerer, self) : undefined;
        },
      },
      log: {
        note: (kind, fields) => this.#worker.flight.note(kind, fields),
        warn: (says) => this.#warn(says),
      },
      handOver: (link, transfer) => this.#worker.post(link, transfer),
    });
  }

  #rosterChanged({ members, observers }: Roster): void {
    const peers = members.map(({ memberId, name, isHost, hasKey, pass }) => ({
      id: memberId,
      name,
      isHost,
      hasKey,
      pass,
    }));
    this.#worker.flight.routine('roster', { members: peers.map(({ id, name }) => `${id} ${name}`) });
    this.#worker.post({ kind: 'roster', peers, observers });
    this.#connections?.roster(peers.filter(({ id }) => id !== this.#worker.self));
    this.#cancelGhostCheck();
    const { config, clock } = this.options;
    if (!config || this.#isInRing || this.#isEnded) return;
    const creation = ringCreation(members);
    if (creation === 'now') this.#worker.post({ kind: 'create-ring', config });
    else if (creation === 'if nobody is linked')
      this.#cancelGhostCheck = clock.after(ghostMs, () => {
        if (!this.#isInRing && this.#ring.linked.length === 0)
          this.#worker.post({ kind: 'create-ring', config });
      });
  }

  /** What this member calls itself at the server (H12b). The others there are asked as well: this page may have slept. */
  #tellName(): void {
    const inRing = (this.#signalling.roster?.members ?? []).filter((one) => one.inRing && !one.isSelf);
    const known = this.#ring.name ?? '';
    const name = known === '' || mostHideNames(inRing) ? hiddenAs(this.#worker.self, known) : known;
    this.#signalling.updateStatus({ name });
  }

  async #freeSeats({ members, observers }: Extract<Command, { kind: 'free-seats' }>): Promise<void> {
    const freed = await this.#signalling.freeSeats(members, observers);
    if (!freed.ok) this.#warn(say('seats-not-freed', { detail: freed.error.says }));
  }

  /** H14: whether this page lets that one connect to it. */
  #isWelcome(peer: string): boolean {
    const { members, door } = this.#ring;
    const at = this.#signalling.roster?.members.find(({ memberId }) => memberId === peer);
    if (!at || at.isHost || members.includes(peer)) return true;
    return !shutsOut(door, () => passOf(at.pass, this.options.ticket.code, peer));
  }

  get #isInRing(): boolean {
    return this.#ring.members.length > 0;
  }

  #fail(code: Exclude<JoinErrorCode, 'closed'>, says: Saying): void {
    this.#worker.flight.note('not joined', { code, message: logged(says) });
    this.#worker.enter({ kind: 'failed', error: { code: entryErrorOf(code), says } });
    this.#leaveFailed();
  }

  #warn(says: Saying): void {
    this.#worker.flight.note('notice', { level: 'warning', text: logged(says) });
    this.#worker.notify('warning', says);
  }

  /** The members learn of the end at once instead of by silence. */
  #sendGoodbye(): void {
    this.#cancelGhostCheck();
    this.#worker.send({ kind: 'leave' });
    void this.#signalling.leave();
    this.#connections?.close();
  }
}

/** Nobody is told: the next event loads it again. */
const unloaded = (): void => undefined;

/** The kind of a signal. Its contents hold addresses and keys, which do not belong in the flight record. */
function signalFields(data: unknown): FlightFields {
  if (typeof data !== 'object' || data === null) return { signal: typeof data };
  const { kind, call, signal } = data as Record<string, unknown>;
  const type =
    typeof signal === 'object' && signal !== null ? (signal as { type?: unknown }).type : undefined;
  return {
    signal: shortName(kind),
    type: shortName(type),
    call: typeof call === 'number' ? call : undefined,
  };
}

/** Peers write these fields, so only short plain names pass. */
function shortName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z-]{1,20}$/.test(value) ? value : undefined;
}
