// The room's document at one member, and the answers to its question (D1–D6). Members of one view say to each other which
// version they hold, at the opening of a link and at each change; whoever lacks a newer one asks for it. Links are reliable
// while they live, so that is enough. The host's own changes are made here too.
// Invariant: what is held was signed by the room's host, and never becomes older.
import * as v from 'valibot';
import type { Clock } from '../base/clock';
import { Emitter } from '../base/emitter';
import { BucketTable } from '../base/bucket-table';
import { TokenBucket } from '../base/token-bucket';
import type { MemberId } from '../membership/view';
import type { RoomCommand } from './edit-room';
import { HeldAnswers } from './held-answers';
import { mayEnter } from './room-door';
import { newRoom, type RoomDocument } from './room-document';
import { roomMessage, type RoomMessage } from './room-message';
import type { GivenAnswer } from './room-question';
import { signedAnswerTo, type Author, type SignedAnswer } from './signed-answer';
import {
  editionOf,
  isNewer,
  noEdition,
  readDocument,
  type Edition,
  type HeldDocument,
  type SignedDocument,
} from './signed-document';
import { patienceMs, WaitingEdits, type HostSigner } from './waiting-edits';

export interface RoomBoardDeps {
  readonly self: MemberId;
  readonly code: string;
  readonly clock: Pick<Clock, 'now' | 'epochMs' | 'after'>;
  /** The public key of the room's host, by the state that this replica follows; outside without a state, the creator's;
   *  undefined: it is in a view and follows no state yet. */
  host(): string | undefined;
  /** Documents up to this version are of an earlier ring of this room, of which nothing is left. */
  beganAfter(): number;
  /** What outsiders say that was signed up to this time is older than this replica's coming. */
  readonly olderThan: number;
  /** The members of the view, by rank; none outside. */
  members(): readonly MemberId[];
  /** J8. */
  wasRemoved(peer: MemberId): boolean;
  passOf(member: MemberId): string | undefined;
  /** The pass by which this replica signs its answers. */
  pass(): Pick<Author, 'claim' | 'secret'>;
  send(to: MemberId, message: RoomMessage): void;
  /** What came from this peer breaks a rule: its link ends. */
  refuse(peer: MemberId, why: string): void;
}

interface LinkedPeer {
  /** What it says that it holds; undefined: it has not said so over this link. */
  named: Edition | undefined;
  /** What it was told that this member holds, over this link. */
  said: Edition | undefined;
  /** What it named did not come, or was not the host's: it is not asked for that again. */
  isDoubted: boolean;
  /** The budget of documents that it asks for. */
  readonly asks: TokenBucket;
  /** The latest answer of each author that it has heard from this member, or said to it. */
  readonly told: Map<MemberId, number>;
}

/** The budget of documents that one member asks for. */
const askRule = { capacity: 8, perSecond: 1 };
/** Each document or answer that its author did not sign costs a check of a signature: who gives many is not read for a
 *  while (D4). It outlives links. */
const falsehoodRule = { capacity: 20, perSecond: 1 };
const mostFalse = 256;
export class RoomBoard extends Emitter<{ readonly change: undefined }> {
  #held: HeldDocument | undefined;
  /** The last one of the host before: it counts again where that host does (H15e). */
  #former: HeldDocument | undefined;
  readonly #answers: HeldAnswers;
  readonly #peers = new Map<MemberId, LinkedPeer>();
  readonly #falsehoods: BucketTable;
  readonly #edits: WaitingEdits;
  #wanted: { readonly from: MemberId; readonly what: Edition; readonly cancel: () => void } | undefined;
  #host: string | undefined;
  #isKnown = false;
  #waitUntilMs = 0;
  #cancelWait: (() => void) | undefined;

  constructor(readonly deps: RoomBoardDeps) {
    super();
    const { code, clock } = deps;
    this.#answers = new HeldAnswers(code, (member) => deps.passOf(member));
    this.#falsehoods = new BucketTable(falsehoodRule, clock, mostFalse);
    this.#edits = new WaitingEdits({
      code,
      clock,
      host: () => (deps.members().length > 0 ? this.#host : undefined),
      isBehind: () => this.#isBehind,
      held: () => this.#held,
      given: () => deps.members().map((member) => this.answerOf(member)),
      beganAfter: () => deps.beganAfter(),
      publish: (next) => this.#adopt(next, true),
    });
  }

  get document(): RoomDocument {
    return this.#held?.document ?? newRoom;
  }

  /** Version 0: none is held. */
  get edition(): Edition {
    return this.#held ?? noEdition;
  }

  /** Who may take hosting over; null: the host says nobody; undefined: nothing is held that this host signed. */
  get heir(): string | null | undefined {
    return this.#isOfHost ? (this.document.heir ?? null) : undefined;
  }

  /** The host ended the room (H13). */
  get isEnded(): boolean {
    return this.#isOfHost && this.document.isEnded === true;
  }

  get #isOfHost(): boolean {
    return this.#held !== undefined && this.#held.by === this.#host;
  }

  /** This member has been in its view long enough to hold what its neighbours held. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** A link to the peer opened, or a newer one took over. */
  opened(peer: MemberId): void {
    const told = new Map<MemberId, number>();
    const asks = new TokenBucket(askRule, this.deps.clock);
    this.#peers.set(peer, { named: undefined, said: undefined, isDoubted: false, asks, told });
    this.look();
  }

  closed(peer: MemberId): void {
    this.#peers.delete(peer);
    if (this.#wanted?.from === peer) this.#endWanted();
    this.look();
  }

  /** The view, the followed state or a link may be another. */
  look(): void {
    const host = this.deps.host();
    if (host !== this.#host) for (const peer of this.#peers.values()) peer.isDoubted = false;
    this.#host = host;
    const began = this.deps.beganAfter();
    if (this.#former && this.#former.version <= began) this.#former = undefined;
    if (this.#held && this.#held.version <= began) this.#drop();
    const former = this.#former;
    if (former && former.by === host && !this.#isOfHost) return this.#adopt(former);
    this.#sayVersion();
    this.#tellAnswers();
    this.#ask();
    this.#edits.look();
    const isKnown = this.#seesRoom();
    if (isKnown === this.#isKnown) return;
    this.#isKnown = isKnown;
    this.emit('change', undefined);
  }

  /** H12a: once it holds what its neighbours hold, until it leaves the view. For a neighbour that says nothing it waits 5 s,
   *  and then most of the others count: so no liar can prevent it. */
  #seesRoom(): boolean {
    const others = this.deps.members().filter((member) => member !== this.deps.self);
    if (this.deps.members().length === 0) {
      this.#cancelWait?.();
      this.#cancelWait = undefined;
      return false;
    }
    if (this.#isKnown || this.#host === undefined || this.#wanted) return this.#isKnown;
    const linked = others.flatMap((member) => this.#peers.get(member) ?? []);
    const named = linked.flatMap((peer) => peer.named ?? []);
    this.#waitUntilMs = this.#cancelWait ? this.#waitUntilMs : this.deps.clock.now() + patienceMs;
    this.#cancelWait ??= this.deps.clock.after(patienceMs, () => this.look());
    if (named.length < linked.length && this.deps.clock.now() < this.#waitUntilMs) return false;
    const newer = named.filter((one) => this.#isNews(one));
    return others.length === 0 || 2 * newer.length < named.length;
  }

  /** The host changes the room. It waits until this member is in a view, and knows what its neighbours hold. */
  edit(command: RoomCommand, signer: HostSigner): void {
    this.#edits.add(command, signer);
  }

  /** Who hosts now signs what is held (D2): a newcomer takes nothing that a former host signed. */
  sign(signer: HostSigner): void {
    this.#edits.add(undefined, signer);
  }

  /** The person at this replica answers the question of this number. False: it is not open, or this is no answer. */
  answer(number: number, value: number): boolean {
    const { self, code, clock } = this.deps;
    const { question } = this.document;
    if (!question || question.closed || question.number !== number || !Number.isFinite(value)) return false;
    const change = Math.max(Math.floor(clock.epochMs()), (this.#noteOf(self)?.change ?? 0) + 1);
    return this.#takeAnswer(signedAnswerTo(question, { value, change }, { self, code, ...this.deps.pass() }));
  }

  /** What this member answers to the question; undefined: nothing that this replica has heard. */
  answerOf(member: MemberId): GivenAnswer | undefined {
    return this.#answers.of(member);
  }

  /** A message of a peer. */
  take(from: MemberId, json: unknown): void {
    const parsed = v.safeParse(roomMessage, json);
    if (!parsed.success) return this.deps.refuse(from, 'a malformed message about the room (D3)');
    const peer = this.#peers.get(from);
    const message = parsed.output;
    if (!peer) return;
    if (message.kind === 'has') {
      // It may have installed the view before this replica.
      peer.named = message;
      peer.isDoubted = false;
      return this.look();
    }
    if (message.kind === 'document') return this.#takeDocument(from, peer, message.envelope);
    if (!this.#mayHear(from)) return;
    switch (message.kind) {
      case 'want':
        return this.#give(from, peer);
      case 'answer':
        return this.#hearAnswer(from, peer, message.answer);
      default:
        message satisfies never;
    }
  }

  end(): void {
    this.#edits.end();
    this.#cancelWait?.();
    this.#wanted?.cancel();
  }

  /** It is in the view, and was not removed (J8). */
  #mayHear(peer: MemberId): boolean {
    return this.deps.members().includes(peer) && !this.deps.wasRemoved(peer);
  }

  /** H13a: the end of the room concerns those outside too whom its door does not shut out. */
  #mayHearEnd(peer: MemberId): boolean {
    const isWelcome = mayEnter(this.document, () => this.deps.passOf(peer));
    return this.isEnded && isWelcome && !this.deps.wasRemoved(peer);
  }

  #sayVersion(): void {
    const { version, hash } = this.edition;
    for (const [id, peer] of this.#peers) {
      if (isSame(peer.said, this.edition)) continue;
      if (!this.#mayHear(id)) {
        if (this.#mayHearEnd(id)) this.#send(id, peer);
        continue;
      }
      peer.said = { version, hash };
      this.deps.send(id, { kind: 'has', version, hash });
    }
  }

  /** D5. A peer that holds the same document knows what they answer. */
  #tellAnswers(): void {
    if (!this.#answers.isOpen) return;
    for (const [id, { named, told }] of this.#peers) {
      if (!isSame(named, this.edition) || !this.#mayHear(id)) continue;
      for (const answer of this.#answers.all) {
        if ((told.get(answer.by) ?? -1) >= answer.change) continue;
        told.set(answer.by, answer.change);
        this.deps.send(id, { kind: 'answer', answer });
      }
    }
  }

  /** D4. One member at a time, the one with the newest first. */
  #ask(): void {
    if (this.#wanted || this.#host === undefined) return;
    let best: { readonly from: MemberId; readonly peer: LinkedPeer; readonly what: Edition } | undefined;
    for (const [from, peer] of this.#peers) {
      const what = peer.named ?? noEdition;
      if (peer.isDoubted || !this.#isNews(what) || !this.#mayHear(from)) continue;
      if (best && !isNewer(what, best.what)) continue;
      best = { from, peer, what };
    }
    if (!best) return;
    const { from, peer, what } = best;
    const cancel = this.deps.clock.after(patienceMs, () => {
      peer.isDoubted = true;
      this.#wanted = undefined;
      this.look();
    });
    this.#wanted = { from, what, cancel };
    this.deps.send(from, { kind: 'want' });
  }

  /** H15d: whatever the host signed goes before what a former one did, or one of another lineage. */
  #isNews(what: Edition): boolean {
    const isNewerHere = this.#isOfHost ? isNewer(what, this.edition) : !isSame(this.edition, what);
    return isNewerHere && what.version > this.deps.beganAfter();
  }

  #drop(): void {
    this.#held = undefined;
    this.#answers.follow(undefined);
    this.emit('change', undefined);
  }

  #endWanted(): void {
    this.#wanted?.cancel();
    this.#wanted = undefined;
  }

  #give(to: MemberId, peer: LinkedPeer): void {
    if (peer.asks.take()) this.#send(to, peer);
  }

  #send(to: MemberId, peer: LinkedPeer): void {
    if (!this.#held) return;
    peer.said = this.edition;
    this.deps.send(to, { kind: 'document', envelope: this.#held.envelope });
  }

  #takeDocument(from: MemberId, peer: LinkedPeer, envelope: SignedDocument): void {
    const given = editionOf(envelope);
    if (this.#wanted?.from === from) this.#endWanted();
    if (!peer.named || isNewer(given, peer.named)) peer.named = given;
    else peer.isDoubted ||= isNewer(peer.named, given);
    // Nobody in a view without a state knows whose signature counts: it is asked for then.
    const isMember = this.#mayHear(from);
    const isTimely = isMember || given.version > this.deps.olderThan;
    if (this.#host === undefined || !isTimely || !this.#isNews(given)) return this.look();
    const read = this.#isBelieved(from) ? readDocument(envelope, this.deps.code, this.#host) : undefined;
    // Between those who are not in one view only the end of the room counts.
    if (read?.ok && (isMember || read.value.document.isEnded)) return this.#adopt(read.value);
    peer.isDoubted = true;
    if (read) this.#falsehoods.take(from);
    this.look();
  }

  #adopt(held: HeldDocument, isOwn = false): void {
    if (this.#held?.by !== held.by) this.#former = this.#held;
    this.#held = held;
    if (this.#wanted && !isNewer(this.#wanted.what, held)) this.#endWanted();
    if (this.#answers.follow(held.document.question))
      for (const { told } of this.#peers.values()) told.clear();
    if (isOwn) for (const [id, peer] of this.#peers) if (this.#mayHear(id)) this.#send(id, peer);
    this.emit('change', undefined);
    this.look();
  }

  #hearAnswer(from: MemberId, { told }: LinkedPeer, answer: SignedAnswer): void {
    if (!this.#isBelieved(from)) return;
    told.set(answer.by, answer.change);
    this.#takeAnswer(answer, from);
    if (!this.#noteOf(answer.by)) told.delete(answer.by);
  }

  #isBelieved(peer: MemberId): boolean {
    return this.#falsehoods.left(peer) >= 1;
  }

  #takeAnswer(answer: SignedAnswer, from?: MemberId): boolean {
    const taken = this.#answers.take(answer, this.deps.members());
    if (taken === 'false' && from !== undefined) this.#falsehoods.take(from);
    if (taken !== 'new') return false;
    this.emit('change', undefined);
    this.#tellAnswers();
    return true;
  }

  #noteOf(member: MemberId): SignedAnswer | undefined {
    return this.#answers.all.find(({ by }) => by === member);
  }

  /** A member whose link is new has not said what it holds, or a newer version was asked for. */
  get #isBehind(): boolean {
    if (this.#wanted) return true;
    return [...this.#peers].some(([id, { named }]) => named === undefined && this.#mayHear(id));
  }
}

function isSame(one: Edition | undefined, other: Edition): boolean {
  return one?.version === other.version && one.hash === other.hash;
}
