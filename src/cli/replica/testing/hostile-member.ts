// A member that lies: the product's own replica, with what it says changed on its way out. The changes are made to the
// classes of this process, so the product has no hook for them. An attack (attacks.ts) sets what is changed; what it
// does not set stays honest, so that the others trust this member until then. One a process.
import type { MembershipMessage } from '../../../membership/messages';
import type { MemberId, View } from '../../../membership/view';
import { equalBytes, utf8 } from '../../../base/bytes';
import { decodeFrame, emptyHeader, encodeFrame, type Frame } from '../../../net/frame/frame';
import { encodeRecordFrame, readRecordFrame } from '../../../collectives/record-frame';
import { HeaderRounds } from '../../../train/header/header-rounds';
import { decodeRecord, encodeRecord, type HeaderRecord } from '../../../train/header/header-record';
import type { Participation } from '../../../train/participation/participation';
import { Replica } from '../../../train/participation/replica';
import type { VersionedState } from '../../../train/state/versioned-state';
import type { Hello } from '../../../train/peers/hello';
import { Hub } from '../../../train/peers/hub';
import { hashOf } from './seen-frames';

/** The lies that are told, of those that were sent. */
const mostTold = 40;

export class HostileMember {
  hub: Hub | undefined;
  self: MemberId = '';
  /** The last view that it lived in; undefined for a guest. */
  view: View | undefined;
  /** The ring of the last hello that named one. */
  ring: Hello['ring'] = null;
  /** What its records say. Its own decisions follow the lie, as an attacker's would. */
  changeRecord: (record: HeaderRecord, round: number) => HeaderRecord = (record) => record;
  changeHello: (hello: Hello) => Hello = (hello) => hello;
  /** The hello that it sent last. */
  lastHello: Hello | undefined;
  /** Each state that it comes to hold. */
  changeState: ((held: VersionedState) => VersionedState) | undefined;
  /** Runs when it says its record of a round. */
  onRound: (round: number) => void = () => undefined;
  /** What it sends in place of its own record of the round. */
  unreadable: { readonly round: number; readonly bytes: Uint8Array } | undefined;
  /** The last record of each rank, as its bytes. */
  readonly records = new Map<number, Uint8Array>();
  /** The frames that it sent and that no honest member would have sent, or withheld. */
  lies = 0;
  /** The hashes of the first lies, each once. */
  readonly lieHashes = new Set<string>();
  /** Is a frame of its part of a sum not sent? */
  isWithheld: () => boolean = () => false;
  /** Whether a record of its own is a lie, beside those that `changeRecord` changed. */
  isLie: (record: Pick<HeaderRecord, 'version'>) => boolean = () => false;
  /** The round of its last record that was a lie. */
  lieRound = -1;

  /** Everybody that it is linked with, or the others of its view. */
  get others(): readonly MemberId[] {
    const known = this.view?.members ?? this.hub?.peers() ?? [];
    return known.filter((peer) => peer !== this.self);
  }

  say(message: MembershipMessage, to: readonly MemberId[] = this.others): void {
    for (const peer of to) this.sendLie(peer, 'membership', message);
  }

  /** Counts it once it is on its way. */
  sendLie(to: MemberId, type: 'membership' | 'record' | 'hello', said: unknown): void {
    const bytes =
      said instanceof Uint8Array ? said : encodeFrame({ ...emptyHeader, type }, utf8(JSON.stringify(said)));
    this.hub?.send(to, type, bytes).then(
      () => this.toldLie(bytes),
      () => undefined,
    );
  }

  toldLie(bytes: Uint8Array): void {
    this.lies++;
    if (this.lieHashes.size < mostTold) this.lieHashes.add(hashOf(bytes));
  }

  /** A record in the name of `rank`, as if passed on in a flood. */
  sayRecordOf(rank: number, round: number, bytes: Uint8Array): void {
    if (!this.view) return;
    const { lineage, generation, members } = this.view;
    const frame = encodeRecordFrame({ key: { lineage, generation, round }, rank, bytes, isFlooded: true });
    for (const to of this.others) if (to !== members[rank]) this.sendLie(to, 'record', frame);
  }

  /** This runs before the replica of this process is made. */
  takeOver(): void {
    takeHub(this);
    takeRounds(this);
    takeReplica(this);
  }

  /** A record frame, with what it says in place of its own. */
  toSend(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly isLie: boolean } {
    const honest = { bytes, isLie: false };
    if (this.lieRound < 0) return honest;
    const frame = decodeFrame(bytes);
    const record = frame.ok ? readRecordFrame(this.self, frame.value) : undefined;
    if (!record?.ok) return honest;
    const isOwn = this.view?.members[record.value.rank] === this.self;
    if (!isOwn || record.value.key.round !== this.lieRound) return honest;
    if (!this.unreadable) return { bytes, isLie: true };
    return { bytes: encodeRecordFrame({ ...record.value, bytes: this.unreadable.bytes }), isLie: true };
  }

  received(frame: Frame, from: MemberId): void {
    if (frame.type !== 'record') return;
    const record = readRecordFrame(from, frame);
    if (record.ok) this.records.set(record.value.rank, record.value.bytes.slice());
  }
}

function takeHub(member: HostileMember): void {
  const { prototype } = Hub;
  const add = prototype.add as (this: Hub, ...given: Parameters<Hub['add']>) => void;
  prototype.add = function (...given) {
    member.hub = this;
    add.apply(this, given);
  };
  const handle = prototype.handle as (this: Hub, ...given: Parameters<Hub['handle']>) => void;
  prototype.handle = function (type, handler) {
    handle.call(this, type, (arrived) => {
      member.received(arrived.frame, arrived.from);
      if (type === 'hello') noteRing(member, arrived.frame);
      handler(arrived);
    });
  };
  const send = prototype.send as (this: Hub, ...given: Parameters<Hub['send']>) => ReturnType<Hub['send']>;
  prototype.send = function (to, type, bytes, signal) {
    if (type === 'reduce' && member.isWithheld()) {
      member.lies++;
      return Promise.resolve();
    }
    if (type !== 'record') return send.call(this, to, type, bytes, signal);
    const said = member.toSend(bytes);
    const sent = send.call(this, to, type, said.bytes, signal);
    if (said.isLie)
      sent.then(
        () => member.toldLie(said.bytes),
        () => undefined,
      );
    return sent;
  };
  const sendJson = prototype.sendJson as (this: Hub, ...given: Parameters<Hub['sendJson']>) => void;
  prototype.sendJson = function (to, type, message) {
    if (type !== 'hello') return sendJson.call(this, to, type, message);
    member.lastHello = member.changeHello(message as Hello);
    sendJson.call(this, to, type, member.lastHello);
  };
}

function noteRing(member: HostileMember, { payload }: Frame): void {
  const { ring } = JSON.parse(new TextDecoder().decode(payload)) as Hello;
  if (ring) member.ring = ring;
}

function takeRounds(member: HostileMember): void {
  const { prototype } = HeaderRounds;
  const begin = prototype.begin as (this: HeaderRounds, ...given: Parameters<HeaderRounds['begin']>) => void;
  prototype.begin = function (...given) {
    [member.view] = given;
    begin.apply(this, given);
  };
  const open = prototype.open as (
    this: HeaderRounds,
    ...given: Parameters<HeaderRounds['open']>
  ) => ReturnType<HeaderRounds['open']>;
  prototype.open = function (round, own, ...rest) {
    member.onRound(round);
    const lie = member.changeRecord(own, round);
    const bytes = encodeRecord(lie);
    // It could not read such a record of its own: only the frames say it.
    member.unreadable = decodeRecord(bytes).ok ? undefined : { round, bytes };
    if (member.isLie(lie) || !equalBytes(bytes, encodeRecord(own))) member.lieRound = round;
    return open.call(this, round, member.unreadable ? own : lie, ...rest);
  };
}

function takeReplica(member: HostileMember): void {
  const { prototype } = Replica;
  const become = prototype.become as (this: Replica, next: Participation) => void;
  prototype.become = function (next) {
    const change = member.changeState;
    if (!change || next.kind !== 'current') return become.call(this, next);
    become.call(this, { ...next, stored: { ...next.stored, held: change(next.stored.held) } });
  };
}
