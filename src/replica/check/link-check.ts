// The check of a network. The page creates a private room, enters it twice, and opens and times one link of each kind
// between its two memberships. Then the room stays open for a second device, because one device cannot see what lies
// between two. That device is tried in the same way. Invariant: every wait has a deadline and a name, and the loss of
// the server is reported at once.
import { say, type Saying, unexpected } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { abortReason, DeadlineError } from '../../base/deadline';
import type { CandidatePair } from '../../net/wires/peer-connection';
import { createRoom } from '../../net/signalling/signalling-create';
import { CheckMember, type OpenedLink } from './check-member';
import { tryLink, type TrialResult } from './link-trial';
import { SaidError, saidOf } from '../../base/said-error';

export type Checked<T = unknown> =
  /** Not begun, or in progress. */
  | { readonly state: 'waiting'; readonly what: Saying }
  | ({ readonly state: 'done' } & T)
  | { readonly state: 'failed'; readonly why: Saying }
  /** The check ended before this part had a result. */
  | { readonly state: 'untested'; readonly why: Saying };

export interface MeasuredLink extends TrialResult {
  readonly openMs: number;
  readonly pair: CandidatePair | undefined;
}

export interface LinkCheckState {
  /** The time from the first packet until both memberships had joined. */
  readonly server:
    | Exclude<Checked<{ readonly tookMs: number }>, { readonly state: 'untested' }>
    /** The page lies on a host of plain files. */
    | { readonly state: 'absent' };
  readonly direct: Checked<MeasuredLink>;
  readonly relayed: Checked<MeasuredLink>;
  /** The room that a second device joins. */
  readonly invitation: { readonly code: string; readonly key: string } | undefined;
  /** The latest second device, once one joined. */
  readonly other:
    | {
        readonly name: string;
        readonly direct: Checked<MeasuredLink>;
        readonly relayed: Checked<MeasuredLink>;
      }
    | undefined;
}

export interface LinkCheckOptions {
  readonly url: string;
  /** The browser's. */
  readonly name: string;
  readonly clock: Clock;
  readonly iceServers: () => Promise<readonly RTCIceServer[]>;
  /** Whether the page lies on a host of plain files. */
  readonly isWithoutServer: () => Promise<boolean>;
  readonly onChange: (state: LinkCheckState) => void;
  /** The first device's room: this device only answers. */
  readonly ticket?: { readonly code: string; readonly key: string };
}

/** 0.1 s at 40 MiB/s, and at most 2 s. */
const directBytes = 4 * 1024 * 1024;
/** The server lets this much through at once. */
const relayedBytes = 1024 * 1024;
const serverMs = 12_000;

const awaitedThings = [
  'its-turn',
  'room-server',
  'data-channel',
  'first-relayed-packet',
  'relayed-answer',
] as const;

const waiting = (code: (typeof awaitedThings)[number]): Checked & { readonly state: 'waiting' } => {
  return { state: 'waiting', what: say(code) };
};
const notTried = { direct: waiting('its-turn'), relayed: waiting('its-turn') } as const;

/** Begins at once. The returned function gives the room back. */
export function startLinkCheck(options: LinkCheckOptions): () => void {
  const check = new LinkCheck(options);
  void check.run();
  return () => check.stop();
}

class LinkCheck {
  #state: LinkCheckState = {
    server: waiting('room-server'),
    ...notTried,
    invitation: undefined,
    other: undefined,
  };
  #members: CheckMember[] = [];
  readonly #end = new AbortController();
  readonly #tried = new Set<string>();
  #isTrying = true;

  constructor(readonly options: LinkCheckOptions) {}

  async run(): Promise<void> {
    try {
      const startMs = this.options.clock.now();
      const ticket = await this.#room();
      const member = await this.#enter(ticket);
      if (this.options.ticket)
        return this.#set({ server: { state: 'done', tookMs: this.options.clock.now() - startMs } });
      const other = await this.#enter(ticket);
      this.#set({ server: { state: 'done', tookMs: this.options.clock.now() - startMs } });
      await this.#try(member, other.id, (links) => this.#set(links));
      this.#leave(other);
      this.#set({ invitation: ticket });
      this.#isTrying = false;
      member.signalling.on('roster', () => void this.#tryNext(member));
      await this.#tryNext(member);
    } catch (error) {
      this.#fail(error);
      if (this.#end.signal.aborted || !(await this.options.isWithoutServer())) return;
      if (!this.#end.signal.aborted) this.#set({ server: { state: 'absent' } });
    }
  }

  stop(): void {
    this.#end.abort(new Error('the page was left'));
    for (const member of this.#members.splice(0)) member.leave();
  }

  async #room(): Promise<{ readonly code: string; readonly key: string }> {
    const { url, ticket } = this.options;
    if (ticket) return ticket;
    const made = await this.#within(createRoom(url, { isOpen: false, abort: this.#end.signal }));
    if (!made.ok) throw new SaidError(made.error.says);
    return made.value;
  }

  async #enter(ticket: { readonly code: string; readonly key: string }): Promise<CheckMember> {
    const { url, name, iceServers } = this.options;
    const member = new CheckMember({
      url,
      ticket,
      name,
      clock: this.options.clock,
      iceServers: await iceServers(),
    });
    this.#members.push(member);
    if (this.#end.signal.aborted) this.#leave(member);
    const joined = await this.#within(member.signalling.joined);
    if (!joined.ok) throw new SaidError(joined.error.says);
    member.signalling.on('connection', (connection) => {
      if (connection.kind === 'offline') this.#gone(connection.why);
    });
    return member;
  }

  /** One device at a time, each once. The latest is shown. */
  async #tryNext(member: CheckMember): Promise<void> {
    if (this.#isTrying) return;
    const { members = [] } = member.signalling.roster ?? {};
    const next = members.find(({ memberId, isSelf }) => !isSelf && !this.#tried.has(memberId));
    if (!next) return;
    this.#isTrying = true;
    this.#tried.add(next.memberId);
    const { name } = next;
    await this.#try(member, next.memberId, (links) =>
      this.#set({ other: { ...(this.#state.other ?? notTried), ...links, name } }),
    );
    this.#isTrying = false;
    await this.#tryNext(member);
  }

  async #try(
    member: CheckMember,
    peer: string,
    show: (links: Partial<Pick<LinkCheckState, 'direct' | 'relayed'>>) => void,
  ): Promise<void> {
    this.#tried.add(peer);
    show({ direct: waiting('data-channel'), relayed: waiting('its-turn') });
    show({ direct: await this.#measure(() => member.direct(peer, this.#end.signal), directBytes) });
    show({ relayed: waiting('first-relayed-packet') });
    show({ relayed: await this.#measure(() => member.relay(peer, this.#end.signal), relayedBytes) });
  }

  async #measure(open: () => Promise<OpenedLink>, bytes: number): Promise<Checked<MeasuredLink>> {
    const startMs = this.options.clock.now();
    let opened: OpenedLink | undefined;
    try {
      opened = await open();
      const openMs = this.options.clock.now() - startMs;
      const trial = await tryLink(opened.link, this.options.clock, bytes, this.#end.signal);
      return { state: 'done', openMs, pair: opened.pair, ...trial };
    } catch (error) {
      const { aborted } = this.#end.signal;
      return {
        state: aborted ? 'untested' : 'failed',
        why: whyOf(aborted ? abortReason(this.#end.signal) : error),
      };
    } finally {
      opened?.close();
    }
  }

  #leave(member: CheckMember): void {
    this.#members = this.#members.filter((one) => one !== member);
    member.leave();
  }

  /** Finished measurements stay; waiting ones are given up. */
  #gone(why: Saying): void {
    this.#fail(new SaidError(say('went-away-after', { detail: why })));
    this.#end.abort(new SaidError(say('server-went-away')));
  }

  #fail(error: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#set({ server: { state: 'failed', why: whyOf(error) }, invitation: undefined });
    const why = say('nobody-introduces');
    for (const kind of ['direct', 'relayed'] as const)
      if (this.#state[kind].state === 'waiting' && !this.#state.other)
        this.#set({ [kind]: { state: 'untested', why } });
  }

  /** The room server's own deadlines are for pages that retry for ever. */
  #within<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new DeadlineError('room-server', serverMs));
      const cancel = this.options.clock.after(serverMs, late);
      promise.then(resolve, reject).finally(cancel);
    });
  }

  #set(change: Partial<LinkCheckState>): void {
    this.#state = { ...this.#state, ...change };
    this.options.onChange(this.#state);
  }
}

function whyOf(error: unknown): Saying {
  if (!(error instanceof DeadlineError)) return saidOf(error);
  const { waitingFor, afterMs } = error;
  const awaited = awaitedThings.find((each) => each === waitingFor);
  const what = awaited ? say(awaited) : unexpected(waitingFor);
  return say('took-longer', { what, seconds: afterMs / 1000 });
}
