// What each type of frame leads to. A frame is read, judged and handed to the part that it concerns. A frame that the
// rules forbid ends its sender's link. Frames are consumed at once; a part of a sum is consumed by its collective.
import { Tally } from '../../base/tally';
import { inFull, logged, say, type Saying } from '../../base/sayings';
import { type Failure } from '../../base/result';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import type { Frame } from '../../net/frame/frame';
import type { FlightFields, FlightRecorder } from '../../base/flight-recorder';
import { readRecordFrame } from '../../collectives/record-frame';
import { readReduceFrame } from '../../collectives/reduce-frame';
import type { MemberId, View } from '../../membership/view';
import { CommandLimit } from '../commands/command-limit';
import { donate, stateRequest } from '../catch-up/state-source';
import type { HeldCommands } from '../commands/held-commands';
import type { Hello } from '../peers/hello';
import type { Hellos } from '../peers/hellos';
import type { HostCommand } from '../commands/host-command';
import { jsonOf, type Arrived, type Hub } from '../peers/hub';
import type { MembershipDriver } from '../peers/membership-driver';
import { ParkedRecords } from './parked-records';
import type { Trainer } from '../loop/trainer';
import type { MemberScreen } from './member-screen';

export interface PeerFramesParts {
  readonly self: MemberId;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly hub: Hub;
  readonly members: Pick<MembershipDriver, 'take' | 'view'>;
  readonly hellos: Pick<Hellos, 'of' | 'take' | 'applied'>;
  readonly commands: Pick<HeldCommands, 'take' | 'known'>;
  readonly trainer: Pick<Trainer, 'takeRecord' | 'offers' | 'state'> & {
    readonly router: Pick<Trainer['router'], 'receive'>;
    readonly stateFrames: Pick<Trainer['stateFrames'], 'takeState' | 'takeAnswer'>;
  };
  readonly recorder: Pick<FlightRecorder, 'note' | 'routine'>;
}

/** What a peer's message means for the replica as a whole. */
export interface PeerEvents {
  /** The peer had a ring before, or not. */
  hello(from: MemberId, hello: Hello, hadRing: boolean): void;
  /** The host's, not held before. `isNews`: nobody can have applied it yet, as far as this replica knows (H28). */
  command(command: HostCommand, isNews: boolean): void;
  /** It is a member and was not removed (J8c): its state frames count, and it is given state. */
  mayHear(from: MemberId): boolean;
}

/** A peer that sends hello after hello is read so often. */
const lateHelloMs = 1_000;
/** Answers with parts of a state that may be under way to one peer: more than its window of blocks has (T3). */
const mostGiving = 32;

export class PeerFrames {
  readonly #commandLimit: CommandLimit;
  readonly #parked = new ParkedRecords();
  /** Hellos beyond their senders' budgets: the last one of each is taken later (L19). */
  readonly #lateHellos = new Map<MemberId, Frame>();
  readonly #giving = new Tally<MemberId>();

  constructor(
    readonly parts: PeerFramesParts,
    readonly screen: Pick<MemberScreen, 'nameOf' | 'notify'>,
    readonly events: PeerEvents,
  ) {
    this.#commandLimit = new CommandLimit(parts.clock);
    this.#listen();
  }

  /** Hands over the records of `view` that arrived before it was installed here. */
  unpark(view: View): void {
    const { trainer } = this.parts;
    for (const { from, message } of this.#parked.take(view))
      queueMicrotask(() => trainer.takeRecord(from, message));
  }

  #listen(): void {
    const { hub, members, trainer } = this.parts;
    hub.handle('reduce', (arrived) => this.#takeReduce(arrived));
    hub.handle('record', ({ from, frame, consume }) => {
      const message = readRecordFrame(from, frame);
      if (!message.ok) hub.link(from)?.close(logged(message.error.says));
      else if (!trainer.takeRecord(from, message.value)) this.#parked.park(from, message.value, members.view);
      consume();
    });
    hub.handle('state', ({ from, frame, consume }) => {
      if (this.events.mayHear(from)) trainer.stateFrames.takeState(from, frame);
      consume();
    });
    hub.handle('request', ({ from, frame, consume }) => {
      consume();
      this.#takeRequest(from, jsonOf(frame));
    });
    hub.handle('membership', ({ from, frame, consume }) => {
      consume();
      members.take(from, frame);
    });
    const takeHello = ({ from, frame, consume, isSurplus }: Arrived): void => {
      if (isSurplus) this.#takeHelloLater(from, frame);
      else {
        this.#lateHellos.delete(from);
        this.#takeHello(from, frame);
      }
      consume();
    };
    hub.handle('hello', takeHello, true);
    hub.on('closed', ({ peer }) => {
      this.#lateHellos.delete(peer);
      this.#parked.forget(peer);
    });
    hub.handle('command', ({ from, frame, consume }) => {
      consume();
      this.takeCommand(from, jsonOf(frame));
    });
  }

  #takeReduce({ from, frame, consume, isRetired }: Arrived): void {
    const { trainer, hub } = this.parts;
    const read = readReduceFrame(from, frame, consume);
    if (read.ok) return trainer.router.receive(read.value, isRetired);
    consume();
    hub.refuse(from, logged(read.error.says));
  }

  #takeHelloLater(from: MemberId, frame: Frame): void {
    const isDue = this.#lateHellos.has(from);
    this.#lateHellos.set(from, { ...frame, payload: frame.payload.slice() });
    if (isDue) return;
    this.parts.clock.after(lateHelloMs, () => {
      const last = this.#lateHellos.get(from);
      this.#lateHellos.delete(from);
      if (last) this.#takeHello(from, last);
    });
  }

  #takeHello(from: MemberId, frame: Frame): void {
    const { hellos, hub, recorder } = this.parts;
    const { nameOf, notify } = this.screen;
    const hadRing = Boolean(hellos.of(from)?.ring);
    const hello = hellos.take(from, frame);
    recorder.routine(
      'hello',
      hello.ok ? helloFields(from, hello.value) : { from, refused: logged(hello.error.says) },
    );
    if (hello.ok) return this.events.hello(from, hello.value, hadRing);
    notify('error', say('cannot-train', { name: nameOf(from), detail: hello.error.says }));
    if (hello.error.code !== 'wrong-config') hub.link(from)?.close(logged(hello.error.says));
  }

  /** Signed on this device, or passed on by a peer. */
  takeCommand(from: MemberId, envelope: unknown): void {
    const { commands, recorder, hub, self } = this.parts;
    const { nameOf, notify } = this.screen;
    const taken = commands.take(envelope);
    const command = taken.ok ? taken.value.command.kind : undefined;
    const sequence = taken.ok ? taken.value.sequence : undefined;
    const refused = taken.ok ? undefined : taken.error.code;
    recorder.note('command', { from, command, sequence, refused });
    if (!taken.ok) {
      if (taken.error.code !== 'replayed')
        notify('warning', say('not-host-command', { name: nameOf(from), detail: refusalOf(taken.error) }));
      if (from !== self && !this.#commandLimit.allows(from, taken.error.code)) {
        notify('error', say('cut-off', { name: nameOf(from) }));
        hub.link(from)?.close('too many commands that are not the host’s');
      }
      return;
    }
    const isNews = from === self || this.#isNews(taken.value.sequence);
    // A replica outside would pass on old ones that somebody repeats to it, as if it flooded the members.
    if (isNews || this.parts.trainer.state)
      for (const peer of hub.peers()) if (peer !== from) hub.sendJson(peer, 'command', envelope);
    this.events.command(taken.value.command, isNews);
  }

  /** H28. Who has followed no state yet goes by what the sponsors say; without any, everything may be old. */
  #isNews(sequence: number): boolean {
    const { trainer, hellos, commands } = this.parts;
    const applied = trainer.state?.appliedCommand ?? hellos.applied() ?? (commands.known || undefined);
    return applied !== undefined && sequence > Math.max(applied, commands.known);
  }

  #takeRequest(from: MemberId, json: unknown): void {
    const { hub, trainer } = this.parts;
    const request = v.safeParse(stateRequest, json);
    if (!request.success) return hub.link(from)?.close('a malformed request for state');
    const isMember = this.events.mayHear(from);
    const { output } = request;
    if (output.kind === 'refused' || output.kind === 'have')
      return isMember ? trainer.stateFrames.takeAnswer(from, output) : undefined;
    if (this.#giving.of(from) >= mostGiving) return; // L19
    this.#giving.add(from);
    donate(isMember ? trainer.offers : [], from, output, {
      json: (to, message) => hub.sendJson(to, 'request', message),
      state: (to, bytes) =>
        this.events.mayHear(to) ? hub.send(to, 'state', bytes) : Promise.reject(new Error('it was removed')),
    })
      .catch(() => undefined) // its link closed: it asks another member. Or it was removed meanwhile (J8).
      .finally(() => this.#giving.add(from, -1));
  }
}

function helloFields(
  from: MemberId,
  { name, protocol, backend, device, ring, wantsIn }: Hello,
): FlightFields {
  const { lineage, examples } = ring ?? {};
  return { from, name, protocol, backend, device, lineage, examples, wantsIn };
}

/** The English says more. */
function refusalOf({ code, says }: Failure): Saying {
  const coded =
    code === 'wrong-room'
      ? say('command-of-other-room')
      : code === 'bad-signature'
        ? say('command-not-signed')
        : say('command-malformed');
  return inFull(coded, logged(says));
}
